import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { concat } from '../bytes.js';
import { LOG_LIMITS } from './limits.js';
import { type LoggedOperation, memberOf, type Operation, parseOperation, type VersionVector } from './operations.js';
import { joinVectors } from './order.js';
import * as v from './values.js';

/*
 * segment = header LF { line LF }
 * header  = { v, replica_id, index, first_seq, count, prev, deps }
 * line    = operation | { deps }
 * Each line is canonical JSON. The context of an operation is the header's `deps`, raised by the lines before it.
 */

const headerSchema = z.strictObject({
  v: z.literal(1),
  replica_id: v.replicaId,
  index: v.ordinal,
  first_seq: v.ordinal,
  count: z.int().min(1).max(LOG_LIMITS.operations),
  prev: v.sha256.nullable(),
  deps: v.versionVector,
});
const raiseSchema = z.strictObject({ deps: v.versionVector });

/** The first line of a segment. `deps`: what its author had applied of other replicas when the first was made. */
export interface SegmentHeader {
  readonly replicaId: string;
  /** From 1, by one. */
  readonly index: number;
  readonly firstSeq: number;
  readonly count: number;
  /** The SHA-256 of the artifact before it, in hexadecimal; null for the first. */
  readonly prev: string | null;
  readonly deps: VersionVector;
}

export interface Segment {
  readonly header: SegmentHeader;
  /** The first has its context, and each for which it was raised; their numbers have no gap. */
  readonly operations: readonly LoggedOperation[];
}

/**
 * `needs_upgrade`: its author runs a newer version, and nothing of them can be applied by this one. The others are
 * what no sound program writes.
 */
export type SegmentProblem = 'oversize' | 'malformed' | 'needs_upgrade';

export type SegmentResult =
  | { readonly ok: true; readonly segment: Segment }
  | { readonly ok: false; readonly problem: SegmentProblem };

const lineOf = (value: unknown) => encodeUtf8(`${canonicalJson(value)}\n`);
const operationLine = ({ operation }: LoggedOperation) => lineOf(operation);

/** The entries of `to` that are above those of `from`; null where none is. */
function raised(from: VersionVector, to: VersionVector): VersionVector | null {
  const entries = Object.entries(to).filter(([replica, seq]) => seq > (from[replica] ?? 0));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The lines of operations after `deps`, each behind the one that raises its context. */
function* linesOf(deps: VersionVector, operations: readonly LoggedOperation[]): Generator<Uint8Array> {
  let context = deps;
  for (const logged of operations) {
    const rise = logged.context === undefined ? null : raised(context, logged.context);
    const line = operationLine(logged);
    yield rise === null ? line : concat(lineOf({ deps: rise }), line);
    if (rise !== null) context = joinVectors(context, rise);
  }
}

/** The text of a segment. `count` and `firstSeq` are those of the operations, of which there is one at least. */
export function encodeSegment(
  header: Omit<SegmentHeader, 'count' | 'firstSeq'>,
  operations: readonly LoggedOperation[],
): Uint8Array {
  const first = operations[0] as LoggedOperation;
  const head = {
    v: 1,
    replica_id: header.replicaId,
    index: header.index,
    first_seq: first.operation.s,
    count: operations.length,
    prev: header.prev,
    deps: header.deps,
  };
  return concat(lineOf(head), ...linesOf(header.deps, operations));
}

/** How many of the operations, of which there is one at least, fit a segment of `bytes`; one always does. */
export function countForSegment(
  deps: VersionVector,
  operations: readonly LoggedOperation[],
  bytes: number = LOG_LIMITS.segmentBytes,
): number {
  let left = bytes - lineOf({ deps }).length - HEADER_BYTES;
  let count = 0;
  for (const line of linesOf(deps, operations.slice(0, LOG_LIMITS.operations))) {
    left -= line.length;
    if (left < 0) break;
    count += 1;
  }
  return Math.max(count, 1);
}

/** More than a header has beside its `deps`. */
const HEADER_BYTES = 300;

/** Whether an operation's line is short enough to hold its text. */
export const isInline = (operation: Operation): boolean => lineOf(operation).length <= LOG_LIMITS.inlineBytes;

/** Reads the text of a segment, within the bounds of `LOG_LIMITS`. Never throws, whatever the bytes are. */
export function decodeSegment(bytes: Uint8Array): SegmentResult {
  const lines = linesIn(bytes);
  if (typeof lines === 'string') return { ok: false, problem: lines };
  const [first, ...rest] = lines;
  const head = parseCanonical(first as Uint8Array);
  if (isNewer(head)) return { ok: false, problem: 'needs_upgrade' };
  const header = headerSchema.safeParse(head).data;
  if (header === undefined || header.replica_id in header.deps) return { ok: false, problem: 'malformed' };
  if ((header.prev === null) !== (header.index === 1)) return { ok: false, problem: 'malformed' };
  const operations = readOperations(header, rest);
  if (typeof operations === 'string') return { ok: false, problem: operations };
  const { replica_id: replicaId, first_seq: firstSeq, index, count, prev, deps } = header;
  return { ok: true, segment: { header: { replicaId, index, firstSeq, count, prev, deps }, operations } };
}

const isNewer = (head: unknown) => Number(memberOf(head, 'v')) > 1;

const LINE_FEED = 10;

function linesIn(bytes: Uint8Array): Uint8Array[] | SegmentProblem {
  if (bytes.length > LOG_LIMITS.segmentBytes) return 'oversize';
  if (bytes.at(-1) !== LINE_FEED) return 'malformed';
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end - start > LOG_LIMITS.lineBytes) return 'oversize';
    // Each operation may have a line before it.
    if (lines.length > 2 * LOG_LIMITS.operations) return 'oversize';
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

function readOperations(
  { replica_id: replica, first_seq: firstSeq, count, deps }: z.output<typeof headerSchema>,
  lines: readonly Uint8Array[],
): LoggedOperation[] | SegmentProblem {
  const operations: LoggedOperation[] = [];
  let context: VersionVector = deps;
  let rose = false;
  for (const line of lines) {
    const value = parseCanonical(line);
    const rise = memberOf(value, 'deps') === undefined ? undefined : raiseSchema.safeParse(value).data?.deps;
    if (rise !== undefined) {
      const raised = joinVectors(context, rise);
      if (rose || !isRise(replica, context, rise, raised)) return 'malformed';
      context = raised;
      rose = true;
      continue;
    }
    const operation = parseOperation(value);
    if (operation === 'malformed') return 'malformed';
    if (operation === 'unknown') return 'needs_upgrade';
    if (operation.s !== firstSeq + operations.length) return 'malformed';
    const isTold = rose || operations.length === 0;
    operations.push(isTold ? { replica, operation, context } : { replica, operation });
    rose = false;
  }
  return !rose && operations.length === count ? operations : 'malformed';
}

const isRise = (author: string, context: VersionVector, rise: VersionVector, raised: VersionVector) =>
  !(author in rise) &&
  Object.keys(rise).length > 0 &&
  Object.keys(raised).length < LOG_LIMITS.replicas &&
  Object.entries(rise).every(([replica, seq]) => seq > (context[replica] ?? 0));
