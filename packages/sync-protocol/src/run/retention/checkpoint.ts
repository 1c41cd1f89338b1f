import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { concat } from '../../bytes.js';
import { LOG_LIMITS } from '../../log/limits.js';
import { type LoggedOperation, parseOperation, type VersionVector } from '../../log/operations.js';
import { compareOperations, covers } from '../../log/order.js';
import type { AuthorState, FindLamports } from '../../log/succession.js';
import * as v from '../../log/values.js';
import type { StoredOperations } from './stored-operations.js';
import { computeGroupsDigest, type Sha256 } from './view-digest.js';
import { everyItem, type YieldControl } from './yield-control.js';

/*
 * part = line { line }, at most 4 MiB
 * line = canonical JSON of { replica_id, operation } LF, in the order of the log from part to part
 * head = canonical JSON of { v, replica_id, vv, last, parts, view_digest }
 */

/**
 * Head of a checkpoint: the log that a pruning replica has kept at a version. Another replica may bootstrap from it.
 */
export interface CheckpointHead {
  readonly replicaId: string;
  readonly versions: VersionVector;
  /** Last segment of each replica in `versions`, and the Lamport number of its last operation. */
  readonly last: Readonly<
    Record<string, { readonly index: number; readonly sha256: string; readonly lamport: number }>
  >;
  /** Names of the artifacts with the parts, in order. */
  readonly parts: readonly string[];
  /** Digest of the view that the operations make by version 1 of the merge rules, in hexadecimal. */
  readonly viewDigest: string;
}

const MAX_CHECKPOINT_PARTS = 65_536;

const headSchema = z.strictObject({
  v: z.literal(1),
  replica_id: v.replicaId,
  vv: v.versionVector,
  last: z.record(v.replicaId, z.strictObject({ index: v.ordinal, sha256: v.sha256, lamport: v.ordinal })),
  parts: z.array(z.string().regex(/^[0-9a-f]{16}-[0-9a-f]{32}$/)).max(MAX_CHECKPOINT_PARTS),
  view_digest: v.sha256,
});

/** Encodes the head of a checkpoint as canonical JSON in UTF-8. */
export function encodeCheckpointHead(head: CheckpointHead): Uint8Array {
  const { replicaId, versions, last, parts, viewDigest: digest } = head;
  return encodeUtf8(canonicalJson({ v: 1, replica_id: replicaId, vv: versions, last, parts, view_digest: digest }));
}

/** Decodes the head of a checkpoint; null when the bytes are not a valid one. */
export function decodeCheckpointHead(bytes: Uint8Array): CheckpointHead | null {
  const { data } = headSchema.safeParse(parseCanonical(bytes));
  if (data === undefined) return null;
  const { replica_id: replicaId, vv: versions, last, parts, view_digest: digest } = data;
  const names = Object.keys(versions);
  if (names.length !== Object.keys(last).length || names.some((name) => last[name] === undefined)) return null;
  return { replicaId, versions, last, parts, viewDigest: digest };
}

/**
 * Encodes operations as the payloads of checkpoint parts.
 *
 * @param operations in the order of the log
 * @param bytes size limit of a part; a part with a single longer line exceeds it
 */
export function* encodeCheckpointParts(
  operations: Iterable<LoggedOperation>,
  bytes: number = LOG_LIMITS.segmentBytes,
): Generator<Uint8Array> {
  let lines: Uint8Array[] = [];
  let size = 0;
  for (const { replica, operation } of operations) {
    const line = encodeUtf8(`${canonicalJson({ replica_id: replica, operation })}\n`);
    if (size + line.length > bytes && lines.length > 0) {
      yield concat(...lines);
      [lines, size] = [[], 0];
    }
    lines.push(line);
    size += line.length;
  }
  if (lines.length > 0) yield concat(...lines);
}

const LINE_FEED = 10;

/** Decodes a part of a checkpoint; null when the bytes are not a valid one. */
export function decodeCheckpointPart(bytes: Uint8Array): LoggedOperation[] | null {
  if (bytes.length > LOG_LIMITS.segmentBytes || bytes.at(-1) !== LINE_FEED) return null;
  const operations: LoggedOperation[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    const logged = readLine(bytes.subarray(start, end));
    if (logged === null) return null;
    operations.push(logged);
    start = end + 1;
  }
  return operations;
}

const lineSchema = z.strictObject({ replica_id: v.replicaId, operation: z.unknown() });

function readLine(line: Uint8Array): LoggedOperation | null {
  const { data } = lineSchema.safeParse(parseCanonical(line));
  const operation = parseOperation(data?.operation);
  return data === undefined || typeof operation === 'string' ? null : { replica: data.replica_id, operation };
}

/**
 * Returns a function to be called with each operation of a checkpoint in turn. It returns true when the operation is
 * within the version of the checkpoint and sorts after the previous one.
 */
export function createOrderCheck({ versions }: CheckpointHead): (logged: LoggedOperation) => boolean {
  let before: LoggedOperation | null = null;
  return (logged) => {
    const isNext = before === null || compareOperations(before, logged) < 0;
    before = logged;
    return isNext && covers(versions, logged.replica, logged.operation.s);
  };
}

/** Returns true when the operations are within the version of the checkpoint, in order, and match its view digest. */
export const isValidCheckpoint = async (
  head: CheckpointHead,
  operations: StoredOperations,
  yieldControl?: YieldControl,
  hash?: Sha256,
): Promise<boolean> =>
  (await everyItem(operations.inOrder(), createOrderCheck(head), yieldControl)) &&
  (await computeGroupsDigest(operations, operations, yieldControl, hash)) === head.viewDigest;

/** Returns how far the log of each replica is applied after a bootstrap from a checkpoint. */
export function getAuthorStates({ versions, last }: CheckpointHead): Map<string, AuthorState> {
  return new Map(
    Object.entries(last).map(([replica, { index, sha256, lamport }]) => [
      replica,
      { index, digest: sha256, seq: versions[replica] as number, lamport, context: {} },
    ]),
  );
}

/**
 * Returns lower and upper bounds of the Lamport numbers of operations within a checkpoint. A pruned operation lies
 * between its author's neighbouring operations, and each operation's number exceeds the previous one by at least 1.
 */
export function createLamportLookup(
  { versions, last }: CheckpointHead,
  operations: readonly LoggedOperation[],
): FindLamports {
  const known = new Map<string, [seq: number, lamport: number][]>();
  for (const [replica, { lamport }] of Object.entries(last))
    known.set(replica, [[versions[replica] as number, lamport]]);
  for (const { replica, operation } of operations) known.get(replica)?.push([operation.s, operation.l]);
  for (const pairs of known.values()) pairs.sort(([a], [b]) => a - b);
  return (replica, seq) => {
    const pairs = known.get(replica) ?? [];
    const after = findFirstFrom(pairs, seq);
    const [nextSeq, nextLamport] = pairs[after] ?? [seq, Number.MAX_SAFE_INTEGER];
    const [lastSeq, lastLamport] = pairs[after - 1] ?? [0, 0];
    return [nextSeq === seq ? nextLamport : lastLamport + seq - lastSeq, nextLamport - (nextSeq - seq)];
  };
}

/** Returns the index of the first pair whose number is `seq` or higher. */
function findFirstFrom(pairs: readonly (readonly [seq: number, lamport: number])[], seq: number): number {
  let [low, high] = [0, pairs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[middle]?.[0] as number) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
