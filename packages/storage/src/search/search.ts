import type { Query } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { UpdatedKey } from '../documents/documents.js';
import { type Handle, Statements } from '../library/statements.js';
import { NotebookReader } from '../notebooks/notebooks.js';
import { type ConditionContext, condition, keySet, matchSet, TRASHED } from './conditions.js';
import { splitByTitle, splitText } from './match.js';

/** Ranking by BM25. A word in the title weighs as much as ten in the body. */
const WEIGHTS = sql.raw('bm25(search_fts, 10.0, 1.0)');
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

/** Finds notes. Returns keys only; the caller reads the notes of a page. */
export class SearchReader {
  readonly #sql: Statements;
  readonly #dialect = new SQLiteSyncDialect();
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

  /** Keys of all matches, in no order. */
  matches(request: Pick<SearchRequest, 'query' | 'now'>): number[] {
    const from = this.#fromDocuments(withText(this.#plan(request)));
    return this.#all<{ pk: number }>(sql`SELECT d.pk ${from}`).map(({ pk }) => pk);
  }

  #plan({ query: { root, seesTrash }, now }: Pick<SearchRequest, 'query' | 'now'>): Plan {
    const context: ConditionContext = { now, notebooks: () => this.#notebooks.all() };
    const { match, rest } = splitText(root === null ? [] : root.type === 'and' ? root.children : [root]);
    const parts = rest.map((part) => ({ condition: condition(part, context), set: keySet(part, context) }));
    return { match, parts, seesTrash };
  }

