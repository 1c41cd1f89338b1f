import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import type { LoggedOperation, OperationOf, VersionVector } from '../log/operations.js';
import { compareOperations, covers, coversAll, dotOf } from '../log/order.js';
import type { BodyOf } from '../merge/merge-heads.js';
import { view } from '../merge/view.js';
import type { CheckpointHead } from './checkpoint.js';
import { viewDigest } from './view-digest.js';

/** Operations, with their texts. */
export interface Operations {
  /** In order. */
  readonly operations: readonly LoggedOperation[];
  readonly bodyOf: BodyOf;
}

/** What a replica has kept of the log, at one moment. */
export interface KeptLog extends Operations {
  readonly versions: VersionVector;
  /** Up to which operation of each replica some may have been forgotten. */
  readonly forgotten: VersionVector;
  /** Of the library as it is, in hexadecimal. */
  readonly viewDigest: string;
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
export function findInCheckpoint(
  head: CheckpointHead,
  checkpoint: Operations,
  own: KeptLog,
  ends: ReadonlyMap<string, SegmentEnd>,
): CheckpointFinding {
  if (!coversAll(own.versions, head.versions)) return 'later';
  if (!coversAll(head.versions, own.forgotten)) return 'open';
  if (!endsAsApplied(head, ends)) return 'version';
  if (!isOrdered(head, checkpoint)) return 'order';
  if (!isKnown(checkpoint, own)) return 'operations';
  if (viewDigest(view(checkpoint.operations, checkpoint)) !== head.viewDigest) return 'view';
  const since = own.operations.filter(({ replica, operation }) => !covers(head.versions, replica, operation.s));
  if (since.length === 0) return head.viewDigest === own.viewDigest ? 'good' : 'view';
  const dots = new Set(since.map(dotOf));
  const later = new Set<unknown>(since.map(({ operation }) => operation));
  const bodyOf: BodyOf = (write) => (later.has(write) ? own : checkpoint).bodyOf(write);
  const both = [...checkpoint.operations.filter((logged) => !dots.has(dotOf(logged))), ...since];
  return viewDigest(view(both, { bodyOf })) === own.viewDigest ? 'good' : 'view';
}

function endsAsApplied({ versions, last }: CheckpointHead, ends: ReadonlyMap<string, SegmentEnd>): boolean {
  return Object.entries(last).every(([replica, { sha256, lamport }]) => {
    const end = ends.get(replica);
    return end?.sha256 === sha256 && end.lamport === lamport && end.seq === versions[replica];
  });
}

/** Whether operations are within the version of a checkpoint, each once, in order. */
function isOrdered({ versions }: CheckpointHead, { operations }: Operations): boolean {
  return operations.every((logged, at) => {
    const before = operations[at - 1];
    const isNext = before === undefined || compareOperations(before, logged) < 0;
    return isNext && covers(versions, logged.replica, logged.operation.s);
  });
}

/** Whether each is one that was applied here, as it was, or may have been and is forgotten. */
function isKnown(checkpoint: Operations, own: KeptLog): boolean {
  const known = new Map(own.operations.map((logged) => [dotOf(logged), logged]));
  return checkpoint.operations.every((logged) => {
    const same = known.get(dotOf(logged));
    if (same === undefined) return covers(own.forgotten, logged.replica, logged.operation.s);
    return isSame(logged, checkpoint.bodyOf, same, own.bodyOf);
  });
}

/** Of a revision that was purged here, there is no text to compare. */
function isSame(theirs: LoggedOperation, theirBody: BodyOf, ours: LoggedOperation, ourBody: BodyOf): boolean {
  const [a, b] = [theirs.operation, ours.operation];
  if (a.op !== 'doc.write' || b.op !== 'doc.write') return canonicalJson(a) === canonicalJson(b);
  const isErased = b.title === '' && ourBody(b) === '';
  if (!isErased && (a.title !== b.title || theirBody(a) !== ourBody(b))) return false;
  return canonicalJson(withoutText(a)) === canonicalJson(withoutText(b));
}

const withoutText = ({ title: _t, body: _b, body_ref: _r, ...rest }: OperationOf<'doc.write'>) => rest;
