import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { writeAnswer } from './digest-cell.js';
import { digestFile, type FileToDigest } from './file-digests.js';
import { getErrorCode } from './fs.js';
import { nodeSha256 } from './hash.js';

/** Request to the digest thread. */
export interface DigestRequest extends FileToDigest {
  readonly cell: SharedArrayBuffer;
}

parentPort?.on('message', ({ cell, ...asked }: DigestRequest) => {
  let isError = false;
  let answer: string;
  try {
    answer = digestFile(asked, fs, nodeSha256);
  } catch (error) {
    isError = true;
    answer = getErrorCode(error) ?? 'EIO';
  }
  writeAnswer(cell, answer, isError);
  parentPort?.postMessage(null);
});
