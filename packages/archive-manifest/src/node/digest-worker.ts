import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { fill } from './digest-cell.js';
import { digestFile, type FileToDigest } from './file-digests.js';
import { codeOf } from './fs.js';
import { nodeSha256 } from './hash.js';

/** Request to the digest thread. */
export interface DigestOrder extends FileToDigest {
  readonly cell: SharedArrayBuffer;
}

parentPort?.on('message', ({ cell, ...asked }: DigestOrder) => {
  let isError = false;
  let answer: string;
  try {
    answer = digestFile(asked, fs, nodeSha256);
  } catch (error) {
    isError = true;
    answer = codeOf(error) ?? 'EIO';
  }
  fill(cell, answer, isError);
  parentPort?.postMessage(null);
});
