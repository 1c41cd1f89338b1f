/**
 * Decodes the records in which FTS5 stores an index whose table is contentless with deletes, in full detail. The format
 * is version 4 of SQLite's `fts5_index.c`, whose comments describe it.
 */

/** Segment of the index: a sorted list of terms on successive pages. */
export interface Segment {
  readonly id: number;
  /** Number of pages with terms. */
  readonly pages: number;
  /** Number of pages with the keys of notes whose entries in this segment no longer count. */
  readonly tombstonePages: number;
}

/** Number of notes in the index and of their words. */
export interface Totals {
  readonly notes: number;
  readonly words: number;
}

/** Error thrown for records of another format; FTS5 answers then. */
export class UnknownFormatError extends Error {}

/** Bits below the number of a segment in the key of a record. */
const SEGMENT_BITS = 37n;
const PAGE_COUNT = 2n ** 31n;
/** Difference between a segment's number and that of its tombstone pages. */
const TOMBSTONE_OFFSET = 65_536n;
/** Mark of a structure record that has tombstones, after the four bytes of the configuration's version. */
const STRUCTURE_MARK = [0xff, 0, 0, 1];
const PAGE_HEADER_BYTES = 4;
const TOMBSTONE_HEADER_BYTES = 8;
/** First byte of a term in the index of complete terms, and in the index of first characters. */
const MAIN_INDEX = '0';
const CHARACTER_INDEX = '1';
/** Marks the beginning of another column in a list of positions. */
const COLUMN_MARK = 1;

export const STRUCTURE_KEY = 10;
export const TOTALS_KEY = 1;

/** Returns the keys of the first tombstone page of a segment and of the page after its last. */
export function getTombstoneKeys({ id, tombstonePages }: Segment): { from: bigint; until: bigint } {
  const from = (BigInt(id) + TOMBSTONE_OFFSET) << SEGMENT_BITS;
  return { from, until: from + BigInt(tombstonePages) };
}

/** Number of bits to shift a segment's number by for the key of its page 0, and the number of its last possible page. */
export const SEGMENT_SHIFT = Number(SEGMENT_BITS);
export const LAST_PAGE = Number(PAGE_COUNT - 1n);

/** Reads variable-length integers of SQLite: seven bits a byte, the most significant first. */
class VarintReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    const first = this.#bytes[this.at] as number;
    if (first < 128) {
      this.at += 1;
      return first;
    }
    let value = 0;
    for (let length = 0; length < 8; length++) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) break;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new UnknownFormatError('An integer is incomplete or exceeds 56 bits');
  }
}

/**
 * Decodes the list of segments.
 *
 * @throws UnknownFormatError for another format
 */
export function decodeStructure(record: Uint8Array): Segment[] {
  if (STRUCTURE_MARK.some((byte, index) => record[index + 4] !== byte))
    throw new UnknownFormatError('The index has no tombstones');
  const reader = new VarintReader(record, 8);
  const levels = reader.next();
  reader.next(); // Number of segments
  reader.next(); // Number of pages ever written
  const segments: Segment[] = [];
  for (let level = 0; level < levels; level++) {
    reader.next(); // Number of segments that are being merged
    for (let left = reader.next(); left > 0; left--) {
      const id = reader.next();
      const firstPage = reader.next();
      const lastPage = reader.next();
      for (const _ of ['first write', 'last write']) reader.next();
      const tombstonePages = reader.next();
      for (const _ of ['tombstones', 'entries']) reader.next();
      if (firstPage > 0) segments.push({ id, pages: lastPage - firstPage + 1, tombstonePages });
    }
  }
  return segments;
}

/** Decodes the number of notes and words. */
export function decodeTotals(record: Uint8Array): Totals {
  const reader = new VarintReader(record, 0);
  const notes = reader.next();
  let words = 0;
  while (reader.at < record.length) words += reader.next();
  return { notes, words };
}

/** Decodes the number of words of a note from its row of `search_fts_docsize`. */
export function decodeNoteLength(record: Uint8Array): number {
  const reader = new VarintReader(record, 0);
  let words = 0;
  while (reader.at < record.length) words += reader.next();
  return words;
}

/** Key in the index for a term, or for all terms with a beginning. */
export interface TermKey {
  readonly bytes: Buffer;
  /** True for all keys with this beginning. */
  readonly isBeginning: boolean;
  /** Key at or after the last one wanted. */
  readonly until: Buffer;
}

const AFTER_CHARACTERS = Buffer.from([0xff]);

/** Returns the key of a folded term; with `isPrefix`, of all terms that begin with it. */
export function makeTermKey(term: string, isPrefix: boolean): TermKey {
  const isCharacter = isPrefix && [...term].length === 1;
  const bytes = Buffer.from((isCharacter ? CHARACTER_INDEX : MAIN_INDEX) + term);
  if (!isPrefix || isCharacter) return { bytes, isBeginning: false, until: bytes };
  return { bytes, isBeginning: true, until: Buffer.concat([bytes, AFTER_CHARACTERS]) };
}

