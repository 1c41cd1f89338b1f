import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { concat } from '../bytes.js';
import { LOG_LIMITS } from './limits.js';
import { getMember, type LoggedOperation, type Operation, parseOperation, type VersionVector } from './operations.js';
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

/**
 * First line of a segment. `deps`: the operations of other replicas that the author had applied before the first
 * operation.
 */
export interface SegmentHeader {
  readonly replicaId: string;
  /** Index of the segment, from 1 without gaps. */
  readonly index: number;
  readonly firstSeq: number;
  readonly count: number;
  /** SHA-256 of the previous segment's artifact, in hexadecimal; null for the first segment. */
  readonly prev: string | null;
  readonly deps: VersionVector;
}

/** A segment of the log of one replica: its header and operations. */
export interface Segment {
  readonly header: SegmentHeader;
  /**
   * Operations with consecutive numbers. The first has its context, and so has each operation whose context was raised.
   */
  readonly operations: readonly LoggedOperation[];
}

/**
 * Problem of a segment. `needs_upgrade`: its author runs a newer version, and this version cannot apply any operation
 * of the segment. A correct program never causes the others.
 */
export type SegmentProblem = 'oversize' | 'malformed' | 'needs_upgrade';

/** Result of {@link decodeSegment}: the segment, or the problem. */
export type SegmentResult =
  | { readonly ok: true; readonly segment: Segment }
  | { readonly ok: false; readonly problem: SegmentProblem };

const encodeLine = (value: unknown) => encodeUtf8(`${canonicalJson(value)}\n`);
const encodeOperation = ({ operation }: LoggedOperation) => encodeLine(operation);

/** Returns the entries of `to` that exceed those of `from`; null when there are none. */
function diffVectors(from: VersionVector, to: VersionVector): VersionVector | null {
  const entries = Object.entries(to).filter(([replica, seq]) => seq > (from[replica] ?? 0));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Yields the lines of operations, each preceded by a line that raises its context if needed. */
function* encodeLines(deps: VersionVector, operations: readonly LoggedOperation[]): Generator<Uint8Array> {
  let context = deps;
  for (const logged of operations) {
    const rise = logged.context === undefined ? null : diffVectors(context, logged.context);
    const line = encodeOperation(logged);
    yield rise === null ? line : concat(encodeLine({ deps: rise }), line);
    if (rise !== null) context = joinVectors(context, rise);
  }
}

/** Operations that fit a segment, with their lines. */
export interface SegmentLines {
  readonly operations: readonly LoggedOperation[];
  readonly lines: readonly Uint8Array[];
}

/**
 * Encodes a segment. `count` and `firstSeq` follow from the operations.
 *
 * @param operations at least one
 */
export const encodeSegment = (
  header: Omit<SegmentHeader, 'count' | 'firstSeq'>,
  operations: readonly LoggedOperation[],
): Uint8Array => joinSegment(header, { operations, lines: [...encodeLines(header.deps, operations)] });

/**
 * Joins lines that {@link fillSegment} encoded to a segment.
 *
 * @param header `deps`: those that the lines were encoded with
 */
export function joinSegment(
  header: Omit<SegmentHeader, 'count' | 'firstSeq'>,
  { operations, lines }: SegmentLines,
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
  return concat(encodeLine(head), ...lines);
}

/**
 * Encodes the first operations that fit a segment, at least one.
 *
 * @param operations at least one
 * @param bytes maximum bytes of the segment's text
 */
export function fillSegment(
  deps: VersionVector,
  operations: readonly LoggedOperation[],
  bytes: number = LOG_LIMITS.segmentBytes,
): SegmentLines {
  let left = bytes - encodeLine({ deps }).length - HEADER_BYTES;
  const lines: Uint8Array[] = [];
  for (const line of encodeLines(deps, operations.slice(0, LOG_LIMITS.operations))) {
    left -= line.length;
    if (left < 0 && lines.length > 0) break;
    lines.push(line);
  }
  return { operations: operations.slice(0, lines.length), lines };
}

/** Upper bound of a header's bytes without its `deps`. */
const HEADER_BYTES = 300;

/** Returns true when an operation is short enough to hold its text in its line. */
export const isInline = (operation: Operation): boolean => encodeLine(operation).length <= LOG_LIMITS.inlineBytes;

/** Decodes a segment within the limits of `LOG_LIMITS`. Never throws for any bytes. */
export function decodeSegment(bytes: Uint8Array): SegmentResult {
  const lines = splitLines(bytes);
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

const isNewer = (head: unknown) => Number(getMember(head, 'v')) > 1;

const LINE_FEED = 10;

function splitLines(bytes: Uint8Array): Uint8Array[] | SegmentProblem {
  if (bytes.length > LOG_LIMITS.segmentBytes) return 'oversize';
  if (bytes.at(-1) !== LINE_FEED) return 'malformed';
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end - start > LOG_LIMITS.lineBytes) return 'oversize';
    // Each operation may be preceded by a line that raises its context.
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
  let wasRaised = false;
  for (const line of lines) {
    const value = parseCanonical(line);
    const rise = getMember(value, 'deps') === undefined ? undefined : raiseSchema.safeParse(value).data?.deps;
    if (rise !== undefined) {
      const raised = joinVectors(context, rise);
      if (wasRaised || !isRise(replica, context, rise, raised)) return 'malformed';
      context = raised;
      wasRaised = true;
      continue;
    }
    const operation = parseOperation(value);
    if (operation === 'malformed') return 'malformed';
    if (operation === 'unknown') return 'needs_upgrade';
    if (operation.s !== firstSeq + operations.length) return 'malformed';
    const hasContext = wasRaised || operations.length === 0;
    operations.push(hasContext ? { replica, operation, context } : { replica, operation });
    wasRaised = false;
  }
  return !wasRaised && operations.length === count ? operations : 'malformed';
}

const isRise = (author: string, context: VersionVector, rise: VersionVector, raised: VersionVector) =>
  !(author in rise) &&
  Object.keys(rise).length > 0 &&
  Object.keys(raised).length < LOG_LIMITS.replicas &&
  Object.entries(rise).every(([replica, seq]) => seq > (context[replica] ?? 0));
