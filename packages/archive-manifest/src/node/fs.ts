import type fs from 'node:fs';
import { ArchiveError, type ArchiveErrorCode } from '../problems.js';

/** Functions of `node:fs` that archives are read and written with, so that a test can make any of them fail. */
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

/** Returns the result of a call, or null for ENOENT. */
export function unlessMissing<Value>(call: () => Value): Value | null {
  try {
    return call();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

const NAMED: Readonly<Record<string, ArchiveErrorCode>> = { ENOSPC: 'archive_disk_full', EDQUOT: 'archive_disk_full' };

/** Converts system errors that people can act on into errors of the format. */
export function naming<Value>(call: () => Value): Value {
  try {
    return call();
  } catch (cause) {
    const code = NAMED[codeOf(cause) ?? ''];
    throw code === undefined ? cause : new ArchiveError(code, 'The disk is full', { cause });
  }
}
