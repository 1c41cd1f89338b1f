import type fs from 'node:fs';
import { ArchiveError, type ArchiveErrorCode } from '../problems.js';

/** What of `node:fs` an archive is read and written by, so that a test can make any of it fail. */
export type ArchiveFs = Pick<
  typeof fs,
  | 'closeSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'opendirSync'
  | 'readdirSync'
  | 'readSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'unlinkSync'
  | 'writeSync'
>;

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

/** What a call answers, or null when what it asks for is not there. */
export function unlessMissing<Value>(call: () => Value): Value | null {
  try {
    return call();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

const NAMED: Readonly<Record<string, ArchiveErrorCode>> = { ENOSPC: 'archive_disk_full', EDQUOT: 'archive_disk_full' };

/** Says what people can do something about in the words of the format. */
export function naming<Value>(call: () => Value): Value {
  try {
    return call();
  } catch (cause) {
    const code = NAMED[codeOf(cause) ?? ''];
    throw code === undefined ? cause : new ArchiveError(code, 'the disk is full', { cause });
  }
}
