import { type Handle, Statements } from '../statements.js';
import type { NamedContent } from './contents.js';
import { BY_ENTITY, OWN_KEYS } from './op-log.js';

/**
 * What this device is to have of the bytes of an attachment: `eager` as soon as they can be had, `lazy` when somebody
 * asks for them, `pin` as eager and for good, `evict` not until somebody asks.
 */
export type Intent = 'eager' | 'lazy' | 'pin' | 'evict';

/** Of larger ones nobody has said anything of, the bytes come when they are asked for. */
const EAGER_MOST = 64 * 1024 * 1024;

const DEFAULT = `iif(r.size_bytes <= ${EAGER_MOST}, 'eager', 'lazy')`;
const INTENT = `SELECT coalesce(i.intent, ${DEFAULT}) FROM resources r
  LEFT JOIN sync_intents i ON i.resource_pk = r.pk WHERE r.pk = ?`;
const WANTED = `SELECT lower(hex(r.sha256)) AS sha256, r.size_bytes AS sizeBytes FROM resources r
    LEFT JOIN sync_intents i ON i.resource_pk = r.pk
    WHERE coalesce(i.asked, 0) OR coalesce(i.intent, ${DEFAULT}) IN ('eager', 'pin')
  UNION SELECT lower(hex(sha256)), size_bytes FROM source_bundles`;
/** Others of the same bytes that are to stay, and sources. */
const IS_KEPT = `SELECT EXISTS (SELECT 1 FROM resources r LEFT JOIN sync_intents i ON i.resource_pk = r.pk
    WHERE r.sha256 = unhex(@sha256) AND coalesce(i.intent, '') <> 'evict')
  OR EXISTS (SELECT 1 FROM source_bundles WHERE sha256 = unhex(@sha256))`;
const MADE = `SELECT p.id AS replica, o.seq FROM ${BY_ENTITY} o JOIN sync_replicas p ON p.pk = o.replica_pk
  WHERE o.entity IN (SELECT id FROM resources WHERE sha256 = unhex(?)) AND o.operation ->> 'op' = 'res.create'`;
/** Bytes that another device has put on a carrier, or this one: they can be had again. */
const canCome = (isIndexed: string) => `(EXISTS (SELECT 1 FROM sync_ops o WHERE o.entity = t.id AND o.replica_pk <> 1
    ${isIndexed} AND o.operation ->> 'op' IN ('res.create', 'src.bundle'))
  OR EXISTS (SELECT 1 FROM sync_published p WHERE p.sha256 = lower(hex(t.sha256))))`;
export const CAN_COME = canCome('AND o.indexed = 1');
/** Likewise in schemas before 21, where all operations are in the index. */
export const CAN_COME_OF_OLD = canCome('');

/** Of operations of others, and of what was put on a carrier. */
const ANY_CAN_COME = `SELECT EXISTS (SELECT 1 FROM sync_ops WHERE pk < ${OWN_KEYS}) OR EXISTS (SELECT 1 FROM sync_published)`;

export class IntentReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  of(resourcePk: number): Intent {
    return (this.sql.row<[Intent]>(INTENT, resourcePk) as [Intent])[0];
  }

  /** The bytes this device is to have, here or not. */
  wanted(): NamedContent[] {
    return this.sql.all<NamedContent>(WANTED);
  }

  /** Whether there may be bytes that can come: not in a library that was never exchanged. */
  canAnyCome(): boolean {
    return this.sql.count(ANY_CAN_COME) === 1;
  }

  /** Whether other devices, or a place of exchange, have the bytes of an attachment, so that they can come again. */
  canCome(resource: string): boolean {
    return this.sql.count(`SELECT EXISTS (SELECT 1 FROM resources t WHERE t.id = ? AND ${CAN_COME})`, resource) === 1;
  }

  /** Likewise, of an attachment or a source that is made of them. */
  canComeBytes(sha256: string): boolean {
    const one = (table: string) => `EXISTS (SELECT 1 FROM ${table} t WHERE t.sha256 = unhex(@sha256) AND ${CAN_COME})`;
    return this.sql.count(`SELECT ${one('resources')} OR ${one('source_bundles')}`, { sha256 }) === 1;
  }

  /** Whether bytes have to stay though one attachment of them is not wanted: for another, or a source. */
  isKept(sha256: string): boolean {
    return this.sql.count(IS_KEPT, { sha256 }) === 1;
  }

  /** The operations that made the attachments of some bytes. */
  madeBy(sha256: string): { readonly replica: string; readonly seq: number }[] {
    return this.sql.all(MADE, sha256);
  }
}

export class IntentWriter extends IntentReader {
  set(resourcePk: number, intent: Intent): void {
    const row = 'INSERT OR REPLACE INTO sync_intents (resource_pk, intent, asked) VALUES (?, ?, 0)';
    this.sql.run(row, resourcePk, intent);
  }

  /** Has the bytes of an attachment fetched once; true where nobody had asked for them. */
  ask(resourcePk: number): boolean {
    const intent = this.of(resourcePk);
    if (intent === 'eager' || intent === 'pin') return false;
    const row = `INSERT INTO sync_intents (resource_pk, intent, asked) VALUES (?, 'lazy', 1)
      ON CONFLICT (resource_pk) DO UPDATE SET intent = 'lazy', asked = 1 WHERE asked = 0`;
    return this.sql.run(row, resourcePk).changes === 1;
  }
}