/** Entries of one term in one segment: notes in ascending order, each with the positions of the term. */
export interface Doclist {
  readonly bytes: Uint8Array;
  /** Offsets at which the key of a note is absolute instead of a difference to the one before. */
  readonly restarts: readonly number[];
}

/**
 * Finds the doclists of a term.
 *
 * @param pages pages of one segment, from the one on which the term is or would be to the one after its entries
 */
export function findDoclists(pages: readonly Buffer[], key: TermKey): Doclist[] {
  const found: Doclist[] = [];
  for (let index = 0; index < pages.length; index++) {
    const isPast = readTerms(pages[index] as Buffer, key, (from, end) => {
      found.push(joinPages(pages, index, from, end));
    });
    if (isPast) break;
  }
  return found;
}

/**
 * Calls `take` with the start of the entries of each wanted term on a page, and with their end, unless they may continue
 * on the next page.
 *
 * @returns true when the page has a term after all wanted ones
 */
function readTerms(
  page: Buffer,
  { bytes: key, isBeginning }: TermKey,
  take: (from: number, end: number | undefined) => void,
): boolean {
  const contentEnd = page.readUInt16BE(2);
  const offsets = new VarintReader(page, contentEnd);
  let offset = 0;
  let wantedFrom = -1;
  /** Number of bytes that the last term shares with the key. */
  let shared = 0;
  const reader = new VarintReader(page, 0);
  for (let isFirst = true; offsets.at < page.length; isFirst = false) {
    offset += offsets.next();
    if (wantedFrom >= 0) take(wantedFrom, offset);
    wantedFrom = -1;
    reader.at = offset;
    const kept = isFirst ? 0 : reader.next();
    const from = reader.at;
    const length = reader.next();
    const start = reader.at;
    if (start + length > contentEnd || from < PAGE_HEADER_BYTES) throw new UnknownFormatError('A term is incomplete');
    // Terms that keep more than the shared bytes are before the key as well; with fewer, they are after it.
    if (kept > shared && shared < key.length) continue;
    if (kept < shared) return true;
    if (shared < key.length) {
      let at = 0;
      while (at < length && shared < key.length && page[start + at] === key[shared]) {
        at += 1;
        shared += 1;
      }
      if (shared < key.length) {
        if (at < length && (page[start + at] as number) > (key[shared] as number)) return true;
        continue;
      }
      if (!isBeginning && at < length) return true;
    } else if (!isBeginning) return true;
    wantedFrom = start + length;
  }
  if (wantedFrom >= 0) take(wantedFrom, undefined);
  return false;
}

/** Maximum number of bytes of a key: FTS5 cuts terms off at 32,768. */
const MAX_KEY_BYTES = 32_769;

/**
 * Calls `visit` with each key on a page: the bytes of a buffer up to a length. The buffer is written again for the next.
 */
export function visitKeys(page: Buffer, visit: (bytes: Buffer, length: number) => void): void {
  const contentEnd = page.readUInt16BE(2);
  const offsets = new VarintReader(page, contentEnd);
  const bytes = Buffer.allocUnsafe(Math.min(MAX_KEY_BYTES, page.length * 2));
  let offset = 0;
  const reader = new VarintReader(page, 0);
  for (let isFirst = true; offsets.at < page.length; isFirst = false) {
    offset += offsets.next();
    reader.at = offset;
    const kept = isFirst ? 0 : reader.next();
    const length = reader.next();
    const { at: start } = reader;
    if (kept + length > bytes.length || start + length > contentEnd)
      throw new UnknownFormatError('A term is incomplete');
    for (let at = 0; at < length; at++) bytes[kept + at] = page[start + at] as number;
    visit(bytes, kept + length);
  }
}

/** Set of keys of the index. */
export class KeySet {
  readonly #byHash = new Map<number, Buffer[]>();
  readonly #lengths = new Set<number>();

  constructor(keys: readonly Buffer[]) {
    for (const key of keys) {
      const hash = hashBytes(key, key.length);
      const others = this.#byHash.get(hash);
      if (others === undefined) this.#byHash.set(hash, [key]);
      else others.push(key);
      this.#lengths.add(key.length);
    }
  }

