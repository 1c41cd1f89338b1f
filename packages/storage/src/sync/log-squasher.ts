import { type LoggedOperation, squash } from '@notes/sync-protocol';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { LogReader } from './log-reader.js';
import { buildKeySql, IS_PURGED, OWN, OWN_SEQ } from './op-log.js';

/** Maximum number of latest own operations that are examined, for a library that records all its contents at once. */
const MAX_EXAMINED_OPERATIONS = 5_000;
const FRESH = `SELECT id, max(offered, segment_seq, ${OWN_SEQ} - ${MAX_EXAMINED_OPERATIONS}) AS after FROM sync_replicas WHERE pk = ${OWN}`;
const HAS_FRESH = `SELECT EXISTS (SELECT 1 FROM sync_ops WHERE pk > ${buildKeySql(OWN, '?')})`;
/** Checks for conflicts and purges, which may refer to revisions apart from the log. */
const IS_NAMED = `SELECT EXISTS (SELECT 1 FROM sync_conflicts WHERE subject = @doc)
  OR ${IS_PURGED}`;
const REVISION = `SELECT operation ->> 'rev' FROM sync_ops WHERE pk = ${buildKeySql(OWN, '?')}`;
const REPLACE = `UPDATE sync_ops SET operation = ? WHERE pk = ${buildKeySql(OWN, '?')}`;
const OFFER = `UPDATE sync_replicas SET offered = ${OWN_SEQ} WHERE pk = ${OWN} AND offered < ${OWN_SEQ}`;

/** Shortens the own log before other replicas see it. */
export class LogSquasher {
  readonly #sql: Statements;
  readonly #log: LogReader;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /**
   * Combines revisions that were written in quick succession into one in the log; the library keeps them. See `squash`.
   */
  squash(): void {
    const fresh = this.#sql.get<{ id: string; after: number }>(FRESH);
    if (fresh === undefined || this.#sql.count(HAS_FRESH, fresh.after) === 0) return;
    const named = new Map<string, boolean>();
    for (const { operation } of squash(this.#log.withoutBodies(fresh.id, fresh.after))) {
      const doc = (operation as { doc: string }).doc;
      if (!named.has(doc)) named.set(doc, this.#sql.count(IS_NAMED, { doc }) === 1);
      if (named.get(doc) === false) this.#replace(operation);
    }
  }

  /** Marks the own operations as published or reported: from now on they do not change. */
  markPublished(): void {
    this.#sql.run(OFFER);
  }

  #replace({ s, l: _l, w: _w, ...saying }: LoggedOperation['operation']): void {
    if (saying.op !== 'doc.write') {
      const [revision] = this.#sql.row<[string]>(REVISION, s) as [string];
      this.#sql.run('DELETE FROM sync_bodies WHERE revision_id = ?', revision);
      this.#sql.run('DELETE FROM sync_long_texts WHERE revision_id = ?', revision);
    }
    this.#sql.run(REPLACE, JSON.stringify(saying), s);
  }
}
