import type { TextNode } from '@notes/query-language';
import { inArray, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, literal, type Parameters, rows } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import {
  type Doclist,
  decodeStructure,
  decodeTotals,
  findDoclists,
  getTombstoneKeys,
  isInBody,
  isInTitle,
  KeySet,
  LAST_PAGE,
  makeTermKey,
  readFirstKey,
  SEGMENT_SHIFT,
  type Segment,
  STRUCTURE_KEY,
  sumWeights,
  TOTALS_KEY,
  Tombstones,
  type Totals,
  toTerm,
  UnknownFormatError,
  visitEntries,
  visitKeys,
} from './index-format.js';
import { searchIndexData, searchIndexPages } from './search-tables.js';
import { findFrom, KeyCollector } from './sorted-keys.js';

/** Maximum number of pages of a segment that is read as a whole to look many words up. */
const MAX_SMALL_PAGES = 16;
/** Maximum number of pages read for one word: some 8 MB. FTS5 answers above it, without reading them into memory. */
const MAX_PAGES = 2_048;

const selectRecords = defineQuery(() =>
  build
    .select({ id: searchIndexData.id, block: searchIndexData.block })
    .from(searchIndexData)
    .where(inArray(searchIndexData.id, [STRUCTURE_KEY, TOTALS_KEY])),
);

/** Selects the number of the page on which a key of the index is, or would be. */
const findFirstPage = (segment: ReturnType<typeof sql<number>>, key: ReturnType<typeof sql<Buffer>>) => sql`
  (SELECT ${searchIndexPages.pgno} >> 1 FROM ${searchIndexPages}
    WHERE ${searchIndexPages.segid} = ${segment} AND ${searchIndexPages.term} <= ${key}
    ORDER BY ${searchIndexPages.term} DESC LIMIT 1)`;
const findNextPage = (segment: ReturnType<typeof sql<number>>, key: ReturnType<typeof sql<Buffer>>) => sql`
  coalesce((SELECT ${searchIndexPages.pgno} >> 1 FROM ${searchIndexPages}
    WHERE ${searchIndexPages.segid} = ${segment} AND ${searchIndexPages.term} > ${key}
    ORDER BY ${searchIndexPages.term} LIMIT 1), ${literal(LAST_PAGE)})`;

type PageRange = { segments: string; key: Buffer; until: Buffer };
/** Selects the pages of each segment from the one with a key to the one after another key. */
const selectPages = defineQuery(({ segments, key, until }: Parameters<PageRange>) => {
  const segment = sql<number>`s.value`;
  const base = sql`(${segment} << ${literal(SEGMENT_SHIFT)})`;
  return rows(
    { segment: sql<number>`s.key`, block: searchIndexData.block },
    (list) => sql`SELECT ${list} FROM json_each(${segments}) s CROSS JOIN ${searchIndexData}
      ON ${searchIndexData.id} >= ${base} + ${findFirstPage(segment, key)}
      AND ${searchIndexData.id} <= ${base} + ${findNextPage(segment, until)} LIMIT ${literal(MAX_PAGES + 1)}`,
  );
});
/** Selects the pages on which some keys are or would be. */
const selectPagesOfKeys = defineQuery(({ segments, keys }: Parameters<{ segments: string; keys: string }>) => {
  const segment = sql<number>`s.value`;
  const key = sql<Buffer>`CAST(k.value AS BLOB)`;
  return rows(
    { block: searchIndexData.block },
    (list) => sql`SELECT ${list} FROM (
        SELECT DISTINCT (${segment} << ${literal(SEGMENT_SHIFT)}) + ${findFirstPage(segment, key)} AS page
        FROM json_each(${segments}) s CROSS JOIN json_each(${keys}) k) p
      CROSS JOIN ${searchIndexData} ON ${searchIndexData.id} = p.page`,
  );
});
/** Selects all pages of some segments. */
const selectAllPages = defineQuery(({ segments }: Parameters<{ segments: string }>) =>
  rows(
    { block: searchIndexData.block },
    (list) => sql`SELECT ${list} FROM json_each(${segments}) s CROSS JOIN ${searchIndexData}
      ON ${searchIndexData.id} > (s.value << ${literal(SEGMENT_SHIFT)})
      AND ${searchIndexData.id} <= (s.value << ${literal(SEGMENT_SHIFT)}) + ${literal(LAST_PAGE)}`,
  ),
);
const selectTombstones = defineQuery(({ from, until }: Parameters<{ from: bigint; until: bigint }>) =>
  rows(
    { block: searchIndexData.block },
    (list) => sql`SELECT ${list} FROM ${searchIndexData}
      WHERE ${searchIndexData.id} >= ${from} AND ${searchIndexData.id} < ${until} ORDER BY ${searchIndexData.id}`,
  ),
);