  #order(match: string, wanted: SQL): SearchKey['order'] {
    return this.#countUpTo(sql`${matchSet(match)} AND ${wanted}`, this.#rankedMatches) === null ? 'common' : 'ranked';
  }

  #byUpdate(plan: Rest, { limit, after }: SearchRequest): SearchFinding[] {
    const from = after?.order === 'updated' ? sql`(d.updated_at, d.pk) < (${after.updatedAt}, ${after.pk})` : sql`1`;
    const rows = this.#all<{ pk: number; updatedAt: number }>(sql`
      SELECT d.pk, d.updated_at AS updatedAt ${this.#fromDocuments(plan)} AND ${from}
      ORDER BY d.updated_at DESC, d.pk DESC LIMIT ${limit}`);
    return rows.map((row) => ({ pk: row.pk, score: 0, key: { order: 'updated', ...row } }));
  }

  #byTitle(plan: Rest, { limit, after, descending = false }: SearchRequest): SearchFinding[] {
    const direction = sql.raw(descending ? 'DESC' : 'ASC');
    const from = after?.order === 'title' ? pastKey(sql`d.title_key`, after.titleKey, after.pk, descending) : sql`1`;
    const rows = this.#all<{ pk: number; titleKey: string }>(sql`
      SELECT d.pk, d.title_key AS titleKey ${this.#fromDocuments(plan, sql`documents_title`)} AND ${from}
      ORDER BY d.title_key ${direction}, d.pk ${direction} LIMIT ${limit}`);
    return rows.map((row) => ({ pk: row.pk, score: 0, key: { order: 'title', ...row } }));
  }

  #byCreation(plan: Rest, { limit, after, descending = false }: SearchRequest): SearchFinding[] {
    const direction = sql.raw(descending ? 'DESC' : 'ASC');
    const from =
      after?.order === 'created' ? pastKey(sql`d.created_at`, after.createdAt, after.pk, descending) : sql`1`;
    const rows = this.#all<{ pk: number; createdAt: number }>(sql`
      SELECT d.pk, d.created_at AS createdAt ${this.#fromDocuments(plan)} AND ${from}
      ORDER BY d.created_at ${direction}, d.pk ${direction} LIMIT ${limit}`);
    return rows.map((row) => ({ pk: row.pk, score: 0, key: { order: 'created', ...row } }));
  }

  #findRanked(match: string, wanted: SQL, { limit, after }: SearchRequest): SearchFinding[] {
    const score = after?.order === 'ranked' ? (this.#scoreNow(match, after.pk) ?? after.score) : 0;
    const from =
      after?.order === 'ranked' ? sql`(f.score > ${score} OR (f.score = ${score} AND f.pk < ${after.pk}))` : sql`1`;
    const rows = this.#all<{ pk: number; score: number }>(sql`
      SELECT f.pk, f.score FROM
        (SELECT rowid AS pk, ${WEIGHTS} AS score FROM search_fts
         WHERE search_fts MATCH ${match} AND ${wanted}) f
      WHERE ${from} ORDER BY f.score, f.pk DESC LIMIT ${limit}`);
    return rows.map(({ pk, score }) => ({ pk, score: -score, key: { order: 'ranked', score, pk } }));
  }

  /**
   * Returns the current score of the last note of a page. Scores change with every written note, but their order hardly
   * does.
   */
  #scoreNow(match: string, pk: number): number | undefined {
    const [row] = this.#all<{ score: number }>(
      sql`SELECT ${WEIGHTS} AS score FROM search_fts WHERE search_fts MATCH ${match} AND rowid = ${integer(pk)}`,
    );
    return row?.score;
  }

  #findCommon(match: string, wanted: SQL, { limit, after }: SearchRequest): SearchFinding[] {
    const position = after?.order === 'common' ? after : { title: true, pk: Number.MAX_SAFE_INTEGER };
    const { inTitle, outsideTitle } = splitByTitle(match);
    const found: SearchFinding[] = [];
    for (const title of position.title ? [true, false] : [false]) {
      const before = title === position.title ? position.pk : Number.MAX_SAFE_INTEGER;
      const rows = this.#all<{ pk: number }>(sql`
        SELECT rowid AS pk FROM search_fts
        WHERE search_fts MATCH ${title ? inTitle : outsideTitle} AND rowid < ${integer(before)} AND ${wanted}
        ORDER BY rowid DESC LIMIT ${limit - found.length}`);
      for (const { pk } of rows) found.push({ pk, score: title ? 1 : 0, key: { order: 'common', title, pk } });
      if (found.length >= limit) break;
    }
    return found;
  }

  /** Returns the condition of the remaining parts on a row of the full-text index. */
  #isWanted(plan: Rest): SQL {
    // With the plus, FTS5 scans its matches once; without it, FTS5 would run the MATCH again for each key.
    return plan.parts.length === 0
      ? sql`+rowid NOT IN (${TRASHED})`
      : sql`+rowid IN (SELECT d.pk ${this.#fromDocuments(plan)})`;
  }

  /**
   * Builds `FROM documents d WHERE …`: starts from the smallest key set when it is small, otherwise scans an index in
   * order.
   */
  #fromDocuments({ parts, seesTrash }: Rest, index = sql`documents_active`): SQL {
    const first = this.#smallest(parts);
    const conditions = [
      ...(seesTrash ? [sql`1`] : [sql`d.deleted_at IS NULL`]),
      ...parts.map((part) => (part === first ? sql`d.pk IN (${part.set})` : part.condition)),
    ];
    const where = sql.join(conditions, sql` AND `);
    if (first !== null) return sql`FROM documents d NOT INDEXED WHERE ${where}`;
    return seesTrash ? sql`FROM documents d WHERE ${where}` : sql`FROM documents d INDEXED BY ${index} WHERE ${where}`;
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
    const [row] = this.#all<{ n: number }>(sql`SELECT count(*) AS n FROM (${query} LIMIT ${bound + 1})`);
    const { n } = row as { n: number };
    return n > bound ? null : n;
  }

  #all<Row>(query: SQL): Row[] {
    const { sql: text, params } = this.#dialect.sqlToQuery(query);
    return this.#sql.all<Row>(text, ...params);
  }
}

/** Casts a number to INTEGER. Numbers are bound as floats, and FTS5 ignores a float as a bound of its rowid. */
const integer = (value: number) => sql`CAST(${value} AS INTEGER)`;

/** Condition for rows after a key, ordered by a column, then by `pk`. */
function pastKey(column: SQL, value: string | number, pk: number, descending: boolean): SQL {
  return sql`(${column}, d.pk) ${sql.raw(descending ? '<' : '>')} (${value}, ${pk})`;
}

/** Returns the plan with the MATCH expression as an ordinary part. */
function withText({ match, parts, seesTrash }: Plan): Rest {
  if (match === null) return { parts, seesTrash };
  const text = { condition: sql`+d.pk IN (${matchSet(match)})`, set: matchSet(match) };
  return { parts: [...parts, text], seesTrash };
}
