import { type AuthorState, joinVectors, type LoggedOperation, type VersionVector } from '@notes/sync-protocol';
import type { AckRecord, Alert, ControlRecord, Fork, OwnArtifact } from '@notes/sync-protocol/run';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, evaluate, getExcludedValue, names, type Parameters } from '../library/query.js';
import {
  meta,
  syncAcks,
  syncAlerts,
  syncClocks,
  syncControl,
  syncControlUnsealed,
  syncForks,
  syncReplicas,
  syncSealed,
  syncSeen,
  syncSegments,
} from '../schema.js';
import { type StoredAuthorState, segmentColumns, writeAdvance } from './author-state.js';
import { ALERT_KEYS, ExchangeReader, getAlertKey, type SealedClass, type StoredWait } from './exchange.js';
import { LogReader } from './log-reader.js';
import { LogSquasher } from './log-squasher.js';
import { indexOwn, OWN, OWN_SEQ, selectContext, selectOwnId } from './op-log.js';
import { isSuccessor } from './renewal.js';

/** Length of the texts in UTF-16 code units after which a segment is full: more than a run puts into one, in bytes. */
const SEGMENT_CHARACTERS = 1_000_000;

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
    sql`INSERT INTO ${syncSegments} (${segmentColumns})
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
      set: { n: getExcludedValue(syncAcks.n), payload: getExcludedValue(syncAcks.payload) },
      setWhere: sql`${getExcludedValue(syncAcks.n)} > ${syncAcks.n}`,
    }),
);
const putSeen = defineQuery(
  ({ carrier, place, index }: Parameters<{ carrier: string; place: string; index: number }>) =>
    sql`INSERT OR REPLACE INTO ${syncSeen} (${names(syncSeen.carrier, syncSeen.place, syncSeen.n)})
      VALUES (${carrier}, ${place}, ${index})`,
);
const hasUnpublished = defineQuery(() =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${syncReplicas} WHERE ${syncReplicas.pk} = ${OWN}
    AND ${syncReplicas.segmentSeq} < ${OWN_SEQ})`),
);
const putWait = defineQuery(
  ({ wait }: Parameters<{ wait: string }>) =>
    sql`INSERT OR REPLACE INTO ${meta} (${names(meta.key, meta.value)}) VALUES ('sync_awaited', ${wait})`,
);
const deleteWait = defineQuery(() => build.delete(meta).where(eq(meta.key, 'sync_awaited')));
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
   * Returns own operations that are in no segment, with their bodies, at most `limit` and as many as fit a segment; the
   * first has its context. Squashes them first; from then on they do not change.
   */
  takePendingOperations(limit: number): LoggedOperation[] {
    this.#squashing.squash();
    this.#squashing.markPublished();
    indexOwn(this.sql);
    const own = this.sql.get(selectOwnSegmentEnd);
    if (own === undefined) return [];
    const operations = this.#log.listByReplica(own.id, own.seq, limit, SEGMENT_CHARACTERS);
    const [first, ...rest] = operations;
    if (first === undefined) return [];
    const context = this.sql.value(selectContext, { seq: first.operation.s }) ?? '{}';
    return [{ ...first, context: parse<VersionVector>(context) }, ...rest];
  }

  /** Marks the own operations as published by other means than segments. */
  offer(): void {
    this.#squashing.markPublished();
  }

  /**
   * Stores an encrypted artifact. Returns false, and stores nothing, when the class has advanced, or when the artifact
   * acknowledges operations that may still change.
   */
  keepArtifact({ artifactClass, index, name, sha256, bytes }: OwnArtifact, after?: AuthorState): boolean {
    if ((this.getLastArtifact(artifactClass)?.index ?? 0) !== index - 1) return false;
    if (artifactClass === 'acks' && this.#mayRebase() && this.sql.count(hasUnpublished) === 1) return false;
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

  /**
   * Starts to wait for operations, as well as for those of an earlier wait.
   *
   * @param since milliseconds since the Unix epoch
   */
  addAwaited(awaited: VersionVector, since = Date.now()): void {
    if (Object.keys(awaited).length === 0) return;
    const versions = joinVectors(this.findWait()?.versions ?? {}, awaited);
    this.#putWait({ versions, since, isOver: false });
  }

  /** Ends the wait. */
  endWait(): void {
    const wait = this.findWait();
    if (wait !== undefined) this.#putWait({ ...wait, isOver: true });
  }

  /** Forgets a wait, for a library that joins another group. */
  removeWait(): void {
    this.sql.run(deleteWait);
  }

  #putWait(wait: StoredWait): void {
    this.sql.run(putWait, { wait: JSON.stringify(wait) });
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

  /** Returns true when unpublished operations may still change. */
  #mayRebase(): boolean {
    return this.findWait()?.isOver === false || isSuccessor(this.sql);
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

const parse = <Value>(text: string) => JSON.parse(text) as Value;