const beginStep = defineQuery(() => sql`SAVEPOINT search`);
const endStep = defineQuery(() => sql`RELEASE search`);

/** Entries of a word in one segment. */
interface Entries {
  readonly doclist: Doclist;
  readonly firstKey: number;
  readonly tombstones: Tombstones | undefined;
}

/** Entries of a word, or of all words with a beginning, in all segments. */
export class Postings {
  readonly #entries: readonly Entries[];
  readonly #scope: TextNode['scope'];

  constructor(entries: readonly Entries[], scope: TextNode['scope']) {
    // Segments mostly hold notes that were written after one another.
    this.#entries = entries.length === 1 ? entries : entries.toSorted((a, b) => a.firstKey - b.firstKey);
    this.#scope = scope;
  }

  /**
   * Returns the keys of the notes in ascending order.
   *
   * @param max number of keys after which the others may be left out
   */
  listKeys(max = Number.POSITIVE_INFINITY): Int32Array {
    const keys = new KeyCollector();
    for (const entries of this.#entries)
      this.#visit(entries, (pk) => {
        keys.add(pk);
        return keys.length <= max;
      });
    return keys.toSorted();
  }

  /** Adds up the weights of the word in each of some notes, whose keys are in ascending order. */
  sumWeights(keys: Int32Array, titleWeight: number): Float64Array {
    const sums = new Float64Array(keys.length);
    const weight = this.#scope === 'body' ? 0 : titleWeight;
    for (const entries of this.#entries) {
      let at = 0;
      const { bytes } = entries.doclist;
      this.#visit(entries, (pk, from, end) => {
        if ((keys[at] as number) < pk) at = findFrom(keys, pk, at);
        if (keys[at] === pk)
          (sums[at] as number) += sumWeights(bytes, from, end, weight, this.#scope === 'title' ? 0 : 1);
        return at < keys.length;
      });
    }
    return sums;
  }

  #visit({ doclist, tombstones }: Entries, visit: (pk: number, from: number, end: number) => boolean): void {
    const scope = this.#scope;
    if (scope === 'any' && tombstones === undefined) {
      visitEntries(doclist, visit);
      return;
    }
    const { bytes } = doclist;
    const isInScope = scope === 'any' ? () => true : scope === 'title' ? isInTitle : isInBody;
    visitEntries(doclist, (pk, from, end) =>
      !isInScope(bytes, from, end) || tombstones?.has(pk) === true ? true : visit(pk, from, end),
    );
  }
}

/** Reads posting lists from the tables of the full-text index, in one snapshot. */
export class PostingReader {
  readonly totals: Totals;
  readonly #sql: Statements;
  readonly #segments: readonly Segment[];
  readonly #segmentIds: string;
  readonly #tombstones = new Map<Segment, Tombstones>();

  /** @throws UnknownFormatError for an index of another format */
  constructor(statements: Statements) {
    this.#sql = statements;
    const records = new Map(statements.all(selectRecords).map(({ id, block }) => [id, block]));
    const structure = records.get(STRUCTURE_KEY);
    const totals = records.get(TOTALS_KEY);
    if (structure === undefined || totals === undefined) throw new UnknownFormatError('The index has no structure');
    this.#segments = decodeStructure(structure);
    this.#segmentIds = JSON.stringify(this.#segments.map(({ id }) => id));
    this.totals = decodeTotals(totals);
  }

