import { rmdirSync } from 'node:fs';

const NOT_EMPTY: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);

/** Removes a folder if it is empty. Returns true when the folder was removed. */
export function removeEmptyFolder(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    if (NOT_EMPTY.has((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}
