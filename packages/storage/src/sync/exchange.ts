import type { AuthorState, VersionVector } from '@notes/sync-protocol';
import type {
  AckRecord,
  Alert,
  ControlRecord,
  Fork,
  OwnArtifactEntry,
  SegmentEnd,
  Wait,
} from '@notes/sync-protocol/run';
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { selectMeta } from '../library/meta.js';
import { build, defineQuery, evaluate, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
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
import { authorFields } from './author-state.js';
import { buildKeysEnd, buildKeysStart, buildOperationKey, findReplicaPk } from './op-log.js';

/** Class of own artifacts that are stored as published. */
export type SealedClass = OwnArtifactEntry['artifactClass'];

const selectAuthors = defineQuery(() =>
  build
    .select({ id: syncReplicas.id, ...authorFields })
    .from(syncReplicas)
    .where(gt(syncReplicas.segment, 0)),
);
const selectSegment = defineQuery(({ replica, index }: Parameters<{ replica: string; index: number }>) =>
  build
    .select({ sha256: syncSegments.sha256, seq: syncSegments.seq, lamport: syncSegments.lamport })
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
/** Keys under which the alerts of a carrier are stored. */
export const ALERT_KEYS = {
  run: (carrier: string) => carrier,
  reading: (carrier: string) => `${carrier} reading`,
} as const;

const selectAlerts = defineQuery(() => build.select({ alerts: syncAlerts.alerts }).from(syncAlerts));
const selectRunAlerts = defineQuery(() =>
  build
    .select({ alerts: syncAlerts.alerts })
    .from(syncAlerts)
    .where(sql`${syncAlerts.carrier} NOT LIKE ${ALERT_KEYS.reading('%')}`),
);

/** Operations that a replica must have before it publishes any. */
export interface StoredWait extends Wait {
  /** True once the replica had them. */
  readonly isOver: boolean;
}

/** Alert of a run, with the time of its first report. */
export type KnownAlert = Alert & { readonly since: number };
export const getAlertKey = ({ code, replica }: Alert) => `${code} ${replica}`;

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

  /** Operations that this replica has waited for, or waits for; undefined when it never waited. */
  findWait(): StoredWait | undefined {
    const wait = this.sql.value(selectMeta, { key: 'sync_awaited' });
    return wait === undefined ? undefined : parse<StoredWait>(wait);
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

  /** Alerts of the last run over each carrier, without those of verifications. */
  runAlerts(): KnownAlert[] {
    return this.sql.all(selectRunAlerts).flatMap(({ alerts }) => parse<KnownAlert[]>(alerts));
  }
}

const parse = <Value>(text: string) => JSON.parse(text) as Value;
