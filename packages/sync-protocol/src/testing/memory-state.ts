import { CHUNK_LENGTH } from '../frames/artifact.js';
import type { LoggedOperation, Operation, VersionVector } from '../log/operations.js';
import { joinVectors } from '../log/order.js';
import { type FormerLog, reauthor } from '../log/reauthor.js';
import type { AuthorState } from '../log/succession.js';
import { listLineageIds } from '../merge/lineage.js';
import type { ReadBody } from '../merge/merge-heads.js';
import { rebaseEdits } from '../merge/rebase-edits.js';
import type { Alert } from '../run/alerts.js';
import type { CheckpointRecord } from '../run/retention/knowledge.js';
import type { SegmentEnd } from '../run/retention/verify-checkpoint.js';
import type { AckRecord, BlobRef, ControlRecord, Fork, OwnArtifact, OwnArtifactEntry, Wait } from '../run/store.js';

export type OwnArtifactClass = OwnArtifactEntry['artifactClass'];

/** Content of a library database. A copy of it is an image of the library, as in a backup. */
export interface LibraryState {
  replica: string;
  /** Operations by author, in the order of their numbers; pruned operations are missing. */
  readonly log: Map<string, LoggedOperation[]>;
  readonly authors: Map<string, AuthorState>;
  /** Ends of operation artifacts, by `<replica>:<index>`. */
  readonly segments: Map<string, NonNullable<SegmentEnd>>;
  /** Log it continued when it got its present id. */
  former: FormerLog | null;
  /**
   * Number of the last own operation that may have been published or acknowledged. Operations up to it never change.
   */
  offered: number;
  /** Number of each author up to which operations may be pruned. */
  prunedBelow: VersionVector;
  /** Operations to have before any are published; null for none. `isOver` is true once they were there. */
  wait: (Wait & { readonly isOver: boolean }) | null;
  /** Name of a partly applied checkpoint, while no other operations of other replicas were applied. */
  bootstrapping: string | null;
  /** Checkpoints by name. */
  readonly checkpoints: Map<string, CheckpointRecord>;
  readonly sealed: Map<OwnArtifactClass, OwnArtifact[]>;
  readonly control: Map<string, ControlRecord>;
  unsealedControl: Uint8Array[];
  readonly acks: Map<string, AckRecord>;
  readonly seen: Map<string, Map<string, number>>;
  readonly forks: Map<string, Fork>;
  readonly alerts: Map<string, readonly Alert[]>;
  /** Content by SHA-256. */
  readonly blobs: Map<string, Uint8Array>;
  /** Chunks of incomplete content, by SHA-256. */
  readonly parts: Map<string, Map<number, Uint8Array>>;
  readonly published: Map<string, Set<string>>;
}

export const emptyState = (replica: string): LibraryState => ({
  replica,
  log: new Map(),
  authors: new Map(),
  segments: new Map(),
  former: null,
  offered: 0,
  prunedBelow: {},
  wait: null,
  bootstrapping: null,
  checkpoints: new Map(),
  sealed: new Map(),
  control: new Map(),
  unsealedControl: [],
  acks: new Map(),
  seen: new Map(),
  forks: new Map(),
  alerts: new Map(),
  blobs: new Map(),
  parts: new Map(),
  published: new Map(),
});

/** Returns a copy that later changes do not affect. Values other than lists and maps are never changed in place. */
export const copyState = (state: LibraryState): LibraryState => ({
  ...state,
  log: new Map(Array.from(state.log, ([replica, own]) => [replica, [...own]])),
  authors: new Map(state.authors),
  segments: new Map(state.segments),
  checkpoints: new Map(state.checkpoints),
  sealed: new Map(state.sealed),
  control: new Map(state.control),
  acks: new Map(state.acks),
  seen: new Map(state.seen),
  forks: new Map(state.forks),
  alerts: new Map(state.alerts),
  blobs: new Map(state.blobs),
  parts: new Map(state.parts),
  published: new Map(state.published),
});

/** Returns the applied sequence number of each replica, own unpublished operations included. */
export function getVersions({ log, authors }: LibraryState): VersionVector {
  const versions: Record<string, number> = {};
  for (const [replica, { seq }] of authors) if (seq > 0) versions[replica] = seq;
  for (const [replica, own] of log) {
    const last = Math.max(versions[replica] ?? 0, own.at(-1)?.operation.s ?? 0);
    if (last > 0) versions[replica] = last;
  }
  return versions;
}

export const listOperations = ({ log }: LibraryState): LoggedOperation[] => [...log.values()].flat();

/** An operation without its envelope. */
export type Change = Operation extends infer Each
  ? Each extends Operation
    ? Omit<Each, 's' | 'l' | 'w'>
    : never
  : never;

/**
 * Appends an own operation to the log, after all known operations.
 *
 * @returns its dot
 */
