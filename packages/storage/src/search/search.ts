import type { Query, QueryNode } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import type { UpdatedKey } from '../documents.js';
import { NotebookReader } from '../notebooks.js';
import { type Handle, Statements } from '../statements.js';
import { type ConditionContext, condition } from './conditions.js';
import { inTitle, isText, matchExpression } from './match.js';

/** Above this many matches ranking them all says little and costs much. */
const RANKED_MATCHES = 1_000;
/** A word in the title weighs as much as ten in the body. */
const WEIGHTS = sql.raw('bm25(search_fts, 10.0, 1.0)');

/**
 * Where a page ended. `updated`: last changed first. `ranked`: best first by BM25, then newest.
 * `common`: words that most notes have; notes with them in the title first, newest first in each part.
 */
export type SearchKey =
  | ({ readonly order: 'updated' } & UpdatedKey)
  | { readonly order: 'ranked'; readonly score: number; readonly pk: number }
  | { readonly order: 'common'; readonly title: boolean; readonly pk: number };

export interface SearchRequest {
  readonly query: Query;
  readonly sort: 'relevance' | 'updated';
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

/** A query as the engine runs it: what the full-text index matches, and the conditions beside it. */
interface Plan {
  readonly match: string | null;
  readonly where: SQL;
}

/** Finds notes. Answers keys only; the page's notes are read for themselves. */
export class SearchReader {
  readonly #handle: Handle;
  readonly #sql: Statements;
  readonly #notebooks: NotebookReader;

  constructor(handle: Handle) {
    this.#handle = handle;
    this.#sql = new Statements(handle.raw);
    this.#notebooks = new NotebookReader(handle);
  }

  /**
   * One page of matches, at most `limit`, from after a key.
   *
   * @throws StorageError `unsupported_query` for a field whose data is not stored
   */
  find(request: SearchRequest): SearchFinding[] {
    const plan = this.#plan(request);
    const order = request.after?.order ?? this.#order(plan, request.sort);
    if (order === 'updated' || plan.match === null) return this.#byUpdate(plan, request);
    return order === 'ranked'
      ? this.#ranked(plan.match, plan.where, request)
      : this.#common(plan.match, plan.where, request);
  }

  #plan({ query, now }: SearchRequest): Plan {
    const context: ConditionContext = { now, notebooks: () => this.#notebooks.all() };
    const active = query.seesTrash ? [] : [sql`d.deleted_at IS NULL`];
    if (query.root === null) return { match: null, where: all(active) };
    const parts: readonly QueryNode[] = query.root.type === 'and' ? query.root.children : [query.root];
    const texts = parts.filter(isText);
    const match = texts.length === 0 ? null : matchExpression({ type: 'and', children: texts });
    const rest = match === null ? parts : parts.filter((part) => !isText(part));
    return { match, where: all([...active, ...rest.map((part) => condition(part, context))]) };
  }

  #order(plan: Plan, sort: SearchRequest['sort']): SearchKey['order'] {
    if (plan.match === null || sort === 'updated') return 'updated';
    const matches = this.#sql.count(
      `SELECT count(*) FROM (SELECT 1 FROM search_fts WHERE search_fts MATCH ? LIMIT ${RANKED_MATCHES + 1})`,
      plan.match,
    );
    return matches > RANKED_MATCHES ? 'common' : 'ranked';
  }

  #byUpdate({ match, where }: Plan, { limit, after }: SearchRequest): SearchFinding[] {
    const text = match === null ? sql`1` : sql`d.pk IN (SELECT rowid FROM search_fts WHERE search_fts MATCH ${match})`;
    const from = after?.order === 'updated' ? sql`(d.updated_at, d.pk) < (${after.updatedAt}, ${after.pk})` : sql`1`;
    const rows = this.#handle.orm.all<{ pk: number; updatedAt: number }>(sql`
      SELECT d.pk, d.updated_at AS updatedAt FROM documents d WHERE ${where} AND ${text} AND ${from}
      ORDER BY d.updated_at DESC, d.pk DESC LIMIT ${limit}`);
    return rows.map((row) => ({ pk: row.pk, score: 0, key: { order: 'updated', ...row } }));
  }

  #ranked(match: string, where: SQL, { limit, after }: SearchRequest): SearchFinding[] {
    const from =
      after?.order === 'ranked'
        ? sql`(f.score > ${after.score} OR (f.score = ${after.score} AND f.pk < ${after.pk}))`
        : sql`1`;
    const rows = this.#handle.orm.all<{ pk: number; score: number }>(sql`
      SELECT f.pk, f.score FROM
        (SELECT rowid AS pk, ${WEIGHTS} AS score FROM search_fts WHERE search_fts MATCH ${match}) f
      JOIN documents d ON d.pk = f.pk WHERE ${where} AND ${from} ORDER BY f.score, f.pk DESC LIMIT ${limit}`);
    return rows.map(({ pk, score }) => ({ pk, score: -score, key: { order: 'ranked', score, pk } }));
  }

  #common(match: string, where: SQL, { limit, after }: SearchRequest): SearchFinding[] {
    const position = after?.order === 'common' ? after : { title: true, pk: Number.MAX_SAFE_INTEGER };
    const found: SearchFinding[] = [];
    for (const title of position.title ? [true, false] : [false]) {
      const expression = title ? inTitle(match) : `(${match}) NOT (${inTitle(match)})`;
      const before = title === position.title ? position.pk : Number.MAX_SAFE_INTEGER;
      const rows = this.#handle.orm.all<{ pk: number }>(sql`
        SELECT f.rowid AS pk FROM search_fts f CROSS JOIN documents d ON d.pk = f.rowid
        WHERE f.search_fts MATCH ${expression} AND f.rowid < ${before} AND ${where}
        ORDER BY f.rowid DESC LIMIT ${limit - found.length}`);
      for (const { pk } of rows) found.push({ pk, score: title ? 1 : 0, key: { order: 'common', title, pk } });
      if (found.length >= limit) break;
    }
    return found;
  }
}

const all = (conditions: SQL[]): SQL => (conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `));