  /**
   * Reads the postings of a word.
   *
   * @throws UnknownFormatError for an index of another format, and for a word in too many notes
   */
  read({ terms: [term = ''], prefix, scope }: TextNode): Postings {
    const key = makeTermKey(term, prefix);
    const range = { segments: this.#segmentIds, key: key.bytes, until: key.until };
    const found = this.#sql.all(selectPages, range);
    if (found.length > MAX_PAGES) throw new UnknownFormatError('Too many notes have the word');
    const entries: Entries[] = [];
    for (let from = 0; from < found.length; ) {
      const index = found[from]?.segment as number;
      let end = from + 1;
      while (found[end]?.segment === index) end += 1;
      const doclists = findDoclists(
        found.slice(from, end).map(({ block }) => block),
        key,
      );
      for (const doclist of doclists)
        entries.push({
          doclist,
          firstKey: readFirstKey(doclist),
          tombstones: this.#readTombstones(this.#segments[index] as Segment),
        });
      from = end;
    }
    return new Postings(entries, scope);
  }

  /** Returns those of some terms that the index has, perhaps only of notes that are gone. */
  selectExisting(terms: readonly string[]): string[] {
    const keys = terms.map((term) => makeTermKey(term, false).bytes);
    const wanted = new KeySet(keys);
    const found = new Set<string>();
    const visitPage = ({ block }: { readonly block: Buffer }) =>
      visitKeys(block, (bytes, length) => {
        if (wanted.has(bytes, length)) found.add(toTerm(bytes, length));
      });
    const isSmall = ({ pages }: Segment) => pages <= MAX_SMALL_PAGES;
    const listIds = (segments: readonly Segment[]) => JSON.stringify(segments.map(({ id }) => id));
    const large = listIds(this.#segments.filter((segment) => !isSmall(segment)));
    this.#sql.all(selectAllPages, { segments: listIds(this.#segments.filter(isSmall)) }).forEach(visitPage);
    this.#sql
      .all(selectPagesOfKeys, { segments: large, keys: JSON.stringify(keys.map((key) => key.toString())) })
      .forEach(visitPage);
    return [...found];
  }

  /**
   * Returns the terms with a beginning of two characters or more, perhaps only of notes that are gone, in the order of
   * their bytes.
   *
   * @throws UnknownFormatError for an index of another format, and for too many terms
   */
  listTerms(beginning: string): string[] {
    const key = makeTermKey(beginning, true);
    const range = { segments: this.#segmentIds, key: key.bytes, until: key.until };
    const found = this.#sql.all(selectPages, range);
    if (found.length > MAX_PAGES) throw new UnknownFormatError('Too many words have the beginning');
    const terms = new Set<string>();
    for (const { block } of found)
      visitKeys(block, (bytes, length) => {
        const isWanted =
          length >= key.bytes.length && bytes.compare(key.bytes, 0, key.bytes.length, 0, key.bytes.length) === 0;
        if (isWanted) terms.add(toTerm(bytes, length));
      });
    return [...terms].sort();
  }

  /** Returns the number of notes with a term. */
  countNotes(term: string): number {
    return this.read({ type: 'text', scope: 'any', terms: [term], prefix: false }).listKeys().length;
  }

  #readTombstones(segment: Segment): Tombstones | undefined {
    if (segment.tombstonePages === 0) return undefined;
    const known = this.#tombstones.get(segment);
    if (known !== undefined) return known;
    const tombstones = new Tombstones(
      this.#sql.all(selectTombstones, getTombstoneKeys(segment)).map(({ block }) => block),
    );
    this.#tombstones.set(segment, tombstones);
    return tombstones;
  }
}

/**
 * Runs a read of the posting lists in the current transaction. Inside a write, it sees the changes of that write.
 *
 * @param statements statements on the same connection
 * @returns the result; null when only FTS5 can read the index, or outside a transaction
 */
export function usePostings<Result>(
  handle: Handle,
  statements: Statements,
  work: (reader: PostingReader) => Result,
): Result | null {
  if (!handle.raw.inTransaction) return null;
  // FTS5 holds the words of a write in memory until a savepoint begins.
  if (handle.isWriting()) for (const query of [beginStep, endStep]) statements.run(query);
  try {
    return work(new PostingReader(statements));
  } catch (error) {
    if (error instanceof UnknownFormatError) return null;
    throw error;
  }
}
