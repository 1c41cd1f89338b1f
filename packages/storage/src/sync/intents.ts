import { type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, evaluate, names, type Parameters, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { resources, sourceBundles, syncIntents, syncOps, syncPublished, syncReplicas } from '../schema.js';
import type { NamedContent } from './contents.js';
import { logByEntity, OWN, OWN_KEYS_START } from './op-log.js';

/**
 * Policy for the bytes of an attachment on this device. `eager`: fetch as soon as possible; `lazy`: fetch on request;
 * `pin`: like eager, and keep permanently; `evict`: drop, and fetch on request.
 */
export type Intent = 'eager' | 'lazy' | 'pin' | 'evict';

/** Size in bytes up to which attachments without a policy are eager; larger ones are lazy. */
const MAX_EAGER_BYTES = 64 * 1024 * 1024;

const r = alias(resources, 'r');
const i = alias(syncIntents, 'i');
const o = alias(syncOps, 'o');
const p = alias(syncReplicas, 'p');
const published = alias(syncPublished, 'p');

const defaultIntent = sql`iif(${r.sizeBytes} <= ${MAX_EAGER_BYTES}, 'eager', 'lazy')`;
const fromResources = sql`FROM ${resources} ${r} LEFT JOIN ${syncIntents} ${i} ON ${i.resourcePk} = ${r.pk}`;
const selectIntent = defineQuery(({ resourcePk }: Parameters<{ resourcePk: number }>) =>
  rows(
    { intent: sql<Intent>`coalesce(${i.intent}, ${defaultIntent})` },
    (list) => sql`SELECT ${list} ${fromResources} WHERE ${r.pk} = ${resourcePk}`,
  ),
);
const selectWanted = defineQuery(() =>
  rows(
    { sha256: toHex(r.sha256), sizeBytes: r.sizeBytes },
    (list) => sql`SELECT ${list} ${fromResources}
        WHERE coalesce(${i.asked}, 0) OR coalesce(${i.intent}, ${defaultIntent}) IN ('eager', 'pin')
      UNION SELECT ${toHex(sourceBundles.sha256)}, ${sourceBundles.sizeBytes} FROM ${sourceBundles}`,
  ),
);
const selectOnRequest = defineQuery(() =>
  rows(
    { sha256: toHex(r.sha256), sizeBytes: r.sizeBytes },
    (list) => sql`SELECT DISTINCT ${list} ${fromResources}
        WHERE NOT coalesce(${i.asked}, 0) AND coalesce(${i.intent}, ${defaultIntent}) IN ('lazy', 'evict')`,
  ),
);
/** Checks for attachments with these bytes that are not evicted, and for import sources. */
const isKept = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  evaluate(
    sql`EXISTS (SELECT 1 ${fromResources} WHERE ${r.sha256} = unhex(${sha256}) AND coalesce(${i.intent}, '') <> 'evict')
      OR EXISTS (SELECT 1 FROM ${sourceBundles} WHERE ${sourceBundles.sha256} = unhex(${sha256}))`,
  ),
);
const selectCreators = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  rows(
    { replica: p.id, seq: o.seq },
    (list) => sql`SELECT ${list} FROM ${logByEntity} ${o} JOIN ${syncReplicas} ${p} ON ${p.pk} = ${o.replicaPk}
      WHERE ${o.entity} IN (SELECT ${resources.id} FROM ${resources} WHERE ${resources.sha256} = unhex(${sha256}))
        AND ${o.operation} ->> 'op' = 'res.create'`,
  ),
);

const isByOther = sql`${o.replicaPk} <> ${OWN}`;
/** Condition for operations that give an attachment or import source its bytes. */
const isCreation = sql`${o.operation} ->> 'op' IN ('res.create', 'src.bundle')`;
/** Attachment or import source in a statement. */
interface ContentColumns {
  readonly id: SQLiteColumn;
  readonly sha256: SQLiteColumn;
}
const buildCanRefetchWhere = ({ id, sha256 }: ContentColumns, isFound: SQL) =>
  sql`(EXISTS (SELECT 1 FROM ${syncOps} ${o} WHERE ${o.entity} = ${id} AND ${isByOther} ${isFound} AND ${isCreation})
    OR EXISTS (SELECT 1 FROM ${syncPublished} ${published} WHERE ${published.sha256} = ${toHex(sha256)}))`;
