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

/** What a replica has kept of the log, at one moment. */
export interface KeptLog extends StoredOperations {
  readonly versions: VersionVector;
  /** Up to which operation of each replica some may have been forgotten. */
  readonly forgotten: VersionVector;
  /** Of the library as it is, in hexadecimal. */
  readonly viewDigest: string;
  /** One by its author and number; undefined where it is not kept. */
  at(replica: string, seq: number): LoggedOperation | undefined;
}

/** The last segment within a checkpoint, as this replica applied it; null where it knows none of that index. */
export type SegmentEnd = { readonly sha256: string; readonly seq: number; readonly lamport: number } | null;

/**
 * `later`: it holds operations that are not applied here yet. `open`: what was forgotten here it would take to tell. The
 * rest say what is wrong with it.
 */
export type CheckpointFinding = 'good' | 'later' | 'open' | 'order' | 'version' | 'operations' | 'view';

/**
 * Whether a library that began with a checkpoint, and then went on with all that this replica has applied since, would
 * be the library this replica has.
 *
 * @param ends Of each replica in the version of the checkpoint
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

/** The operations of a checkpoint, and those of this replica that are later than it. */
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

/** Whether one was applied here, as it was, or may have been and is forgotten. */
const knownBy =
  (own: KeptLog, theirBody: BodyOf) =>
  (logged: LoggedOperation): boolean => {
    const { replica, operation } = logged;
    const same = own.at(replica, operation.s);
    return same === undefined
      ? covers(own.forgotten, replica, operation.s)
      : isSame(logged, theirBody, same, own.bodyOf);
  };

/** Of a revision that was purged here, there is no text to compare. */
function isSame(theirs: LoggedOperation, theirBody: BodyOf, ours: LoggedOperation, ourBody: BodyOf): boolean {
  const [a, b] = [theirs.operation, ours.operation];
  if (a.op !== 'doc.write' || b.op !== 'doc.write') return canonicalJson(a) === canonicalJson(b);
  const isErased = b.title === '' && ourBody(b) === '';
  if (!isErased && (a.title !== b.title || theirBody(a) !== ourBody(b))) return false;
  return canonicalJson(withoutText(a)) === canonicalJson(withoutText(b));
}

const withoutText = ({ title: _t, body: _b, body_ref: _r, ...rest }: OperationOf<'doc.write'>) => rest;