export function appendOwn(state: LibraryState, change: Change, atMs: number): string {
  const own = state.log.get(state.replica) ?? [];
  const { [state.replica]: last = 0, ...context } = getVersions(state);
  let lamport = 0;
  for (const author of state.authors.values()) lamport = Math.max(lamport, author.lamport);
  for (const operations of state.log.values()) lamport = Math.max(lamport, operations.at(-1)?.operation.l ?? 0);
  const operation = { ...change, s: last + 1, l: lamport + 1, w: atMs } as Operation;
  own.push({ replica: state.replica, operation, context });
  state.log.set(state.replica, own);
  return `${state.replica}:${operation.s}`;
}

/** Adds operations to have before any are published. */
export function addAwaited(state: LibraryState, awaited: VersionVector, since: number): void {
  if (Object.keys(awaited).length === 0) return;
  state.wait = { versions: joinVectors(state.wait?.versions ?? {}, awaited), since, isOver: false };
}

/** Returns what a library waits for; null when it has it. */
export const getWait = ({ wait }: LibraryState): Wait | null => (wait?.isOver === false ? wait : null);

/**
 * Rebases the unpublished edits of a library that was behind when they were made.
 *
 * @param awaited operations that it still lacks in part; null when it has them
 * @param readBody reads the text of a revision
 */
export function rebaseOwn(state: LibraryState, awaited: VersionVector | null, readBody: ReadBody): void {
  const { replica } = state;
  const published = state.authors.get(replica)?.seq ?? 0;
  for (const [root, operations] of groupByLineage(listOperations(state))) {
    const { changed, merged } = rebaseEdits(root, operations, { replica, published, awaited, readBody });
    const byNumber = new Map(changed.map((logged) => [logged.operation.s, logged]));
    const own = state.log.get(replica) ?? [];
    state.log.set(
      replica,
      own.map((logged) => byNumber.get(logged.operation.s) ?? logged),
    );
    for (const { at, ...revision } of merged) appendOwn(state, revision, at);
  }
}

/** Returns the operations of each note and of those recovered from it, by the id of the original note. */
function groupByLineage(operations: readonly LoggedOperation[]): Map<string, LoggedOperation[]> {
  const byNote = new Map<string, LoggedOperation[]>();
  for (const logged of operations)
    if ('doc' in logged.operation && logged.operation.doc !== null)
      byNote.set(logged.operation.doc, [...(byNote.get(logged.operation.doc) ?? []), logged]);
  const isPurged = (id: string) => byNote.get(id)?.some(({ operation }) => operation.op === 'doc.purge') ?? false;
  const lineages = new Map([...byNote.keys()].map((id) => [id, listLineageIds(id, isPurged)]));
  const recovered = new Set([...lineages.values()].flatMap(([, ...others]) => others));
  return new Map(
    Array.from(lineages, ([root, ids]) => [root, ids.flatMap((id) => byNote.get(id) ?? [])] as const).filter(
      ([root]) => !recovered.has(root),
    ),
  );
}

/** Returns the attachments or the texts in blobs that operations reference, by SHA-256. */
export function collectBlobs(operations: Iterable<LoggedOperation>, kind: 'text' | 'resource'): Map<string, BlobRef> {
  const named = new Map<string, BlobRef>();
  for (const { operation } of operations) {
    if (kind === 'text' && operation.op === 'doc.write' && operation.body_ref) {
      named.set(operation.body_ref.sha256, operation.body_ref);
    }
    if (kind === 'resource' && operation.op === 'res.create') {
      const { sha256, size } = operation;
      named.set(sha256, { sha256, size, chunks: Math.max(1, Math.ceil(size / CHUNK_LENGTH)) });
    }
  }
  return named;
}

/**
 * Moves a library that was restored to an earlier state to a new replica id. Unpublished operations are re-authored
 * under the new id. Published operations stay with the old id, which counts as another replica from now on.
 *
 * @param shared last state of its log that other replicas share; null to use the last published state
 */
export function moveToNewId(state: LibraryState, replica: string, shared: AuthorState | null = null): void {
  const old = state.replica;
  const last = shared ?? state.authors.get(old);
  const sealed = last?.seq ?? 0;
  if (state.former === null || (state.authors.get(old)?.index ?? 0) > 0) state.former = { replica: old, after: sealed };
  if (last !== undefined) state.authors.set(old, last);
  for (const key of state.segments.keys()) {
    const [author, index] = key.split(':');
    if (author === old && Number(index) > (last?.index ?? 0)) state.segments.delete(key);
  }
  const own = state.log.get(old) ?? [];
  state.log.set(
    old,
    own.filter(({ operation }) => operation.s <= sealed),
  );
  state.replica = replica;
  state.sealed.clear();
  state.published.clear();
  const context = getVersions(state);
  let lamport = 0;
  for (const author of state.authors.values()) lamport = Math.max(lamport, author.lamport);
  const pending = own.filter(({ operation }) => operation.s > sealed);
  state.log.set(replica, reauthor(pending, { replica, after: sealed, lamport, context }));
  state.offered = getVersions(state)[replica] ?? 0;
}
