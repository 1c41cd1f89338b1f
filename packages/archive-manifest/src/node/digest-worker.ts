import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { writeAnswer } from './digest-cell.js';
import { digestFile, type FileToDigest, PIECE_BYTES } from './file-digests.js';
import { getErrorCode } from './fs.js';
import { nodeSha256 } from './hash.js';

/** Request to the digest thread. */
export interface DigestRequest extends FileToDigest {
  readonly cell: SharedArrayBuffer;
}

/** Memory for all files, since a new one for each would wait for the garbage collector. */
const piece = new Uint8Array(PIECE_BYTES);

parentPort?.on('message', ({ cell, ...asked }: DigestRequest) => {
  let isError = false;
  let answer: string;
  try {
    answer = digestFile(asked, fs, nodeSha256, piece);
  } catch (error) {
    isError = true;
    answer = getErrorCode(error) ?? 'EIO';
  }
  writeAnswer(cell, answer, isError);
  parentPort?.postMessage(null);
});
