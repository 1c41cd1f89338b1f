import type { Query } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { UpdatedKey } from '../documents/documents.js';
import { defineFragment } from '../library/fragment.js';
import type { Handle } from '../library/handle.js';
import { dynamicQuery, type Fields, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { NotebookReader } from '../notebooks/notebooks.js';
import { documents } from '../schema.js';
import { type ConditionContext, condition, isIn, keySet, matchSet, trashedKeys } from './conditions.js';
import { splitByTitle, splitText } from './match.js';
import { searchIndex } from './search-tables.js';

const d = alias(documents, 'd');
/** Ranking by BM25. A word in the title weighs as much as ten in the body. */
const score = sql<number>`bm25(${searchIndex}, 10.0, 1.0)`;
/** Maximum number of prepared search statements. Their text depends on the shape of a query; its words are bound. */
const MAX_PREPARED_STATEMENTS = 100;

/** Limits that affect the query plan, never the results. */
export interface SearchTuning {
  /** Maximum number of matches that are ranked; ranking more costs much and says little. Default 1,000. */
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
  readonly parts: readonly Part[];
  readonly seesTrash: boolean;
}

type Rest = Pick<Plan, 'parts' | 'seesTrash'>;

const COUNT = { n: sql<number>`count(*)` };
const byKey = { pk: d.pk };
const byUpdate = { pk: d.pk, updatedAt: d.updatedAt };
const byTitle = { pk: d.pk, titleKey: d.titleKey };
const byCreation = { pk: d.pk, createdAt: d.createdAt };
const byId = { pk: d.pk, id: d.id };
const byScore = { pk: sql<number>`f.pk`, score: sql<number>`f.score` };
const byCurrentScore = { score };
const byIndex = { pk: sql<number>`${searchIndex.rowid}` };

/** Parts of a statement for a page: the columns, and the remaining statement from `FROM` up to the conditions. */
type Page = { readonly list: SQL; readonly from: SQL; readonly isAfter: SQL; readonly limit: number };
type DirectedPage = Page & { readonly direction: SQL };
const updatedPage = defineFragment(
  ({ list, from, isAfter, limit }: Parameters<Page>) => sql`SELECT ${list} ${from} AND ${isAfter}
    ORDER BY ${d.updatedAt} DESC, ${d.pk} DESC LIMIT ${limit}`,
);
const titlePage = defineFragment(
  ({ list, from, isAfter, direction, limit }: Parameters<DirectedPage>) => sql`SELECT ${list} ${from} AND ${isAfter}
    ORDER BY ${d.titleKey} ${direction}, ${d.pk} ${direction} LIMIT ${limit}`,
);
const createdPage = defineFragment(
  ({ list, from, isAfter, direction, limit }: Parameters<DirectedPage>) => sql`SELECT ${list} ${from} AND ${isAfter}
    ORDER BY ${d.createdAt} ${direction}, ${d.pk} ${direction} LIMIT ${limit}`,
);
const isUpdatedBefore = defineFragment(
  ({ updatedAt, pk }: Parameters<UpdatedKey>) => sql`(${d.updatedAt}, ${d.pk}) < (${updatedAt}, ${pk})`,
);
const titleKey = defineFragment(() => sql`${d.titleKey}`);
const createdAt = defineFragment(() => sql`${d.createdAt}`);
/** Returns the condition for rows after a key, ordered by a column, then by `pk`. */
const isPast = defineFragment(
  ({ column, order, value, pk }: Parameters<{ column: SQL; order: SQL; value: string | number; pk: number }>) =>
    sql`(${column}, ${d.pk}) ${order} (${value}, ${pk})`,
);
const ascending = { direction: sql`ASC`, order: sql`>` };
const descending = { direction: sql`DESC`, order: sql`<` };
const EVERY = sql`1`;

type Match = { readonly match: string; readonly isWanted: SQL };
const rankedPage = defineFragment(
  ({ list, match, isWanted, isAfter, limit }: Parameters<Omit<Page, 'from'> & Match>) => sql`
    SELECT ${list} FROM (SELECT ${searchIndex.rowid} AS pk, ${score} AS score FROM ${searchIndex}
      WHERE ${searchIndex} MATCH ${match} AND ${isWanted}) f
    WHERE ${isAfter} ORDER BY f.score, f.pk DESC LIMIT ${limit}`,
);
const currentScore = defineFragment(
  ({ list, match, pk }: Parameters<{ list: SQL; match: string; pk: number }>) =>
    sql`SELECT ${list} FROM ${searchIndex} WHERE ${searchIndex} MATCH ${match} AND ${searchIndex.rowid} = ${integer(pk)}`,
);
const commonPage = defineFragment(
  ({ list, match, before, isWanted, limit }: Parameters<Match & { list: SQL; before: number; limit: number }>) => sql`
    SELECT ${list} FROM ${searchIndex}
    WHERE ${searchIndex} MATCH ${match} AND ${searchIndex.rowid} < ${integer(before)} AND ${isWanted}
    ORDER BY ${searchIndex.rowid} DESC LIMIT ${limit}`,
);
const isRowidOutside = defineFragment(
  ({ set }: Parameters<{ set: SQL }>) => sql`+${searchIndex.rowid} NOT IN (${set})`,
);
const isRowidFrom = defineFragment(
  ({ from }: Parameters<{ from: SQL }>) => sql`+${searchIndex.rowid} IN (SELECT ${d.pk} ${from})`,
);

/** Returns the query for the keys of notes with one of the ids. */
const keysOfIds = defineFragment(
  ({ ids }: Parameters<{ ids: string }>) =>
    sql`SELECT ${d.pk} FROM json_each(${ids}) k CROSS JOIN ${documents} ${d} ON ${d.id} = k.value`,
);

type Where = { readonly where: SQL };
const fromSet = defineFragment(
  ({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} NOT INDEXED WHERE ${where}`,
);
const fromAll = defineFragment(({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} WHERE ${where}`);
const fromActive = defineFragment(
  ({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} INDEXED BY documents_active WHERE ${where}`,
);
const fromTitles = defineFragment(
  ({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} INDEXED BY documents_title WHERE ${where}`,
);
const isActive = defineFragment(() => sql`${d.deletedAt} IS NULL`);
/** Returns the condition for a note with a key in a set, from which SQLite starts. */
const startsFrom = defineFragment(({ set }: Parameters<{ set: SQL }>) => sql`${d.pk} IN (${set})`);

/** Finds notes. Returns keys only; the caller reads the notes of a page. */
export class SearchReader {
  readonly #sql: Statements;
  readonly #notebooks: NotebookReader;
  readonly #rankedMatches: number;
  readonly #sortedMatches: number;

  constructor(handle: Handle, tuning: SearchTuning = {}) {
    this.#sql = new Statements(handle.raw, MAX_PREPARED_STATEMENTS);
    this.#notebooks = new NotebookReader(handle);
    this.#rankedMatches = tuning.rankedMatches ?? 1_000;
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
    const wanted = this.#isWanted(plan);
    const order = after?.order ?? this.#order(match, wanted);
    return order === 'ranked' ? this.#findRanked(match, wanted, request) : this.#findCommon(match, wanted, request);
  }

  /** Returns true when a note matches a query that consists of words and phrases. */
  isMatch(query: Query, pk: number): boolean {
    const { match } = this.#plan({ query, now: 0 });
    return match !== null && this.#scoreNow(match, pk) !== undefined;
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
    const { match, rest } = splitText(root === null ? [] : root.type === 'and' ? root.children : [root]);
    const parts = rest.map((part) => ({ condition: condition(part, context), set: keySet(part, context) }));
    return { match, parts, seesTrash };
  }

  #order(match: string, wanted: SQL): SearchKey['order'] {
    return this.#countUpTo(sql`${matchSet({ expression: match })} AND ${wanted}`, this.#rankedMatches) === null
      ? 'common'
      : 'ranked';
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
    const least = after?.order === 'ranked' ? (this.#scoreNow(match, after.pk) ?? after.score) : 0;
    const isAfter =
      after?.order === 'ranked' ? sql`(f.score > ${least} OR (f.score = ${least} AND f.pk < ${after.pk}))` : EVERY;
    const found = this.#all(byScore, (list) => rankedPage({ list, match, isWanted, isAfter, limit }));
    return found.map(({ pk, score }) => ({ pk, score: -score, key: { order: 'ranked', score, pk } }));
  }

  /**
   * Returns the current score of the last note of a page. Scores change with every written note, but their order hardly
   * does.
   */
  #scoreNow(match: string, pk: number): number | undefined {
    const [row] = this.#all(byCurrentScore, (list) => currentScore({ list, match, pk }));
    return row?.score;
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

  /** Returns the condition of the remaining parts on a row of the full-text index. */
  #isWanted(plan: Rest): SQL {
    // With the plus, FTS5 scans its matches once; without it, FTS5 would run the MATCH again for each key.
    return plan.parts.length === 0
      ? isRowidOutside({ set: trashedKeys() })
      : isRowidFrom({ from: this.#fromDocuments(plan) });
  }

  /**
   * Builds `FROM documents d WHERE …`: starts from the smallest key set when it is small, otherwise scans an index in
   * order.
   */
  #fromDocuments({ parts, seesTrash }: Rest, fromIndex = fromActive): SQL {
    const first = this.#smallest(parts);
    const conditions = [
      seesTrash ? EVERY : isActive(),
      ...parts.map((part) => (part === first ? startsFrom({ set: part.set as SQL }) : part.condition)),
    ];
    const where = sql.join(conditions, sql` AND `);
    if (first !== null) return fromSet({ where });
    return seesTrash ? fromAll({ where }) : fromIndex({ where });
  }

  #smallest(parts: readonly Part[]): Part | null {
    let smallest: Part | null = null;
    let bound = this.#sortedMatches;
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

/** Casts a number to INTEGER. Numbers are bound as floats, and FTS5 ignores a float as a bound of its rowid. */
const integer = (value: SQL<number>) => sql`CAST(${value} AS INTEGER)`;

/** Returns the plan with the MATCH expression as an ordinary part. */
function withText({ match, parts, seesTrash }: Plan): Rest {
  if (match === null) return { parts, seesTrash };
  const set = matchSet({ expression: match });
  return { parts: [...parts, { condition: isIn(set), set }], seesTrash };
}