  /** Returns true when the first bytes of a buffer are one of the keys. */
  has(bytes: Buffer, length: number): boolean {
    if (!this.#lengths.has(length)) return false;
    const keys = this.#byHash.get(hashBytes(bytes, length));
    return keys?.some((key) => key.length === length && bytes.compare(key, 0, length, 0, length) === 0) ?? false;
  }
}

function hashBytes(bytes: Buffer, length: number): number {
  let hash = 0;
  for (let at = 0; at < length; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return hash;
}

/** Returns the term of a key of the index of complete terms. */
export const toTerm = (bytes: Buffer, length: number): string => bytes.toString('utf8', MAIN_INDEX.length, length);

/** Joins the entries of a term that continue on the following pages. */
function joinPages(pages: readonly Buffer[], index: number, from: number, end: number | undefined): Doclist {
  const first = pages[index] as Buffer;
  if (end !== undefined) return { bytes: first.subarray(from, end), restarts: [] };
  const pieces = [first.subarray(from, first.readUInt16BE(2))];
  let length = pieces[0]?.length ?? 0;
  const restarts: number[] = [];
  for (let next = index + 1; next < pages.length; next++) {
    const page = pages[next] as Buffer;
    const contentEnd = page.readUInt16BE(2);
    const hasTerms = contentEnd < page.length;
    const pieceEnd = hasTerms ? new VarintReader(page, contentEnd).next() : contentEnd;
    const firstEntry = page.readUInt16BE(0);
    if (firstEntry >= PAGE_HEADER_BYTES && firstEntry < pieceEnd)
      restarts.push(length + firstEntry - PAGE_HEADER_BYTES);
    const piece = page.subarray(PAGE_HEADER_BYTES, pieceEnd);
    pieces.push(piece);
    length += piece.length;
    if (hasTerms) break;
  }
  return { bytes: pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, length), restarts };
}

/** Returns the key of the first note of a doclist. */
export const readFirstKey = ({ bytes }: Doclist): number => new VarintReader(bytes, 0).next();

/** Largest key of a note that is read. */
const MAX_KEY = 2 ** 31 - 1;

/**
 * Calls `visit` with each note of a doclist and the range of its positions in the bytes, until it returns false.
 *
 * @throws UnknownFormatError for another format
 */
export function visitEntries(
  { bytes, restarts }: Doclist,
  visit: (pk: number, from: number, end: number) => boolean,
): void {
  let pk = 0;
  let restart = 0;
  for (let at = 0; at < bytes.length; ) {
    if (restarts[restart] === at) {
      pk = 0;
      restart += 1;
    }
    let byte = bytes[at++] as number;
    let value = byte & 127;
    while (byte > 127 && at < bytes.length) {
      byte = bytes[at++] as number;
      value = value * 128 + (byte & 127);
    }
    pk += value;
    byte = bytes[at++] as number;
    value = byte & 127;
    while (byte > 127 && at < bytes.length) {
      byte = bytes[at++] as number;
      value = value * 128 + (byte & 127);
    }
    const end = at + (value >> 1);
    if ((value & 1) === 1 || end > bytes.length || pk > MAX_KEY || pk <= 0)
      throw new UnknownFormatError('An entry has an unknown form');
    if (!visit(pk, at, end)) return;
    at = end;
  }
}

/** Returns true when a list of positions has one in the title, which is the first column. */
export const isInTitle = (bytes: Uint8Array, from: number, end: number): boolean =>
  from < end && bytes[from] !== COLUMN_MARK;

/** Returns true when a list of positions has one in the body. */
export function isInBody(bytes: Uint8Array, from: number, end: number): boolean {
  let isStart = true;
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    if (isStart && byte === COLUMN_MARK) return true;
    isStart = byte < 128;
  }
  return false;
}

/** Returns the sum of the weights of a list of positions in the title and in the body. */
export function sumWeights(
  bytes: Uint8Array,
  from: number,
  end: number,
  titleWeight: number,
  bodyWeight: number,
): number {
  let weight = titleWeight;
  let sum = 0;
  for (let at = from; at < end; at++) {
    if (bytes[at] === COLUMN_MARK) {
      // The number of the column, 1, follows.
      at += 1;
      weight = bodyWeight;
      continue;
    }
    while ((bytes[at] as number) > 127) at += 1;
    sum += weight;
  }
  return sum;
}

/** Keys of the notes whose entries in a segment no longer count. */
export class Tombstones {
  readonly #pages: readonly Buffer[];

  constructor(pages: readonly Buffer[]) {
    this.#pages = pages;
    if (pages.some((page) => page.length < TOMBSTONE_HEADER_BYTES + 8))
      throw new UnknownFormatError('A tombstone page is too short');
  }

  /** Looks a key up in a hash table with linear probing, spread over the pages. */
  has(pk: number): boolean {
    const count = this.#pages.length;
    const page = this.#pages[pk % count] as Buffer;
    const isWide = page[0] !== 4;
    const bytes = page.length - TOMBSTONE_HEADER_BYTES;
    const slots = bytes <= 8 ? 1 : bytes >> (isWide ? 3 : 2);
    let slot = Math.floor(pk / count) % slots;
    for (let left = slots; left > 0; left--) {
      const at = TOMBSTONE_HEADER_BYTES + slot * (isWide ? 8 : 4);
      const key = isWide ? page.readUInt32BE(at) * 2 ** 32 + page.readUInt32BE(at + 4) : page.readUInt32BE(at);
      if (key === 0) return false;
      if (key === pk) return true;
      slot = slot + 1 === slots ? 0 : slot + 1;
    }
    return false;
  }
}
