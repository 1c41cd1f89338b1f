import type { AuthorState, LoggedOperation, VersionVector } from '@notes/sync-protocol';
import type {
  AckRecord,
  Alert,
  ControlRecord,
  Fork,
  OwnArtifact,
  OwnArtifactEntry,
  SegmentEnd,
} from '@notes/sync-protocol/run';
import { type Handle, Statements } from '../library/statements.js';
import { LogReader } from './log-reader.js';
import { LogSquasher } from './log-squasher.js';
import { CONTEXT, indexOwn, KEY, KEYS_FROM, KEYS_TO, OWN } from './op-log.js';

type SealedClass = OwnArtifactEntry['artifactClass'];

const AUTHORS = `SELECT id, segment AS "index", segment_sha256 AS digest, segment_seq AS seq, segment_lamport AS lamport,
  segment_context AS context FROM sync_replicas WHERE segment > 0`;
/** Operations of a replica with known numbers: the stored ones, and the last one of each segment. */
const NUMBERS = `(SELECT o.seq, o.lamport FROM sync_ops o WHERE o.pk $ ${KEY} AND o.pk % ORDER BY o.pk # LIMIT 1)`;
const ENDS = `(SELECT seq, lamport FROM sync_segments WHERE replica = @replica AND seq > 0 AND seq $ @seq
    ORDER BY n # LIMIT 1)`;
const selectNearest = (side: '<=' | '>=', order: 'ASC' | 'DESC') => {
  const either = `SELECT * FROM ${NUMBERS} UNION ALL SELECT * FROM ${ENDS} ORDER BY seq # LIMIT 1`;
  const end = side === '<=' ? `> ${KEYS_FROM}` : `< ${KEYS_TO}`;
  return either.replaceAll('$', side).replaceAll('#', order).replaceAll('%', end);
};
const AT_OR_BEFORE = selectNearest('<=', 'DESC');
const AT_OR_AFTER = selectNearest('>=', 'ASC');
const ENTRY = 'class AS artifactClass, n AS "index", name, sha256, length(bytes) AS sizeBytes';
const ADVANCE = `UPDATE sync_replicas SET seq = max(seq, @seq), lamport = max(lamport, @lamport), segment = @index,
  segment_sha256 = @digest, segment_seq = @seq, segment_lamport = @lamport, segment_context = @context WHERE pk = ${OWN}`;
const SEEN_SEGMENTS = `SELECT place, max(n) FROM sync_seen WHERE place LIKE '%/ops' GROUP BY place`;
const KEEP_CONTROL = 'INSERT OR IGNORE INTO sync_control (namespace, n, sha256, payload) VALUES (?, ?, ?, ?)';
const KEEP_FORK = `INSERT INTO sync_forks (replica, class, n) SELECT @replica, @artifactClass, @index
  WHERE NOT EXISTS (SELECT 1 FROM sync_forks WHERE replica = @replica)`;
