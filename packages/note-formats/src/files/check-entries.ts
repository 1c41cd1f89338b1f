import { constants } from 'node:fs';
import type { Entry } from 'yauzl';
import { createRejection, type Rejection } from '../rejection.js';
import { SourceError } from '../source-error.js';
import { MAX_ENTRIES, MAX_RATIO, RATIO_FREE_BYTES } from './limits.js';

const LOCAL_HEADER_BYTES = 30;
/** Host system of an entry with Unix file attributes. */
const UNIX = 3;

/** Checks the directory of a zip archive before any entry is read. */
export const checkEntries = {
  count(entries: number): void {
    if (entries > MAX_ENTRIES) throw new SourceError('too_many_entries', String(entries));
  },

  /** @throws SourceError `zip_bomb` */
  all(entries: readonly Entry[]): void {
    for (const entry of entries) if (isBomb(entry)) throw new SourceError('zip_bomb', entry.fileName);
    checkOverlaps(entries);
  },
};

/** Returns the reason to reject an entry: its kind, encryption or compression. */
export function checkEntry(entry: Entry): Rejection | undefined {
  const type = unixType(entry);
  if (type === constants.S_IFLNK) return createRejection('symlink');
  if (type !== 0 && type !== constants.S_IFREG && type !== constants.S_IFDIR) return createRejection('not_a_file');
  if (entry.isEncrypted()) return createRejection('encrypted');
  return entry.canDecodeFileData() ? undefined : createRejection('unreadable', 'unknown compression method');
}

/** Returns the Unix file type of an entry; 0 when another system created it. */
const unixType = ({ versionMadeBy, externalFileAttributes }: Entry): number =>
  versionMadeBy >>> 8 === UNIX ? (externalFileAttributes >>> 16) & constants.S_IFMT : 0;

const isBomb = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > MAX_RATIO * compressedSize;

/** Refuses entries that share bytes, since they can multiply data while each stays within its ratio. */
function checkOverlaps(entries: readonly Entry[]): void {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1];
    const end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    if (next !== undefined && end > next.relativeOffsetOfLocalHeader) throw new SourceError('zip_bomb', next.fileName);
  }
}
