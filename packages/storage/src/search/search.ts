import type { Query } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { UpdatedKey } from '../documents.js';
import { NotebookReader } from '../notebooks.js';
import { type Handle, Statements } from '../statements.js';
import { type ConditionContext, condition, keySet, matchSet, TRASHED } from './conditions.js';
import { byTitle, splitText } from './match.js';

/** A word in the title weighs as much as ten in the body. */
const WEIGHTS = sql.raw('bm25(search_fts, 10.0, 1.0)');
/** Statements of searches kept prepared: their text is the shape of a query, its words are bound. */
const KEPT_STATEMENTS = 100;

/** Bounds that decide how a search runs, never what it finds. */
export interface SearchTuning {
  /** Above this many matches ranking them all says little and costs much. Default 1,000. */
  readonly rankedMatches?: number;
  /** Up to this many notes are looked up and sorted; above, a scan in order finds a page sooner. Default 5,000. */
  readonly sortedMatches?: number;
}

/**
 * Where a page ended. `updated`: last changed first. `ranked`: best first by BM25, then newest.
 * `common`: too many matches to rank; those with the words in the title first, newest first in each part.
 */
export type SearchKey =
  | ({ readonly order: 'updated' } & UpdatedKey)
  | { readonly order: 'ranked'; readonly score: number; readonly pk: number }
  | { readonly order: 'common'; readonly title: boolean; readonly pk: number }
  /** Of a list that has one page. */
  | { readonly order: 'title' | 'created'; readonly pk: number };

export interface SearchRequest {
  readonly query: Query;
  /** By title or time of making there is one page: `after` is of no account. */
  readonly sort: 'relevance' | 'updated' | 'title' | 'created';
  /** Turns the order by title or time of making round. */
  readonly descending?: boolean;
  readonly limit: number;
  readonly now: number;
  readonly after?: SearchKey;
}

export interface SearchFinding {
  readonly pk: number;
  /** Larger is better; 0 where matches are not ranked. */
  readonly score: number;
  readonly key: SearchKey;
}

/** A part of a query beside its text: a condition on `d`, and the keys of its notes where an index has them. */
interface Part {
  readonly condition: SQL;
  readonly set: SQL | null;
}

/** A query as the engine runs it. */
interface Plan {
  /** What the full-text index is asked for; null when it alone decides no part. */
  readonly match: string | null;
  readonly parts: readonly Part[];
  readonly seesTrash: boolean;
}

type Rest = Pick<Plan, 'parts' | 'seesTrash'>;

/** Finds notes. Answers keys only; the page's notes are read for themselves. */
export class SearchReader {
  readonly #sql: Statements;
  readonly #dialect = new SQLiteSyncDialect();
  readonly #notebooks: NotebookReader;
  readonly #rankedMatches: number;
  readonly #sortedMatches: number;

  constructor(handle: Handle, tuning: SearchTuning = {}) {
    this.#sql = new Statements(handle.raw, KEPT_STATEMENTS);
    this.#notebooks = new NotebookReader(handle);
    this.#rankedMatches = tuning.rankedMatches ?? 1_000;
    this.#sortedMatches = tuning.sortedMatches ?? 5_000;
  }

  /** One page of matches, at most `limit`, from after a key. */
  find(request: SearchRequest): SearchFinding[] {
    const { sort, after } = request;
    const plan = this.#plan(request);
    const { match } = plan;
    if (sort === 'title' || sort === 'created') return this.#sorted(withText(plan), sort, request);
    if (match === null || sort === 'updated') return this.#byUpdate(withText(plan), request);
    const wanted = this.#isWanted(plan);
    const order = after?.order ?? this.#order(match, wanted);
    return order === 'ranked' ? this.#ranked(match, wanted, request) : this.#common(match, wanted, request);
  }