const KEEP_ACK = `INSERT INTO sync_acks (replica, n, payload) VALUES (?, ?, ?)
  ON CONFLICT (replica) DO UPDATE SET n = excluded.n, payload = excluded.payload WHERE excluded.n > n`;

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
    const rows = this.sql.all<Omit<AuthorState, 'context'> & { id: string; context: string }>(AUTHORS);
    return new Map(rows.map(({ id, context, ...rest }) => [id, { ...rest, context: parse<VersionVector>(context) }]));
  }

  /** Returns the end of an applied or own segment, or null; its numbers are 0 when unknown. */
  segment(replica: string, index: number): SegmentEnd {
    const one = 'SELECT sha256, seq, lamport FROM sync_segments WHERE replica = ? AND n = ?';
    return this.sql.get<NonNullable<SegmentEnd>>(one, replica, index) ?? null;
  }

  /**
   * Returns the Lamport number of an applied operation; for a pruned operation, the bounds that its neighbours give.
   */
  lamports(replica: string, seq: number): readonly [least: number, most: number] {
    const [before, lamportBefore] = this.sql.row<[number, number]>(AT_OR_BEFORE, { replica, seq }) ?? [0, 0];
    if (before === seq) return [lamportBefore, lamportBefore];
    const after = this.sql.row<[number, number]>(AT_OR_AFTER, { replica, seq });
    return after === undefined ? [0, 0] : [lamportBefore + seq - before, after[1] - (after[0] - seq)];
  }

  listArtifacts(artifactClass: SealedClass, after: number, limit: number): OwnArtifactEntry[] {
    const some = `SELECT ${ENTRY} FROM sync_sealed WHERE class = ? AND n > ? ORDER BY n LIMIT ?`;
    return this.sql.all<OwnArtifactEntry>(some, artifactClass, after, limit);
  }

  /** Returns the number and size of stored artifacts with an index above `after`. */
  measureArtifacts(artifactClass: SealedClass, after: number): { readonly artifacts: number; readonly bytes: number } {
    const size = `SELECT count(*) AS artifacts, coalesce(sum(length(bytes)), 0) AS bytes FROM sync_sealed
      WHERE class = ? AND n > ?`;
    return this.sql.get(size, artifactClass, after) as { artifacts: number; bytes: number };
  }

  /** Returns true when anything was ever exchanged. */
  hasExchanged(): boolean {
    return this.sql.count('SELECT EXISTS (SELECT 1 FROM sync_sealed) OR EXISTS (SELECT 1 FROM sync_segments)') === 1;
  }

  getLastArtifact(artifactClass: SealedClass): OwnArtifactEntry | null {
    const last = `SELECT ${ENTRY} FROM sync_sealed WHERE class = ? ORDER BY n DESC LIMIT 1`;
    return this.sql.get<OwnArtifactEntry>(last, artifactClass) ?? null;
  }

  readArtifact(artifactClass: SealedClass, index: number): Uint8Array | null {
    const found = this.sql.row<[Uint8Array]>(
      'SELECT bytes FROM sync_sealed WHERE class = ? AND n = ?',
      artifactClass,
      index,
    );
    return found?.[0] ?? null;
  }

  control(): ControlRecord[] {
    return this.sql.all<ControlRecord>('SELECT namespace, n AS "index", sha256, payload FROM sync_control');
  }

  listPendingControl(): Uint8Array[] {
    return this.sql
      .rows<[Uint8Array]>('SELECT payload FROM sync_control_unsealed ORDER BY pk')
      .map(([payload]) => payload);
  }

  acks(): AckRecord[] {
    return this.sql.all<AckRecord>('SELECT replica, n AS "index", payload FROM sync_acks');
  }

  readSeen(carrier: string): Map<string, number> {
    return new Map(this.sql.rows<[string, number]>('SELECT place, n FROM sync_seen WHERE carrier = ?', carrier));
  }

  forks(): Fork[] {
    return this.sql.all<Fork>('SELECT replica, class AS artifactClass, n AS "index" FROM sync_forks');
  }

  /** Milliseconds by which the clocks of replicas were ahead of this one at the last comparison. */
  clocks(): Map<string, number> {
    return new Map(this.sql.rows<[string, number]>('SELECT replica, skew_ms FROM sync_clocks'));
  }

  /** Highest segment index seen on any carrier, by namespace. */
  seenSegments(): Map<string, number> {
    const rows = this.sql.rows<[string, number]>(SEEN_SEGMENTS);
    return new Map(rows.map(([place, index]) => [place.slice(0, place.indexOf('/')), index]));
  }

  /** Alerts of the last run over each carrier and of its last verification. */
  alerts(): KnownAlert[] {
    return this.sql.rows<[string]>('SELECT alerts FROM sync_alerts').flatMap(([alerts]) => parse<KnownAlert[]>(alerts));
  }
}

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
    const own = this.sql.get<{ id: string; seq: number }>(
      `SELECT id, segment_seq AS seq FROM sync_replicas WHERE pk = ${OWN}`,
    );
    if (own === undefined) return [];
    const operations = this.#log.listByReplica(own.id, own.seq, limit);
    const [first, ...rest] = operations;
    if (first === undefined) return [];
    const context = this.sql.row<[string]>(CONTEXT, first.operation.s)?.[0] ?? '{}';
    return [{ ...first, context: parse<VersionVector>(context) }, ...rest];
  }

  /** Marks the own operations as published by other means than segments. */
  offer(): void {
    this.#squashing.markPublished();
  }

  /** Stores an encrypted artifact. Returns false, and stores nothing, when the class has advanced. */
  keepArtifact({ artifactClass, index, name, sha256, bytes }: OwnArtifact, after?: AuthorState): boolean {
    if ((this.getLastArtifact(artifactClass)?.index ?? 0) !== index - 1) return false;
    const row = [artifactClass, index, name, sha256, Buffer.from(bytes)];
    this.sql.run('INSERT INTO sync_sealed (class, n, name, sha256, bytes) VALUES (?, ?, ?, ?, ?)', ...row);
    if (after !== undefined) this.#advance(after);
    // An acknowledgement states the position of this library and its view digest, so its operations must not change any
    // more.
    if (artifactClass === 'acks') this.#squashing.markPublished();
    if (artifactClass === 'members') this.#storeControl(index, sha256);
    return true;
  }

  dropArtifacts(artifactClass: SealedClass, below: number): void {
    const last = this.getLastArtifact(artifactClass)?.index ?? 0;
    this.sql.run('DELETE FROM sync_sealed WHERE class = ? AND n < ?', artifactClass, Math.min(below, last));
  }

  keepControl({ namespace, index, sha256, payload }: ControlRecord): void {
    this.sql.run(KEEP_CONTROL, namespace, index, sha256, Buffer.from(payload));
  }

  addControl(payload: Uint8Array): void {
    this.sql.run('INSERT INTO sync_control_unsealed (payload) VALUES (?)', Buffer.from(payload));
  }

  /** Replaces all control payloads that are not encrypted yet. */
  setPendingControl(payloads: readonly Uint8Array[]): void {
    this.sql.run('DELETE FROM sync_control_unsealed');
    for (const payload of payloads) this.addControl(payload);
  }

  keepAck({ replica, index, payload }: AckRecord): void {
    this.sql.run(KEEP_ACK, replica, index, Buffer.from(payload));
  }

  recordSeen(carrier: string, place: string, index: number): void {
    this.sql.run('INSERT OR REPLACE INTO sync_seen (carrier, place, n) VALUES (?, ?, ?)', carrier, place, index);
  }

  setClock(replica: string, skewMs: number): void {
    this.sql.run('INSERT OR REPLACE INTO sync_clocks (replica, skew_ms) VALUES (?, ?)', replica, Math.round(skewMs));
  }

  keepFork({ replica, artifactClass, index }: Fork): void {
    this.sql.run(KEEP_FORK, { replica, artifactClass, index });
  }

  /** Replaces the alerts of a carrier from the same kind of check. */
  setAlerts(carrier: string, alerts: readonly Alert[], foundBy: 'run' | 'reading' = 'run'): void {
    const known = new Map(this.alerts().map((alert) => [getAlertKey(alert), alert.since]));
    const stored = alerts.map((alert) => ({ ...alert, since: known.get(getAlertKey(alert)) ?? Date.now() }));
    this.sql.run(
      'INSERT OR REPLACE INTO sync_alerts (carrier, alerts) VALUES (?, ?)',
      ALERT_KEYS[foundBy](carrier),
      JSON.stringify(stored),
    );
  }

  /** Deletes the alerts of all other carriers. */
  keepAlerts(carriers: readonly string[]): void {
    const kept = carriers.flatMap((carrier) => Object.values(ALERT_KEYS).map((nameOf) => nameOf(carrier)));
    this.sql.run('DELETE FROM sync_alerts WHERE carrier NOT IN (SELECT value FROM json_each(?))', JSON.stringify(kept));
  }

  #advance({ index, digest, seq, lamport, context }: AuthorState): void {
    this.sql.run(ADVANCE, { index, digest, seq, lamport, context: JSON.stringify(context) });
    const segment = `INSERT INTO sync_segments (replica, n, sha256, seq, lamport)
      SELECT id, ?, ?, ?, ? FROM sync_replicas WHERE pk = ${OWN}`;
    this.sql.run(segment, index, digest, seq, lamport);
  }

  #storeControl(index: number, sha256: string): void {
    const [payload] = this.listPendingControl();
    const own = this.sql.row<[string]>(`SELECT id FROM sync_replicas WHERE pk = ${OWN}`)?.[0];
    if (payload === undefined || own === undefined) return;
    this.sql.run('DELETE FROM sync_control_unsealed WHERE pk = (SELECT min(pk) FROM sync_control_unsealed)');
    this.keepControl({ namespace: own, index, sha256, payload });
  }
}

/** Keys under which the alerts of a carrier are stored. */
const ALERT_KEYS = { run: (carrier: string) => carrier, reading: (carrier: string) => `${carrier} reading` } as const;

const parse = <Value>(text: string) => JSON.parse(text) as Value;
