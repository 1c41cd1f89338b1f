import { type LoggedOperation, squash } from '@notes/sync-protocol';
import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import { LogReader } from './log-reader.js';
import { IS_PURGED, keyOf, OWN, OWN_SEQ } from './op-log.js';

/** Of a library that says all it holds at once, the last are looked at alone. */
const LOOKED_AT = 5_000;
const FRESH = `SELECT id, max(offered, segment_seq, ${OWN_SEQ} - ${LOOKED_AT}) AS after FROM sync_replicas WHERE pk = ${OWN}`;
const HAS_FRESH = `SELECT EXISTS (SELECT 1 FROM sync_ops WHERE pk > ${keyOf(OWN, '?')})`;
/** What a conflict was about, or a purge, may name revisions beside the log. */
const IS_NAMED = `SELECT EXISTS (SELECT 1 FROM sync_conflicts WHERE subject = @doc)
  OR ${IS_PURGED}`;
const REVISION = `SELECT operation ->> 'rev' FROM sync_ops WHERE pk = ${keyOf(OWN, '?')}`;
const REPLACE = `UPDATE sync_ops SET operation = ? WHERE pk = ${keyOf(OWN, '?')}`;
const OFFER = `UPDATE sync_replicas SET offered = ${OWN_SEQ} WHERE pk = ${OWN} AND offered < ${OWN_SEQ}`;

/** Makes the log of this library shorter before anybody else sees it. */
export class Squashing {
  readonly #sql: Statements;
  readonly #log: LogReader;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /** Has revisions written shortly one after another be one in the log; to the library they stay. See `squash`. */
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

  /** What this library has said so far is given to somebody, or told of: it stays as it is. */
  offer(): void {
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
