import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import type { LoggedOperation, OperationOf, VersionVector } from '../log/operations.js';
import { covers, coversAll } from '../log/order.js';
import type { EntityKey } from '../merge/entity.js';
import type { OperationGroups } from '../merge/groups.js';
import type { BodyOf } from '../merge/merge-heads.js';
import { allAre, type Breathe } from './breathe.js';
import { type CheckpointHead, orderIn } from './checkpoint.js';
import type { StoredOperations } from './stored-operations.js';
import { digestOfGroups } from './view-digest.js';

/** Snapshot of the log that a replica has kept. */
export interface KeptLog extends StoredOperations {
  readonly versions: VersionVector;
  /** Version vector below which operations may have been pruned. */
  readonly forgotten: VersionVector;
  /** Digest of the current library, in hexadecimal. */
  readonly viewDigest: string;
  /** Returns the operation of an author with a sequence number; undefined when it is not kept. */
  at(replica: string, seq: number): LoggedOperation | undefined;
}

/** Last segment within a checkpoint, as this replica applied it; null when it has no segment of that index. */
export type SegmentEnd = { readonly sha256: string; readonly seq: number; readonly lamport: number } | null;

/**
 * `later`: the checkpoint holds operations that are not applied here yet. `open`: verification needs operations that
 * were pruned here. `order`, `version`, `operations` and `view` name the part that is wrong.
 */
export type CheckpointFinding = 'good' | 'later' | 'open' | 'order' | 'version' | 'operations' | 'view';

/**
 * Verifies that a library bootstrapped from a checkpoint, followed by all operations this replica has applied since,
 * equals the library of this replica.
 *
 * @param ends last applied segment of each replica in the version of the checkpoint
 */
export async function findInCheckpoint(
  head: CheckpointHead,
  checkpoint: StoredOperations,
  own: KeptLog,
  ends: ReadonlyMap<string, SegmentEnd>,
  breathe?: Breathe,
): Promise<CheckpointFinding> {
  if (!coversAll(own.versions, head.versions)) return 'later';
  if (!coversAll(head.versions, own.forgotten)) return 'open';
  if (!endsAsApplied(head, ends)) return 'version';
  if (!(await allAre(checkpoint.inOrder(), orderIn(head), breathe))) return 'order';
  if (!(await allAre(checkpoint.inOrder(), knownBy(own, checkpoint.bodyOf), breathe))) return 'operations';
  if ((await digestOfGroups(checkpoint, checkpoint, breathe)) !== head.viewDigest) return 'view';
  if (coversAll(head.versions, own.versions)) return head.viewDigest === own.viewDigest ? 'good' : 'view';
  const since = withSince(head.versions, checkpoint, own);
  return (await digestOfGroups(since, since, breathe)) === own.viewDigest ? 'good' : 'view';
}

/** Combines the operations of a checkpoint with later operations of this replica. */
function withSince(
  versions: VersionVector,
  checkpoint: StoredOperations,
  own: KeptLog,
): OperationGroups & { readonly bodyOf: BodyOf } {
  const later = new WeakSet<object>();
  const laterOf = (key: EntityKey) => {
    const found = own.of(key).filter(({ replica, operation }) => !covers(versions, replica, operation.s));
    for (const { operation } of found) later.add(operation);
    return found;
  };
  return {
    ids: (kind) => new Set([...checkpoint.ids(kind), ...own.ids(kind)]),
    of: (key) => [...checkpoint.of(key), ...laterOf(key)],
    purged: () => new Set([...checkpoint.purged(), ...laterPurged()]),
    bodyOf: (write) => (later.has(write) ? own : checkpoint).bodyOf(write),
  };

  function* laterPurged(): Iterable<string> {
    for (const id of own.purged())
      if (laterOf(`note:${id}`).some(({ operation }) => operation.op === 'doc.purge')) yield id;
  }
}

function endsAsApplied({ versions, last }: CheckpointHead, ends: ReadonlyMap<string, SegmentEnd>): boolean {
  return Object.entries(last).every(([replica, { sha256, lamport }]) => {
    const end = ends.get(replica);
    return end?.sha256 === sha256 && end.lamport === lamport && end.seq === versions[replica];
  });
}

/** Returns true when an operation was applied here with equal content, or may have been applied and pruned. */
const knownBy =
  (own: KeptLog, theirBody: BodyOf) =>
  (logged: LoggedOperation): boolean => {
    const { replica, operation } = logged;
    const same = own.at(replica, operation.s);
    return same === undefined
      ? covers(own.forgotten, replica, operation.s)
      : isSame(logged, theirBody, same, own.bodyOf);
  };

/** Compares two operations. The text of a revision that was purged here is not compared. */
function isSame(theirs: LoggedOperation, theirBody: BodyOf, ours: LoggedOperation, ourBody: BodyOf): boolean {
  const [a, b] = [theirs.operation, ours.operation];
  if (a.op !== 'doc.write' || b.op !== 'doc.write') return canonicalJson(a) === canonicalJson(b);
  const isErased = b.title === '' && ourBody(b) === '';
  if (!isErased && (a.title !== b.title || theirBody(a) !== ourBody(b))) return false;
  return canonicalJson(withoutText(a)) === canonicalJson(withoutText(b));
}

const withoutText = ({ title: _t, body: _b, body_ref: _r, ...rest }: OperationOf<'doc.write'>) => rest;
