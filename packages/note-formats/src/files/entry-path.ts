import { createRejection, type Rejection } from '../rejection.js';

const DRIVE = /^[A-Za-z]:/;
const CONTROL = /[\u0000-\u001f]/;

/** Splits a path within an archive into names, from the top down. */
export const entryNames = (path: string): string[] => path.split('/').filter((name) => name !== '.' && name !== '');

/** Returns the reason to reject an entry path; undefined when it stays within the archive. */
export function checkEntryPath(path: string): Rejection | undefined {
  const flaw = findFlaw(path);
  return flaw === undefined ? undefined : createRejection('unsafe_path', flaw);
}

function findFlaw(path: string): string | undefined {
  if (path.startsWith('/')) return 'absolute path';
  if (DRIVE.test(path)) return `drive letter "${path.slice(0, 2)}"`;
  if (path.includes('\\')) return 'contains a backslash';
  if (CONTROL.test(path)) return 'contains a control character';
  const names = entryNames(path);
  if (names.includes('..')) return 'contains ..';
  return names.length === 0 ? 'empty path' : undefined;
}
