import { type Handle, Statements } from '../library/statements.js';
import type { NamedContent } from './contents.js';
import { BY_ENTITY, OWN_KEYS_START } from './op-log.js';

/**
 * Policy for the bytes of an attachment on this device. `eager`: fetch as soon as possible; `lazy`: fetch on request;
 * `pin`: like eager, and keep permanently; `evict`: drop, and fetch on request.
 */
export type Intent = 'eager' | 'lazy' | 'pin' | 'evict';

/** Size in bytes up to which attachments without a policy are eager; larger ones are lazy. */
const MAX_EAGER_BYTES = 64 * 1024 * 1024;

const DEFAULT = `iif(r.size_bytes <= ${MAX_EAGER_BYTES}, 'eager', 'lazy')`;
const INTENT = `SELECT coalesce(i.intent, ${DEFAULT}) FROM resources r
  LEFT JOIN sync_intents i ON i.resource_pk = r.pk WHERE r.pk = ?`;
const WANTED = `SELECT lower(hex(r.sha256)) AS sha256, r.size_bytes AS sizeBytes FROM resources r
    LEFT JOIN sync_intents i ON i.resource_pk = r.pk
    WHERE coalesce(i.asked, 0) OR coalesce(i.intent, ${DEFAULT}) IN ('eager', 'pin')
  UNION SELECT lower(hex(sha256)), size_bytes FROM source_bundles`;
/** Checks for attachments with these bytes that are not evicted, and for import sources. */
const IS_KEPT = `SELECT EXISTS (SELECT 1 FROM resources r LEFT JOIN sync_intents i ON i.resource_pk = r.pk
    WHERE r.sha256 = unhex(@sha256) AND coalesce(i.intent, '') <> 'evict')
  OR EXISTS (SELECT 1 FROM source_bundles WHERE sha256 = unhex(@sha256))`;
const CREATORS = `SELECT p.id AS replica, o.seq FROM ${BY_ENTITY} o JOIN sync_replicas p ON p.pk = o.replica_pk
  WHERE o.entity IN (SELECT id FROM resources WHERE sha256 = unhex(?)) AND o.operation ->> 'op' = 'res.create'`;
/** Condition for bytes that another device has, or that this one published on a carrier: they can be fetched again. */
const buildCanRefetch = (
  isIndexed: string,
) => `(EXISTS (SELECT 1 FROM sync_ops o WHERE o.entity = t.id AND o.replica_pk <> 1
    ${isIndexed} AND o.operation ->> 'op' IN ('res.create', 'src.bundle'))
  OR EXISTS (SELECT 1 FROM sync_published p WHERE p.sha256 = lower(hex(t.sha256))))`;
/** Condition for bytes of a row `t` that can be fetched again. */
export const CAN_REFETCH = buildCanRefetch('AND o.indexed = 1');
/** Condition like {@link CAN_REFETCH} for schemas before 21, in which all operations are indexed. */
export const CAN_REFETCH_UNINDEXED = buildCanRefetch('');

/** Checks for operations of other replicas and for published content. */
const CAN_REFETCH_ANY = `SELECT EXISTS (SELECT 1 FROM sync_ops WHERE pk < ${OWN_KEYS_START}) OR EXISTS (SELECT 1 FROM sync_published)`;

/** Reads which attachment bytes this device should have. */
export class IntentReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  get(resourcePk: number): Intent {
    return (this.sql.row<[Intent]>(INTENT, resourcePk) as [Intent])[0];
  }

  /** Bytes that this device should have, stored or not. */
  listWanted(): NamedContent[] {
    return this.sql.all<NamedContent>(WANTED);
  }

  /** Returns true when some bytes may be fetched again; false in a library that was never exchanged. */
  canRefetchAny(): boolean {
    return this.sql.count(CAN_REFETCH_ANY) === 1;
  }

  /**
   * Returns true when another device or a carrier has the bytes of an attachment, so that they can be fetched again.
   */
  canRefetch(resource: string): boolean {
    return (
      this.sql.count(`SELECT EXISTS (SELECT 1 FROM resources t WHERE t.id = ? AND ${CAN_REFETCH})`, resource) === 1
    );
  }

  /** Returns true when bytes of an attachment or import source can be fetched again. */
  canRefetchBytes(sha256: string): boolean {
    const one = (table: string) =>
      `EXISTS (SELECT 1 FROM ${table} t WHERE t.sha256 = unhex(@sha256) AND ${CAN_REFETCH})`;
    return this.sql.count(`SELECT ${one('resources')} OR ${one('source_bundles')}`, { sha256 }) === 1;
  }

  /** Returns true when bytes have to stay for an attachment that is not evicted, or for an import source. */
  isKept(sha256: string): boolean {
    return this.sql.count(IS_KEPT, { sha256 }) === 1;
  }

  /** Operations that created the attachments with some bytes. */
  findCreators(sha256: string): { readonly replica: string; readonly seq: number }[] {
    return this.sql.all(CREATORS, sha256);
  }
}

export class IntentWriter extends IntentReader {
  set(resourcePk: number, intent: Intent): void {
    const row = 'INSERT OR REPLACE INTO sync_intents (resource_pk, intent, asked) VALUES (?, ?, 0)';
    this.sql.run(row, resourcePk, intent);
  }

  /**
   * Requests one fetch of the bytes of an attachment.
   *
   * @returns true when nothing had requested them yet
   */
  requestFetch(resourcePk: number): boolean {
    const intent = this.get(resourcePk);
    if (intent === 'eager' || intent === 'pin') return false;
    const row = `INSERT INTO sync_intents (resource_pk, intent, asked) VALUES (?, 'lazy', 1)
      ON CONFLICT (resource_pk) DO UPDATE SET intent = 'lazy', asked = 1 WHERE asked = 0`;
    return this.sql.run(row, resourcePk).changes === 1;
  }
}
