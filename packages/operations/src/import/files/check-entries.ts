import { constants } from 'node:fs';
import type { Entry } from 'yauzl';
import { MAX_ENTRIES, MAX_RATIO, RATIO_FREE_BYTES, refused } from './refused.js';

const LOCAL_HEADER_BYTES = 30;
/** Of what made an entry: its attributes are those of Unix. */
const UNIX = 3;

/** Looks at what a zip archive says of itself before anything in it is read. */
export const checkEntries = {
  count(entries: number): void {
    if (entries > MAX_ENTRIES) throw refused('too_many_entries', String(entries));
  },

  /** @throws ServiceError where it was made to do harm */
  all(entries: readonly Entry[]): void {
    const names = new Set<string>();
    for (const entry of entries) {
      const name = entry.fileName.normalize('NFC');
      if (names.has(name)) throw refused('duplicate_entry', name);
      names.add(name);
      if (/[\u0000-\u001f]/.test(name)) throw refused('unsafe_path', name);
      if (isLink(entry)) throw refused('link', name);
      if (isBomb(entry)) throw refused('zip_bomb', name);
    }
    checkOverlaps(entries);
  },
};

function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & constants.S_IFMT;
  return versionMadeBy >>> 8 === UNIX && type !== 0 && type !== constants.S_IFREG && type !== constants.S_IFDIR;
}

const isBomb = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > MAX_RATIO * compressedSize;

/** Entries that share bytes make much of little, each within its ratio. */
function checkOverlaps(entries: readonly Entry[]): void {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1];
    const end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    if (next !== undefined && end > next.relativeOffsetOfLocalHeader) throw refused('zip_bomb', next.fileName);
  }
}
