import type fs from 'node:fs';

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
