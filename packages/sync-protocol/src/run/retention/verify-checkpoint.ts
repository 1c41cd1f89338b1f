import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import type { LoggedOperation, OperationOf, VersionVector } from '../../log/operations.js';
import { covers, coversAll } from '../../log/order.js';
import type { EntityKey } from '../../merge/entity.js';
import type { OperationGroups } from '../../merge/groups.js';
import type { ReadBody } from '../../merge/merge-heads.js';
import { type CheckpointHead, createOrderCheck } from './checkpoint.js';
import type { StoredOperations } from './stored-operations.js';
import { computeGroupsDigest, type Sha256 } from './view-digest.js';
import { everyItem, type YieldControl } from './yield-control.js';

/** Snapshot of the log that a replica has kept. */
export interface KeptLog extends StoredOperations {
  readonly versions: VersionVector;
  /** Version vector below which operations may have been pruned. */
  readonly prunedBelow: VersionVector;
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
export async function verifyCheckpoint(
  head: CheckpointHead,
  checkpoint: StoredOperations,
  own: KeptLog,
  ends: ReadonlyMap<string, SegmentEnd>,
  yieldControl?: YieldControl,
  hash?: Sha256,
): Promise<CheckpointFinding> {
  if (!coversAll(own.versions, head.versions)) return 'later';
  if (!coversAll(head.versions, own.prunedBelow)) return 'open';
  if (!hasAppliedEnds(head, ends)) return 'version';
  if (!(await everyItem(checkpoint.inOrder(), createOrderCheck(head), yieldControl))) return 'order';
  if (!(await everyItem(checkpoint.inOrder(), createKnownCheck(own, checkpoint.readBody), yieldControl)))
    return 'operations';
  if ((await computeGroupsDigest(checkpoint, checkpoint, yieldControl, hash)) !== head.viewDigest) return 'view';
  if (coversAll(head.versions, own.versions)) return head.viewDigest === own.viewDigest ? 'good' : 'view';
  const since = combineWithLater(head.versions, checkpoint, own);
  return (await computeGroupsDigest(since, since, yieldControl, hash)) === own.viewDigest ? 'good' : 'view';
}

/** Combines the operations of a checkpoint with later operations of this replica. */
function combineWithLater(
  versions: VersionVector,
  checkpoint: StoredOperations,
  own: KeptLog,
): OperationGroups & { readonly readBody: ReadBody } {
  const later = new WeakSet<object>();
  const getLater = (key: EntityKey) => {
    const found = own.getOperations(key).filter(({ replica, operation }) => !covers(versions, replica, operation.s));
    for (const { operation } of found) later.add(operation);
    return found;
  };
  return {
    listIds: (kind) => new Set([...checkpoint.listIds(kind), ...own.listIds(kind)]),
    getOperations: (key) => [...checkpoint.getOperations(key), ...getLater(key)],
    listPurged: () => new Set([...checkpoint.listPurged(), ...laterPurged()]),
    readBody: (write) => (later.has(write) ? own : checkpoint).readBody(write),
  };

  function* laterPurged(): Iterable<string> {
    for (const id of own.listPurged())
      if (getLater(`note:${id}`).some(({ operation }) => operation.op === 'doc.purge')) yield id;
  }
}

/** Returns true when the last segments of a checkpoint are those that this replica applied. */
export function hasAppliedEnds({ versions, last }: CheckpointHead, ends: ReadonlyMap<string, SegmentEnd>): boolean {
  return Object.entries(last).every(([replica, { sha256, lamport }]) => {
    const end = ends.get(replica);
    return end?.sha256 === sha256 && end.lamport === lamport && end.seq === versions[replica];
  });
}

/** Returns true when an operation was applied here with equal content, or may have been applied and pruned. */
const createKnownCheck =
  (own: KeptLog, readTheirBody: ReadBody) =>
  (logged: LoggedOperation): boolean => {
    const { replica, operation } = logged;
    const same = own.at(replica, operation.s);
    return same === undefined
      ? covers(own.prunedBelow, replica, operation.s)
      : isSame(logged, readTheirBody, same, own.readBody);
  };

/** Compares two operations. The text of a revision that was purged here is not compared. */
function isSame(
  theirs: LoggedOperation,
  readTheirBody: ReadBody,
  ours: LoggedOperation,
  readOurBody: ReadBody,
): boolean {
  const [a, b] = [theirs.operation, ours.operation];
  if (a.op !== 'doc.write' || b.op !== 'doc.write') return canonicalJson(a) === canonicalJson(b);
  const isErased = b.title === '' && readOurBody(b) === '';
  if (!isErased && (a.title !== b.title || readTheirBody(a) !== readOurBody(b))) return false;
  return canonicalJson(withoutText(a)) === canonicalJson(withoutText(b));
}

const withoutText = ({ title: _t, body: _b, body_ref: _r, ...rest }: OperationOf<'doc.write'>) => rest;
