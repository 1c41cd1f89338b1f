import type {
  AckRecord,
  Alert,
  AuthorState,
  ControlRecord,
  Fork,
  LoggedOperation,
  OwnArtifact,
  OwnArtifactEntry,
  SegmentEnd,
  VersionVector,
} from '@notes/sync-protocol';
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { build, defineQuery, evaluate, excluded, names, type Parameters, rows } from '../library/query.js';
import { type Handle, Statements } from '../library/statements.js';
import {
  syncAcks,
  syncAlerts,
  syncClocks,
  syncControl,
  syncControlUnsealed,
  syncForks,
  syncOps,
  syncReplicas,
  syncSealed,
  syncSeen,
  syncSegments,
} from '../schema.js';
import { authorFields, type StoredAuthorState, writeAdvance } from './author-state.js';
import { LogReader } from './log-reader.js';
import { LogSquasher } from './log-squasher.js';
import {
  buildKeysEnd,
  buildKeysStart,
  buildOperationKey,
  findReplicaPk,
  indexOwn,
  OWN,
  selectContext,
  selectOwnId,
} from './op-log.js';

type SealedClass = OwnArtifactEntry['artifactClass'];

const selectAuthors = defineQuery(() =>
  build
    .select({ id: syncReplicas.id, ...authorFields })
    .from(syncReplicas)
    .where(gt(syncReplicas.segment, 0)),
);
const { replica, n, sha256, seq, lamport } = syncSegments;
/** Columns of an applied or own segment. */
export const segmentColumns = [replica, n, sha256, seq, lamport] as const;
const selectSegment = defineQuery(({ replica, index }: Parameters<{ replica: string; index: number }>) =>
  build
    .select({ sha256, seq, lamport })
    .from(syncSegments)
    .where(and(eq(syncSegments.replica, replica), eq(syncSegments.n, index))),
);

const o = alias(syncOps, 'o');
/**
 * Defines the query for the operation nearest to a number, among those with known numbers: the stored ones, and the last
 * one of each segment.
 */
const selectNearest = (side: SQL, order: SQL, buildEnd: (replicaPk: SQL) => SQL) =>
  defineQuery(({ replica, seq }: Parameters<{ replica: string; seq: number }>) => {
    const replicaPk = findReplicaPk(replica);
    return rows(
      { seq: sql<number>`seq`, lamport: sql<number>`lamport` },
      (list) => sql`SELECT ${list} FROM (SELECT ${o.seq}, ${o.lamport} FROM ${syncOps} ${o}
          WHERE ${o.pk} ${side} ${buildOperationKey(replicaPk, seq)} AND ${o.pk} ${buildEnd(replicaPk)}
          ORDER BY ${o.pk} ${order} LIMIT 1)
        UNION ALL SELECT ${list} FROM (SELECT ${syncSegments.seq}, ${syncSegments.lamport} FROM ${syncSegments}
          WHERE ${syncSegments.replica} = ${replica} AND ${syncSegments.seq} > 0 AND ${syncSegments.seq} ${side} ${seq}
          ORDER BY ${syncSegments.n} ${order} LIMIT 1)
        ORDER BY seq ${order} LIMIT 1`,
    );
  });
const selectAtOrBefore = selectNearest(sql`<=`, sql`DESC`, (replicaPk) => sql`> ${buildKeysStart(replicaPk)}`);
const selectAtOrAfter = selectNearest(sql`>=`, sql`ASC`, (replicaPk) => sql`< ${buildKeysEnd(replicaPk)}`);