/** Condition for bytes that another device has, or that this one published on a carrier: they can be fetched again. */
export const buildCanRefetch = (content: ContentColumns): SQL =>
  buildCanRefetchWhere(content, sql`AND ${o.indexed} = 1`);
/** Condition like {@link buildCanRefetch} for schemas before 21, in which all operations are indexed. */
export const buildCanRefetchUnindexed = (content: ContentColumns): SQL => buildCanRefetchWhere(content, sql``);

/** Checks for operations of other replicas and for published content. */
const canRefetchAny = defineQuery(() =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${syncOps} WHERE ${syncOps.pk} < ${OWN_KEYS_START})
      OR EXISTS (SELECT 1 FROM ${syncPublished})`,
  ),
);
const canRefetchResource = defineQuery(({ id }: Parameters<{ id: string }>) =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${resources} WHERE ${resources.id} = ${id} AND ${buildCanRefetch(resources)})`),
);
const canRefetchBytes = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) => {
  const hasBytes = (content: typeof resources | typeof sourceBundles) =>
    sql`EXISTS (SELECT 1 FROM ${content} WHERE ${content.sha256} = unhex(${sha256}) AND ${buildCanRefetch(content)})`;
  return evaluate(sql`${hasBytes(resources)} OR ${hasBytes(sourceBundles)}`);
});

/** Reads which attachment bytes this device should have. */
export class IntentReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  get(resourcePk: number): Intent {
    return this.sql.value(selectIntent, { resourcePk }) as Intent;
  }

  /** Bytes that this device should have, stored or not. */
  listWanted(): NamedContent[] {
    return this.sql.all(selectWanted);
  }

  /** Bytes of attachments that this device fetches only on request, stored or not. */
  listOnRequest(): NamedContent[] {
    return this.sql.all(selectOnRequest);
  }

  /** Returns true when some bytes may be fetched again; false in a library that was never exchanged. */
  canRefetchAny(): boolean {
    return this.sql.count(canRefetchAny) === 1;
  }

  /**
   * Returns true when another device or a carrier has the bytes of an attachment, so that they can be fetched again.
   */
  canRefetch(resource: string): boolean {
    return this.sql.count(canRefetchResource, { id: resource }) === 1;
  }

  /** Returns true when bytes of an attachment or import source can be fetched again. */
  canRefetchBytes(sha256: string): boolean {
    return this.sql.count(canRefetchBytes, { sha256 }) === 1;
  }

  /** Returns true when bytes have to stay for an attachment that is not evicted, or for an import source. */
  isKept(sha256: string): boolean {
    return this.sql.count(isKept, { sha256 }) === 1;
  }

  /** Operations that created the attachments with some bytes. */
  findCreators(sha256: string): { readonly replica: string; readonly seq: number }[] {
    return this.sql.all(selectCreators, { sha256 });
  }
}

const putIntent = defineQuery(
  ({ resourcePk, intent }: Parameters<{ resourcePk: number; intent: Intent }>) =>
    sql`INSERT OR REPLACE INTO ${syncIntents} (${names(syncIntents.resourcePk, syncIntents.intent, syncIntents.asked)})
      VALUES (${resourcePk}, ${intent}, 0)`,
);
const requestFetch = defineQuery(({ resourcePk }: Parameters<{ resourcePk: number }>) =>
  build
    .insert(syncIntents)
    .values({ resourcePk, intent: 'lazy', asked: 1 })
    .onConflictDoUpdate({
      target: syncIntents.resourcePk,
      set: { intent: 'lazy', asked: 1 },
      setWhere: sql`${syncIntents.asked} = 0`,
    }),
);

export class IntentWriter extends IntentReader {
  set(resourcePk: number, intent: Intent): void {
    this.sql.run(putIntent, { resourcePk, intent });
  }

  /**
   * Requests one fetch of the bytes of an attachment.
   *
   * @returns true when nothing had requested them yet
   */
  requestFetch(resourcePk: number): boolean {
    const intent = this.get(resourcePk);
    if (intent === 'eager' || intent === 'pin') return false;
    return this.sql.run(requestFetch, { resourcePk }).changes === 1;
  }
}
