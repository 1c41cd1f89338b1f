import { type Rejection, rejection } from '../reasons.js';

const DRIVE = /^[A-Za-z]:/;
const CONTROL = /[\u0000-\u001f]/;

/** Splits a path within an archive into names, from the top down. */
export const entryNames = (path: string): string[] => path.split('/').filter((name) => name !== '.' && name !== '');

/** Returns the reason to reject an entry path; undefined when it stays within the archive. */
export function checkEntryPath(path: string): Rejection | undefined {
  const flaw = findFlaw(path);
  return flaw === undefined ? undefined : rejection('unsafe_path', flaw);
}

function findFlaw(path: string): string | undefined {
  if (path.startsWith('/')) return 'it begins at the root of a disk';
  if (DRIVE.test(path)) return `it begins with "${path.slice(0, 2)}", as a drive does`;
  if (path.includes('\\')) return 'it has a backslash';
  if (CONTROL.test(path)) return 'it has a control character';
  const names = entryNames(path);
  if (names.includes('..')) return 'it leads upwards';
  return names.length === 0 ? 'it is empty' : undefined;
}