  /** The keys of all matches, in no order. */
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
    return this.#atMost(sql`${matchSet(match)} AND ${wanted}`, this.#rankedMatches) === null ? 'common' : 'ranked';
  }

  #byUpdate(plan: Rest, { limit, after }: SearchRequest): SearchFinding[] {
    const from = after?.order === 'updated' ? sql`(d.updated_at, d.pk) < (${after.updatedAt}, ${after.pk})` : sql`1`;
    const rows = this.#all<{ pk: number; updatedAt: number }>(sql`
      SELECT d.pk, d.updated_at AS updatedAt ${this.#fromDocuments(plan)} AND ${from}
      ORDER BY d.updated_at DESC, d.pk DESC LIMIT ${limit}`);
    return rows.map((row) => ({ pk: row.pk, score: 0, key: { order: 'updated', ...row } }));
  }

  #sorted(plan: Rest, order: 'title' | 'created', { limit, descending = false }: SearchRequest): SearchFinding[] {
    const direction = sql.raw(descending ? 'DESC' : 'ASC');
    const column = order === 'title' ? sql`d.title_key` : sql`d.created_at`;
    const index = order === 'title' ? sql`documents_title` : sql`documents_active`;
    const rows = this.#all<{ pk: number }>(sql`
      SELECT d.pk ${this.#fromDocuments(plan, index)} ORDER BY ${column} ${direction}, d.pk ${direction} LIMIT ${limit}`);
    return rows.map(({ pk }) => ({ pk, score: 0, key: { order, pk } }));
  }

  #ranked(match: string, wanted: SQL, { limit, after }: SearchRequest): SearchFinding[] {
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

  /** Scores move with every note written, the order hardly: a page goes on from where its last note stands now. */
  #scoreNow(match: string, pk: number): number | undefined {
    const [row] = this.#all<{ score: number }>(
      sql`SELECT ${WEIGHTS} AS score FROM search_fts WHERE search_fts MATCH ${match} AND rowid = ${integer(pk)}`,
    );
    return row?.score;
  }

  #common(match: string, wanted: SQL, { limit, after }: SearchRequest): SearchFinding[] {
    const position = after?.order === 'common' ? after : { title: true, pk: Number.MAX_SAFE_INTEGER };
    const { inTitle, elsewhere } = byTitle(match);
    const found: SearchFinding[] = [];
    for (const title of position.title ? [true, false] : [false]) {
      const before = title === position.title ? position.pk : Number.MAX_SAFE_INTEGER;
      const rows = this.#all<{ pk: number }>(sql`
        SELECT rowid AS pk FROM search_fts
        WHERE search_fts MATCH ${title ? inTitle : elsewhere} AND rowid < ${integer(before)} AND ${wanted}
        ORDER BY rowid DESC LIMIT ${limit - found.length}`);
      for (const { pk } of rows) found.push({ pk, score: title ? 1 : 0, key: { order: 'common', title, pk } });
      if (found.length >= limit) break;
    }
    return found;
  }

  /** The condition on a row of the full-text index that the rest of a query makes. */
  #isWanted(plan: Rest): SQL {
    // With the plus FTS5 passes over its matches once; without, it would run the MATCH anew for each key.
    return plan.parts.length === 0
      ? sql`+rowid NOT IN (${TRASHED})`
      : sql`+rowid IN (SELECT d.pk ${this.#fromDocuments(plan)})`;
  }

  /** `FROM documents d WHERE …`: begins with the smallest set when it is small, else passes over all in order of an index. */
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
      const size = part.set === null ? null : this.#atMost(part.set, bound);
      if (size === null) continue;
      smallest = part;
      bound = size;
    }
    return smallest;
  }

  /** How many rows a query has; null when more than `bound`. */
  #atMost(query: SQL, bound: number): number | null {
    const [row] = this.#all<{ n: number }>(sql`SELECT count(*) AS n FROM (${query} LIMIT ${bound + 1})`);
    const { n } = row as { n: number };
    return n > bound ? null : n;
  }

  #all<Row>(query: SQL): Row[] {
    const { sql: text, params } = this.#dialect.sqlToQuery(query);
    return this.#sql.all<Row>(text, ...params);
  }
}

/** Numbers are bound as floats, and FTS5 passes over a float as a bound of its rowid. */
const integer = (value: number) => sql`CAST(${value} AS INTEGER)`;

/** The plan with its text as one more part. */
function withText({ match, parts, seesTrash }: Plan): Rest {
  if (match === null) return { parts, seesTrash };
  const text = { condition: sql`+d.pk IN (${matchSet(match)})`, set: matchSet(match) };
  return { parts: [...parts, text], seesTrash };
}