const artifactFields = {
  artifactClass: sql<SealedClass>`${syncSealed.artifactClass}`,
  index: syncSealed.n,
  name: syncSealed.name,
  sha256: syncSealed.sha256,
  sizeBytes: sql<number>`length(${syncSealed.bytes})`,
};
const selectArtifacts = defineQuery(
  ({ artifactClass, after, limit }: Parameters<{ artifactClass: SealedClass; after: number; limit: number }>) =>
    rows(
      artifactFields,
      (list) => sql`SELECT ${list} FROM ${syncSealed}
        WHERE ${syncSealed.artifactClass} = ${artifactClass} AND ${syncSealed.n} > ${after}
        ORDER BY ${syncSealed.n} LIMIT ${limit}`,
    ),
);
const measureArtifacts = defineQuery(
  ({ artifactClass, after }: Parameters<{ artifactClass: SealedClass; after: number }>) =>
    build
      .select({
        artifacts: sql<number>`count(*)`,
        bytes: sql<number>`coalesce(sum(length(${syncSealed.bytes})), 0)`,
      })
      .from(syncSealed)
      .where(and(eq(syncSealed.artifactClass, artifactClass), gt(syncSealed.n, after))),
);
const hasArtifacts = defineQuery(() =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${syncSealed}) OR EXISTS (SELECT 1 FROM ${syncSegments})`),
);
const selectLastArtifact = defineQuery(({ artifactClass }: Parameters<{ artifactClass: SealedClass }>) =>
  build
    .select(artifactFields)
    .from(syncSealed)
    .where(eq(syncSealed.artifactClass, artifactClass))
    .orderBy(desc(syncSealed.n))
    .limit(1),
);
const selectArtifactBytes = defineQuery(
  ({ artifactClass, index }: Parameters<{ artifactClass: SealedClass; index: number }>) =>
    build
      .select({ bytes: syncSealed.bytes })
      .from(syncSealed)
      .where(and(eq(syncSealed.artifactClass, artifactClass), eq(syncSealed.n, index))),
);
const selectControl = defineQuery(() =>
  build
    .select({
      namespace: syncControl.namespace,
      index: syncControl.n,
      sha256: syncControl.sha256,
      payload: syncControl.payload,
    })
    .from(syncControl),
);
const selectPendingControl = defineQuery(() =>
  build.select({ payload: syncControlUnsealed.payload }).from(syncControlUnsealed).orderBy(asc(syncControlUnsealed.pk)),
);
const selectAcks = defineQuery(() =>
  build.select({ replica: syncAcks.replica, index: syncAcks.n, payload: syncAcks.payload }).from(syncAcks),
);
const selectSeen = defineQuery(({ carrier }: Parameters<{ carrier: string }>) =>
  build.select({ place: syncSeen.place, n: syncSeen.n }).from(syncSeen).where(eq(syncSeen.carrier, carrier)),
);
const selectSeenSegments = defineQuery(() =>
  build
    .select({ place: syncSeen.place, index: sql<number>`max(${syncSeen.n})` })
    .from(syncSeen)
    .where(sql`${syncSeen.place} LIKE '%/ops'`)
    .groupBy(syncSeen.place),
);
const selectForks = defineQuery(() =>
  build
    .select({
      replica: syncForks.replica,
      artifactClass: sql<Fork['artifactClass']>`${syncForks.artifactClass}`,
      index: syncForks.n,
    })
    .from(syncForks),
);
const selectClocks = defineQuery(() =>
  build.select({ replica: syncClocks.replica, skewMs: syncClocks.skewMs }).from(syncClocks),
);
const selectAlerts = defineQuery(() => build.select({ alerts: syncAlerts.alerts }).from(syncAlerts));

/** Alert of a run, with the time of its first report. */
export type KnownAlert = Alert & { readonly since: number };
const getAlertKey = ({ code, replica }: Alert) => `${code} ${replica}`;

/** Reads the state of the exchange with other replicas over all carriers. */
export class ExchangeReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  /** Position of each replica: the end of its last applied segment; for this replica, of its last encrypted one. */
  authors(): Map<string, AuthorState> {
    return new Map(
      this.sql
        .all(selectAuthors)
        .map(({ id, context, ...rest }) => [id, { ...rest, context: parse<VersionVector>(context) }]),
    );
  }

  /** Returns the end of an applied or own segment, or null; its numbers are 0 when unknown. */
  segment(replica: string, index: number): SegmentEnd {
    return this.sql.get(selectSegment, { replica, index }) ?? null;
  }

  /**
   * Returns the Lamport number of an applied operation; for a pruned operation, the bounds that its neighbours give.
   */
  lamports(replica: string, seq: number): readonly [least: number, most: number] {
    const before = this.sql.get(selectAtOrBefore, { replica, seq }) ?? { seq: 0, lamport: 0 };
    if (before.seq === seq) return [before.lamport, before.lamport];
    const after = this.sql.get(selectAtOrAfter, { replica, seq });
    return after === undefined ? [0, 0] : [before.lamport + seq - before.seq, after.lamport - (after.seq - seq)];
  }

  listArtifacts(artifactClass: SealedClass, after: number, limit: number): OwnArtifactEntry[] {
    return this.sql.all(selectArtifacts, { artifactClass, after, limit });
  }

  /** Returns the number and size of stored artifacts with an index above `after`. */
  measureArtifacts(artifactClass: SealedClass, after: number): { readonly artifacts: number; readonly bytes: number } {
    return this.sql.get(measureArtifacts, { artifactClass, after }) as { artifacts: number; bytes: number };
  }

  /** Returns true when anything was ever exchanged. */
  hasExchanged(): boolean {
    return this.sql.count(hasArtifacts) === 1;
  }

  getLastArtifact(artifactClass: SealedClass): OwnArtifactEntry | null {
    return this.sql.get(selectLastArtifact, { artifactClass }) ?? null;
  }

  readArtifact(artifactClass: SealedClass, index: number): Uint8Array | null {
    return this.sql.value(selectArtifactBytes, { artifactClass, index }) ?? null;
  }

  control(): ControlRecord[] {
    return this.sql.all(selectControl);
  }

  listPendingControl(): Uint8Array[] {
    return this.sql.all(selectPendingControl).map(({ payload }) => payload);
  }

  acks(): AckRecord[] {
    return this.sql.all(selectAcks);
  }

  readSeen(carrier: string): Map<string, number> {
    return new Map(this.sql.all(selectSeen, { carrier }).map(({ place, n }) => [place, n]));
  }

  forks(): Fork[] {
    return this.sql.all(selectForks);
  }

  /** Milliseconds by which the clocks of replicas were ahead of this one at the last comparison. */
  clocks(): Map<string, number> {
    return new Map(this.sql.all(selectClocks).map(({ replica, skewMs }) => [replica, skewMs]));
  }

  /** Highest segment index seen on any carrier, by namespace. */
  seenSegments(): Map<string, number> {
    const seen = this.sql.all(selectSeenSegments);
    return new Map(seen.map(({ place, index }) => [place.slice(0, place.indexOf('/')), index]));
  }

  /** Alerts of the last run over each carrier and of its last verification. */
  alerts(): KnownAlert[] {
    return this.sql.all(selectAlerts).flatMap(({ alerts }) => parse<KnownAlert[]>(alerts));
  }
}

const selectOwnSegmentEnd = defineQuery(() =>
  build
    .select({ id: syncReplicas.id, seq: syncReplicas.segmentSeq })
    .from(syncReplicas)
    .where(eq(syncReplicas.pk, OWN)),
);
const advanceOwn = defineQuery((end: Parameters<StoredAuthorState>) =>
  writeAdvance(end).where(eq(syncReplicas.pk, OWN)),
);
const insertOwnSegment = defineQuery(
  ({ index, digest, seq, lamport }: Parameters<Omit<AuthorState, 'context'>>) =>
    sql`INSERT INTO ${syncSegments} (${names(...segmentColumns)})
      SELECT ${syncReplicas.id}, ${index}, ${digest}, ${seq}, ${lamport} FROM ${syncReplicas}
      WHERE ${syncReplicas.pk} = ${OWN}`,
);
const insertArtifact = defineQuery(
  ({ artifactClass, index, name, sha256, bytes }: Parameters<OwnArtifact & { readonly bytes: Buffer }>) =>
    build.insert(syncSealed).values({ artifactClass, n: index, name, sha256, bytes }),
);
const deleteArtifactsBelow = defineQuery(
  ({ artifactClass, below }: Parameters<{ artifactClass: SealedClass; below: number }>) =>
    build.delete(syncSealed).where(and(eq(syncSealed.artifactClass, artifactClass), lt(syncSealed.n, below))),
);
const insertControl = defineQuery(({ namespace, index, sha256, payload }: Parameters<ControlRecord>) =>
  build.insert(syncControl).values({ namespace, n: index, sha256, payload }).onConflictDoNothing(),
);
const insertPendingControl = defineQuery(({ payload }: Parameters<{ payload: Buffer }>) =>
  build.insert(syncControlUnsealed).values({ payload }),
);
const deletePendingControl = defineQuery(() => build.delete(syncControlUnsealed));
const deleteFirstPendingControl = defineQuery(() =>
  build
    .delete(syncControlUnsealed)
    .where(sql`${syncControlUnsealed.pk} = (SELECT min(${syncControlUnsealed.pk}) FROM ${syncControlUnsealed})`),
);
const putAck = defineQuery(({ replica, index, payload }: Parameters<AckRecord>) =>
  build
    .insert(syncAcks)
    .values({ replica, n: index, payload })
    .onConflictDoUpdate({
      target: syncAcks.replica,
      set: { n: excluded(syncAcks.n), payload: excluded(syncAcks.payload) },
      setWhere: sql`${excluded(syncAcks.n)} > ${syncAcks.n}`,
    }),
);
const putSeen = defineQuery(
  ({ carrier, place, index }: Parameters<{ carrier: string; place: string; index: number }>) =>
    sql`INSERT OR REPLACE INTO ${syncSeen} (${names(syncSeen.carrier, syncSeen.place, syncSeen.n)})
      VALUES (${carrier}, ${place}, ${index})`,
);
const putClock = defineQuery(
  ({ replica, skewMs }: Parameters<{ replica: string; skewMs: number }>) =>
    sql`INSERT OR REPLACE INTO ${syncClocks} (${names(syncClocks.replica, syncClocks.skewMs)})
      VALUES (${replica}, ${skewMs})`,
);
/** Inserts a fork, unless one of this replica is known. */
const insertFork = defineQuery(
  ({ replica, artifactClass, index }: Parameters<Fork>) =>
    sql`INSERT INTO ${syncForks} (${names(syncForks.replica, syncForks.artifactClass, syncForks.n)})
      SELECT ${replica}, ${artifactClass}, ${index}
      WHERE NOT EXISTS (SELECT 1 FROM ${syncForks} WHERE ${syncForks.replica} = ${replica})`,
);
const putAlerts = defineQuery(
  ({ key, alerts }: Parameters<{ key: string; alerts: string }>) =>
    sql`INSERT OR REPLACE INTO ${syncAlerts} (${names(syncAlerts.carrier, syncAlerts.alerts)})
      VALUES (${key}, ${alerts})`,
);
const deleteOtherAlerts = defineQuery(({ kept }: Parameters<{ kept: string }>) =>
  build.delete(syncAlerts).where(sql`${syncAlerts.carrier} NOT IN (SELECT value FROM json_each(${kept}))`),
);

/** Writes the state of the exchange with other replicas. */
export class ExchangeWriter extends ExchangeReader {
  readonly #log: LogReader;
  readonly #squashing: LogSquasher;

  constructor(handle: Pick<Handle, 'raw'>) {
    super(handle);
    this.#log = new LogReader(handle.raw);
    this.#squashing = new LogSquasher(handle.raw);
  }

  /**
   * Returns own operations that are in no segment, with their bodies, at most `limit`; the first has its context.
   * Squashes them first; from then on they do not change.
   */
  takePendingOperations(limit: number): LoggedOperation[] {
    this.#squashing.squash();
    this.#squashing.markPublished();
    indexOwn(this.sql);
    const own = this.sql.get(selectOwnSegmentEnd);
    if (own === undefined) return [];
    const operations = this.#log.listByReplica(own.id, own.seq, limit);
    const [first, ...rest] = operations;
    if (first === undefined) return [];
    const context = this.sql.value(selectContext, { seq: first.operation.s }) ?? '{}';
    return [{ ...first, context: parse<VersionVector>(context) }, ...rest];
  }

  /** Marks the own operations as published by other means than segments. */
  offer(): void {
    this.#squashing.markPublished();
  }

  /** Stores an encrypted artifact. Returns false, and stores nothing, when the class has advanced. */
  keepArtifact({ artifactClass, index, name, sha256, bytes }: OwnArtifact, after?: AuthorState): boolean {
    if ((this.getLastArtifact(artifactClass)?.index ?? 0) !== index - 1) return false;
    this.sql.run(insertArtifact, { artifactClass, index, name, sha256, bytes: Buffer.from(bytes) });
    if (after !== undefined) this.#advance(after);
    // An acknowledgement states the position of this library and its view digest, so its operations must not change any
    // more.
    if (artifactClass === 'acks') this.#squashing.markPublished();
    if (artifactClass === 'members') this.#storeControl(index, sha256);
    return true;
  }

  dropArtifacts(artifactClass: SealedClass, below: number): void {
    const last = this.getLastArtifact(artifactClass)?.index ?? 0;
    this.sql.run(deleteArtifactsBelow, { artifactClass, below: Math.min(below, last) });
  }

  keepControl({ namespace, index, sha256, payload }: ControlRecord): void {
    this.sql.run(insertControl, { namespace, index, sha256, payload: Buffer.from(payload) });
  }

  addControl(payload: Uint8Array): void {
    this.sql.run(insertPendingControl, { payload: Buffer.from(payload) });
  }

  /** Replaces all control payloads that are not encrypted yet. */
  setPendingControl(payloads: readonly Uint8Array[]): void {
    this.sql.run(deletePendingControl);
    for (const payload of payloads) this.addControl(payload);
  }

  keepAck({ replica, index, payload }: AckRecord): void {
    this.sql.run(putAck, { replica, index, payload: Buffer.from(payload) });
  }

  recordSeen(carrier: string, place: string, index: number): void {
    this.sql.run(putSeen, { carrier, place, index });
  }

  setClock(replica: string, skewMs: number): void {
    this.sql.run(putClock, { replica, skewMs: Math.round(skewMs) });
  }

  keepFork({ replica, artifactClass, index }: Fork): void {
    this.sql.run(insertFork, { replica, artifactClass, index });
  }

  /** Replaces the alerts of a carrier from the same kind of check. */
  setAlerts(carrier: string, alerts: readonly Alert[], foundBy: 'run' | 'reading' = 'run'): void {
    const known = new Map(this.alerts().map((alert) => [getAlertKey(alert), alert.since]));
    const stored = alerts.map((alert) => ({ ...alert, since: known.get(getAlertKey(alert)) ?? Date.now() }));
    this.sql.run(putAlerts, { key: ALERT_KEYS[foundBy](carrier), alerts: JSON.stringify(stored) });
  }

  /** Deletes the alerts of all other carriers. */
  keepAlerts(carriers: readonly string[]): void {
    const kept = carriers.flatMap((carrier) => Object.values(ALERT_KEYS).map((nameOf) => nameOf(carrier)));
    this.sql.run(deleteOtherAlerts, { kept: JSON.stringify(kept) });
  }

  #advance({ index, digest, seq, lamport, context }: AuthorState): void {
    this.sql.run(advanceOwn, { index, digest, seq, lamport, context: JSON.stringify(context) });
    this.sql.run(insertOwnSegment, { index, digest, seq, lamport });
  }

  #storeControl(index: number, sha256: string): void {
    const [payload] = this.listPendingControl();
    const own = this.sql.value(selectOwnId);
    if (payload === undefined || own === undefined) return;
    this.sql.run(deleteFirstPendingControl);
    this.keepControl({ namespace: own, index, sha256, payload });
  }
}

/** Keys under which the alerts of a carrier are stored. */
const ALERT_KEYS = { run: (carrier: string) => carrier, reading: (carrier: string) => `${carrier} reading` } as const;

const parse = <Value>(text: string) => JSON.parse(text) as Value;
