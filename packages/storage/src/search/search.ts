import type { Query, QueryNode } from '@notes/query-language';
import { max, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { UpdatedKey } from '../documents/documents.js';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, dynamicQuery, type Fields, literal, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { NotebookReader } from '../notebooks/notebooks.js';
import { documents } from '../schema.js';
import { type ConditionContext, condition, isIn, keySet, matchSet, trashedKeys } from './conditions.js';
import { type FoundNote, selectFoundNotes } from './found-notes.js';
import { splitByTitle, splitText } from './match.js';
import { usePostings } from './posting-reader.js';
import {
  ascending,
  commonPage,
  createdAt,
  createdPage,
  descending,
  EVERY,
  fromActive,
  fromAll,
  fromSet,
  fromTitles,
  isActive,
  isPast,
  isRowidFrom,
  isRowidOfNote,
  isRowidOutside,
  isUpdatedBefore,
  keysOfIds,
  keysWhere,
  matchOfNote,
  nextRankedPage,
  rankedPage,
  startsFrom,
  titleKey,
  titlePage,
  updatedPage,
} from './search-statements.js';
import { searchIndex, searchIndexSizes } from './search-tables.js';
import { findFrom, KeyCollector, selectKeys } from './sorted-keys.js';
import { toWordQuery, type WordQuery } from './word-query.js';
import { type ScoredNote, type WordMatches, WordSearch } from './word-search.js';

const d = alias(documents, 'd');
/** Maximum number of prepared search statements. Their text depends on the shape of a query; its words are bound. */
const MAX_PREPARED_STATEMENTS = 100;

/** Number of matches that are ranked in a library of any size. */
const ALWAYS_RANKED = 1_000;
/** Matches looked up beyond a page, because some may be in Trash. */
const EXTRA_MATCHES = 10;
/** Maximum number of notes in Trash whose keys are read in a search. */
const MAX_TRASHED = 1_000;
/** Factor by which more matches are looked up when too few of the best ones meet the other parts of a query. */
const MORE_MATCHES = 8;

/** Limits that affect the query plan and the order of common words, never which notes are found. */
export interface SearchTuning {
  /**
   * Maximum number of notes matching the words of a query that are ranked; fewer when that is more than half of the
   * library. Ranking takes about 0.4 µs a note. Default 20,000.
   */
  readonly rankedMatches?: number;
  /**
   * Maximum number of notes that are looked up and sorted; above it, scanning an index in order finds a page sooner.
   * Default 5,000.
   */
  readonly sortedMatches?: number;
}

/**
 * Position after the last result of a page. `updated`: most recently changed first. `ranked`: best first by BM25, then
 * newest. `common`: too many matches to rank; matches in the title first, newest first in each group.
 */
export type SearchKey =
  | ({ readonly order: 'updated' } & UpdatedKey)
  | { readonly order: 'ranked'; readonly score: number; readonly pk: number }
  | { readonly order: 'common'; readonly title: boolean; readonly pk: number }
  | { readonly order: 'title'; readonly titleKey: string; readonly pk: number }
  | { readonly order: 'created'; readonly createdAt: number; readonly pk: number };

/** Query with its order and page; `now` is in milliseconds since the Unix epoch. */
export interface SearchRequest {
  readonly query: Query;
  readonly sort: 'relevance' | 'updated' | 'title' | 'created';
  /** Reverses the order by title or creation time. */
  readonly descending?: boolean;
  readonly limit: number;
  readonly now: number;
  readonly after?: SearchKey;
}

/** Query, and the ids of the notes that it is applied to; `now` is in milliseconds since the Unix epoch. */
export interface MatchRequest extends Pick<SearchRequest, 'query' | 'now'> {
  readonly ids: readonly string[];
}

/** Note that matches a query. */
export interface MatchedNote {
  readonly pk: number;
  readonly id: string;
}

/** Match of a search. */
export interface SearchFinding {
  readonly pk: number;
  /** Score of the match, larger is better; 0 when matches are not ranked. */
  readonly score: number;
  readonly key: SearchKey;
}

/** Part of a query other than its text: a condition on `d`, and its note keys when an index has them. */
interface Part {
  readonly condition: SQL;
  readonly set: SQL | null;
}

/** Query in executable form. */
interface Plan {
  /** MATCH expression for the full-text index; null when the index alone decides no part. */
  readonly match: string | null;
  /** Parts that the expression decides, when the posting lists of the index decide them too; otherwise null. */
  readonly words: WordQuery | null;
  readonly parts: readonly Part[];
  readonly seesTrash: boolean;
}

type Rest = Pick<Plan, 'parts' | 'seesTrash'>;

const COUNT = { n: sql<number>`count(*)` };
const byKey = { pk: d.pk };
/** The only column of a key set. */
const bySet = { pk: sql<number>`*` };
const byUpdate = { pk: d.pk, updatedAt: d.updatedAt };
const byTitle = { pk: d.pk, titleKey: d.titleKey };
const byCreation = { pk: d.pk, createdAt: d.createdAt };
const byId = { pk: d.pk, id: d.id };
const byScore = { pk: sql<number>`f.pk`, score: sql<number>`f.score` };
const byMatch = { found: sql<number>`1` };
const byIndex = { pk: sql<number>`${searchIndex.rowid}` };

const selectTrashed = defineQuery(() =>
  rows(
    { pk: documents.pk },
    (list) => sql`SELECT ${list} FROM ${documents} INDEXED BY documents_trashed
      WHERE ${documents.deletedAt} IS NOT NULL LIMIT ${literal(MAX_TRASHED + 1)}`,
  ),
);
const selectLastKey = defineQuery(() => build.select({ pk: max(searchIndexSizes.id) }).from(searchIndexSizes));

/** Finds notes. Returns keys only; the caller reads the notes of a page. */
export class SearchReader {
  readonly #handle: Handle;
  readonly #sql: Statements;
  readonly #words: WordSearch;
  /** Keys of the matches of queries that were searched, in ascending order, while the query exists. */
  readonly #matchesByRoot = new WeakMap<QueryNode, Int32Array>();
  readonly #notebooks: NotebookReader;
  readonly #rankedMatches: number;
  readonly #sortedMatches: number;

  constructor(handle: Handle, tuning: SearchTuning = {}) {
    this.#handle = handle;
    this.#sql = new Statements(handle.raw, MAX_PREPARED_STATEMENTS);
    this.#words = new WordSearch(new Statements(handle.raw));
    this.#notebooks = new NotebookReader(handle);
    this.#rankedMatches = tuning.rankedMatches ?? 20_000;
    this.#sortedMatches = tuning.sortedMatches ?? 5_000;
  }

  /** Returns one page of matches, at most `limit`, after the key `after`. */
  find(request: SearchRequest): SearchFinding[] {
    const { sort, after } = request;
    const plan = this.#plan(request);
    const { match } = plan;
    if (sort === 'title') return this.#byTitle(withText(plan), request);
    if (sort === 'created') return this.#byCreation(withText(plan), request);
    if (match === null || sort === 'updated') return this.#byUpdate(withText(plan), request);
    const maxRanked = this.#maxRanked(match);
    const words = this.#findWords(plan, maxRanked, request);
    const count =
      words === null
        ? this.#countUpTo(matchSet({ expression: match }), maxRanked)
        : words.keys.length > maxRanked
          ? null
          : words.keys.length;
    const first = this.#smallest(plan.parts, Math.min(this.#sortedMatches, count ?? this.#sortedMatches));
    const order = after?.order ?? (count === null && first === null ? 'common' : 'ranked');
    if (words !== null && order === 'ranked') return this.#rankWords(words, plan, first, request);
    const isWanted = this.#isWanted(plan, first);
    return order === 'ranked' ? this.#findRanked(match, isWanted, request) : this.#findCommon(match, isWanted, request);
  }

  /** Returns the matches of a query of words from the posting lists; null when FTS5 has to find them. */
  #findWords({ words, parts }: Plan, maxRanked: number, { query, after }: SearchRequest): WordMatches | null {
    if (words === null) return null;
    const isWriting = this.#handle.isWriting();
    const max = parts.length > 0 || after?.order === 'ranked' ? Number.POSITIVE_INFINITY : maxRanked;
    const found = usePostings(this.#handle, this.#sql, (reader) => this.#words.find(reader, words, max, !isWriting));
    // Inside a write the matches of a query may change before it is asked about a note.
    if (found !== null && parts.length === 0 && found.keys.length <= maxRanked && !isWriting)
      this.#matchesByRoot.set(query.root as QueryNode, found.keys);
    return found;
  }

  /** Ranks matches; `first` is the smallest key set of the other parts. */
  #rankWords(words: WordMatches, plan: Plan, first: Part | null, { limit, after }: SearchRequest): SearchFinding[] {
    const last = after?.order === 'ranked' ? after : undefined;
    const isChecked = !plan.seesTrash && plan.parts.every((part) => part === first);
    const wanted = first === null ? null : this.#listKeys(first.set as SQL, last?.pk);
    const scored = words.score(wanted === null ? words.keys : selectKeys(words.keys, wanted, true));
    const position = last && { pk: last.pk, score: scored.get(last.pk) ?? last.score };
    for (let count = limit + EXTRA_MATCHES; ; count *= MORE_MATCHES) {
      const best = scored.selectBest(count, position);
      const found = isChecked ? this.#selectActive(best) : this.#selectWanted(best, plan);
      if (found.length < limit && best.length === count) continue;
      return found.slice(0, limit).map(({ pk, score }) => ({ pk, score: -score, key: { order: 'ranked', score, pk } }));
    }
  }

  /** Returns the keys of a set in ascending order, with one more. */
  #listKeys(set: SQL, more: number | undefined): Int32Array {
    const keys = new KeyCollector();
    for (const { pk } of this.#all(bySet, (list) => sql`SELECT ${list} FROM (${set})`)) keys.add(pk);
    if (more !== undefined) keys.add(more);
    return keys.toSorted();
  }

  /** Returns the matches that meet the other parts of a query. */
  #selectWanted(matches: readonly ScoredNote[], plan: Rest): ScoredNote[] {
    const keys = JSON.stringify(matches.map(({ pk }) => pk));
    const found = this.#all(byKey, (list) => keysWhere({ list, keys, where: toCondition(plan, null) }));
    const wanted = new Set(found.map(({ pk }) => pk));
    return matches.filter(({ pk }) => wanted.has(pk));
  }

  /** Returns the matches that are not in Trash. */
  #selectActive(matches: readonly ScoredNote[]): ScoredNote[] {
    const trashed = this.#sql.all(selectTrashed);
    if (trashed.length > MAX_TRASHED) return this.#selectWanted(matches, { parts: [], seesTrash: false });
    if (trashed.length === 0) return [...matches];
    const keys = new Set(trashed.map(({ pk }) => pk));
    return matches.filter(({ pk }) => !keys.has(pk));
  }

  /**
   * Returns the maximum number of matches of words that are ranked. BM25 gives no weight to a word that more than half of
   * the notes have.
   */
  #maxRanked(match: string): number {
    if (match.includes(' OR ')) return this.#rankedMatches;
    return Math.min(this.#rankedMatches, Math.max(ALWAYS_RANKED, Math.floor(this.#sql.count(selectLastKey) / 2)));
  }

  /** Reads the notes of a page, in the order of the keys. */
  readNotes(keys: readonly number[]): FoundNote[] {
    return this.#sql.all(selectFoundNotes, { keys: JSON.stringify(keys) });
  }

  /** Returns true when a note matches a query that consists of words and phrases. */
  isMatch(query: Query, pk: number): boolean {
    const keys = query.root === null ? undefined : this.#matchesByRoot.get(query.root);
    if (keys !== undefined) return keys[findFrom(keys, pk, 0)] === pk;
    const { match } = this.#plan({ query, now: 0 });
    return match !== null && this.#all(byMatch, (list) => matchOfNote({ list, match, pk })).length > 0;
  }

  /** Keys of all matches, in no order. */
  matches(request: Pick<SearchRequest, 'query' | 'now'>): number[] {
    const from = this.#fromDocuments(withText(this.#plan(request)));
    return this.#all(byKey, (list) => sql`SELECT ${list} ${from}`).map(({ pk }) => pk);
  }

  /** Returns the notes among `ids` that match a query, in no order. Unknown ids are ignored. */
  matchesAmong({ query, now, ids }: MatchRequest): MatchedNote[] {
    const { parts, seesTrash } = withText(this.#plan({ query, now }));
    const conditions = [
      startsFrom({ set: keysOfIds({ ids: JSON.stringify(ids) }) }),
      seesTrash ? EVERY : isActive(),
      ...parts.map(({ condition }) => condition),
    ];
    const from = fromSet({ where: sql.join(conditions, sql` AND `) });
    return this.#all(byId, (list) => sql`SELECT ${list} ${from}`);
  }

  #plan({ query: { root, seesTrash }, now }: Pick<SearchRequest, 'query' | 'now'>): Plan {
    const context: ConditionContext = { now, notebooks: () => this.#notebooks.all() };
    const { match, matched, rest } = splitText(root === null ? [] : root.type === 'and' ? root.children : [root]);
    const parts = rest.map((part) => ({ condition: condition(part, context), set: keySet(part, context) }));
    return { match, words: match === null ? null : toWordQuery(matched), parts, seesTrash };
  }

  #byUpdate(plan: Rest, { limit, after }: SearchRequest): SearchFinding[] {
    const from = this.#fromDocuments(plan);
    const isAfter = after?.order === 'updated' ? isUpdatedBefore(after) : EVERY;
    const found = this.#all(byUpdate, (list) => updatedPage({ list, from, isAfter, limit }));
    return found.map((row) => ({ pk: row.pk, score: 0, key: { order: 'updated', ...row } }));
  }

  #byTitle(plan: Rest, { limit, after, descending: isDescending = false }: SearchRequest): SearchFinding[] {
    const { direction, order } = isDescending ? descending : ascending;
    const from = this.#fromDocuments(plan, fromTitles);
    const isAfter =
      after?.order === 'title' ? isPast({ column: titleKey(), order, value: after.titleKey, pk: after.pk }) : EVERY;
    const found = this.#all(byTitle, (list) => titlePage({ list, from, isAfter, direction, limit }));
    return found.map((row) => ({ pk: row.pk, score: 0, key: { order: 'title', ...row } }));
  }

  #byCreation(plan: Rest, { limit, after, descending: isDescending = false }: SearchRequest): SearchFinding[] {
    const { direction, order } = isDescending ? descending : ascending;
    const from = this.#fromDocuments(plan);
    const isAfter =
      after?.order === 'created' ? isPast({ column: createdAt(), order, value: after.createdAt, pk: after.pk }) : EVERY;
    const found = this.#all(byCreation, (list) => createdPage({ list, from, isAfter, direction, limit }));
    return found.map((row) => ({ pk: row.pk, score: 0, key: { order: 'created', ...row } }));
  }

  #findRanked(match: string, isWanted: SQL, { limit, after }: SearchRequest): SearchFinding[] {
    const found = this.#all(byScore, (list) =>
      after?.order === 'ranked'
        ? nextRankedPage({ list, match, isWanted, limit, pk: after.pk, score: after.score })
        : rankedPage({ list, match, isWanted, limit }),
    );
    return found.map(({ pk, score }) => ({ pk, score: -score, key: { order: 'ranked', score, pk } }));
  }

  #findCommon(match: string, isWanted: SQL, { limit, after }: SearchRequest): SearchFinding[] {
    const position = after?.order === 'common' ? after : { title: true, pk: Number.MAX_SAFE_INTEGER };
    const { inTitle, outsideTitle } = splitByTitle(match);
    const found: SearchFinding[] = [];
    for (const title of position.title ? [true, false] : [false]) {
      const before = title === position.title ? position.pk : Number.MAX_SAFE_INTEGER;
      const part = { match: title ? inTitle : outsideTitle, before, isWanted, limit: limit - found.length };
      for (const { pk } of this.#all(byIndex, (list) => commonPage({ list, ...part })))
        found.push({ pk, score: title ? 1 : 0, key: { order: 'common', title, pk } });
      if (found.length >= limit) break;
    }
    return found;
  }

  /** Returns the condition of the remaining parts on a row of the full-text index; `first` is the smallest key set. */
  #isWanted(plan: Rest, first: Part | null): SQL {
    // With the plus, FTS5 scans its matches once; without it, FTS5 would run the MATCH again for each key.
    if (plan.parts.length === 0) return isRowidOutside({ set: trashedKeys() });
    return first === null
      ? isRowidOfNote({ where: toCondition(plan, null) })
      : isRowidFrom({ from: fromSet({ where: toCondition(plan, first) }) });
  }

  /**
   * Builds `FROM documents d WHERE …`: starts from the smallest key set when it is small, otherwise scans an index in
   * order.
   */
  #fromDocuments(plan: Rest, fromIndex = fromActive): SQL {
    const first = this.#smallest(plan.parts, this.#sortedMatches);
    const where = toCondition(plan, first);
    if (first !== null) return fromSet({ where });
    return plan.seesTrash ? fromAll({ where }) : fromIndex({ where });
  }

  /** Returns the part with the smallest key set of at most `bound` keys. */
  #smallest(parts: readonly Part[], mostKeys: number): Part | null {
    let smallest: Part | null = null;
    let bound = mostKeys;
    for (const part of parts) {
      const size = part.set === null ? null : this.#countUpTo(part.set, bound);
      if (size === null) continue;
      smallest = part;
      bound = size;
    }
    return smallest;
  }

  /** Returns the number of rows of a query; null when more than `bound`. */
  #countUpTo(query: SQL, bound: number): number | null {
    const n = this.#sql.count(
      dynamicQuery(rows(COUNT, (list) => sql`SELECT ${list} FROM (${query} LIMIT ${bound + 1})`)),
    );
    return n > bound ? null : n;
  }

  #all<Selected extends Fields>(fields: Selected, write: (list: SQL) => SQL): Row<Selected>[] {
    return this.#sql.all(dynamicQuery(rows(fields, write)));
  }
}

/** Returns the condition of a query on `d`; SQLite starts from the key set of `first`. */
function toCondition({ parts, seesTrash }: Rest, first: Part | null): SQL {
  const conditions = [
    seesTrash ? EVERY : isActive(),
    ...parts.map((part) => (part === first ? startsFrom({ set: part.set as SQL }) : part.condition)),
  ];
  return sql.join(conditions, sql` AND `);
}

/** Returns the plan with the MATCH expression as an ordinary part. */
function withText({ match, parts, seesTrash }: Omit<Plan, 'words'>): Rest {
  if (match === null) return { parts, seesTrash };
  const set = matchSet({ expression: match });
  return { parts: [...parts, { condition: isIn(set), set }], seesTrash };
}
