import type fs from 'node:fs';
import { constants } from 'node:os';
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

/** Returns the code of a system error. Node has no name for an exceeded quota. */
export function getErrorCode(error: unknown): string | undefined {
  const { code, errno } = (error ?? {}) as NodeJS.ErrnoException;
  return errno === -constants.errno.EDQUOT ? 'EDQUOT' : code;
}

/** Returns the result of a call, or null for ENOENT. */
export function unlessMissing<Value>(call: () => Value): Value | null {
  try {
    return call();
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const ARCHIVE_CODES: Readonly<Record<string, ArchiveErrorCode>> = {
  ENOSPC: 'archive_disk_full',
  EDQUOT: 'archive_disk_full',
};

/** Converts system errors that people can act on into errors of the format. */
export function withArchiveErrors<Value>(call: () => Value): Value {
  try {
    return call();
  } catch (cause) {
    const code = ARCHIVE_CODES[getErrorCode(cause) ?? ''];
    throw code === undefined ? cause : new ArchiveError(code, 'The disk is full', { cause });
  }
}
