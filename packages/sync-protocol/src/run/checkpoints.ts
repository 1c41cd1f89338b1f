import { bytesToHex } from '@noble/hashes/utils.js';
import { parseArtifactName } from '../frames/name.js';
import { MERGE_VERSION } from '../merge/limits.js';
import { knownAcks } from './acks.js';
import { fetchListed, type ListedArtifact, listArtifactsFrom, openMemberArtifact, recordSeen } from './artifacts.js';
import type { RunContext } from './context.js';
import { fetchText } from './fetch-blobs.js';
import { getMergeVersionInUse, MERGE_VERSIONS } from './merge-versions.js';
import { getReferencedTexts } from './referenced-texts.js';
import {
  type CheckpointHead,
  createOrderCheck,
  decodeCheckpointHead,
  decodeCheckpointPart,
} from './retention/checkpoint.js';
import type { OperationShelf } from './retention/stored-operations.js';
import { computeGroupsDigest } from './retention/view-digest.js';
import type { BlobRef, WholeLog } from './store.js';

/**
 * Number of the newest artifacts tried until one is a head: parts of an unfinished checkpoint may follow the last head.
 */
const MAX_TRIES = 8;
/** Maximum bytes of a part. With padding and frame it fits into an artifact even if it does not compress. */
export const MAX_PART_BYTES = 850_000;

/**
 * Calls `work` with the whole log and the digest that checkpoints are compared by. This digest uses version 1 of the
 * merge rules, whatever version the group uses, because every program supports it.
 */
export function readLogToCompare<Answer>(run: RunContext, work: (log: WholeLog) => Promise<Answer>): Promise<Answer> {
  const usesFirstVersion =
    getMergeVersionInUse(run.members.state, run.mergeVersions ?? MERGE_VERSIONS) === MERGE_VERSION;
  return run.store.readLog(async (log) => {
    if (usesFirstVersion) return work(log);
    return work({ ...log, viewDigest: await computeGroupsDigest(log, log, run.store.yieldControl, run.crypto.sha256) });
  });
}

/** A checkpoint found on the carrier. */
export interface FoundCheckpoint {
  readonly replica: string;
  /** Index of the artifact with its head; `name` is its name. */
  readonly index: number;
  readonly name: string;
  readonly payload: Uint8Array;
  readonly head: CheckpointHead;
}

/**
 * Returns the newest checkpoint of each replica, and those that some member has verified.
 *
 * @param begun name of the checkpoint of an incomplete bootstrap, which is returned too; null for none
 */
export async function findCheckpoints(run: RunContext, begun: string | null = null): Promise<FoundCheckpoint[]> {
  const named = new Set((await knownAcks(run)).flatMap(({ snapshotsVerified }) => snapshotsVerified));
  if (begun !== null) named.add(begun);
  const found: FoundCheckpoint[] = [];
  for (const replica of run.members.replicas) found.push(...(await findReplicaCheckpoints(run, replica, named)));
  return found;
}

async function findReplicaCheckpoints(
  run: RunContext,
  replica: string,
  named: ReadonlySet<string>,
): Promise<FoundCheckpoint[]> {
  const found: FoundCheckpoint[] = [];
  let tries = MAX_TRIES;
  for (const listed of await listNewestFirst(run, replica, named)) {
    if (!named.has(listed.name) && (found.length > 0 || tries === 0)) continue;
    tries -= 1;
    const checkpoint = await readHead(run, replica, listed);
    if (checkpoint !== null) found.push(checkpoint);
  }
  return found;
}

/**
 * Returns the artifacts in `named` and the newest `MAX_TRIES` others, newest first. The limit bounds an endless
 * listing.
 */
async function listNewestFirst(
  run: RunContext,
  replica: string,
  named: ReadonlySet<string>,
): Promise<ListedArtifact[]> {
  const kept: ListedArtifact[] = [];
  let others: ListedArtifact[] = [];
  for await (const page of listArtifactsFrom(run, replica, 'snapshots', 1)) {
    for (const listed of page) (named.has(listed.name) ? kept : others).push(listed);
    others = others.slice(-MAX_TRIES);
  }
  return [...kept, ...others].sort((a, b) => (a.name > b.name ? -1 : 1));
}

/** Reads a checkpoint head; null when the artifact is not a head or cannot be read. */
async function readHead(
  run: RunContext,
  replica: string,
  { index, name }: ListedArtifact,
): Promise<FoundCheckpoint | null> {
  const known = (await run.store.checkpoints()).find((record) => record.name === name);
  const payload = known?.head ?? (await readPayload(run, replica, index, name));
  const head = payload && decodeCheckpointHead(payload);
  return payload && head ? { replica, index, name, payload, head } : null;
}

async function readPayload(run: RunContext, replica: string, index: number, name: string): Promise<Uint8Array | null> {
  const fetched = await fetchListed(run, replica, 'snapshots', { index, name });
  const opened = fetched && openMemberArtifact(run, replica, 'snapshots', index, fetched.bytes);
  if (!opened?.ok) return null;
  await recordSeen(run, replica, 'snapshots', index);
  return opened.payload;
}

/**
 * Reason why a checkpoint is not read: `missing`, a part or text is not found yet; `malformed`, it is not a checkpoint;
 * `order`, an operation is out of order, repeated, or beyond the version of the checkpoint.
 */
export type ReadingProblem = 'missing' | 'malformed' | 'order';

/** A checkpoint whose operations are in order and within its version, in a shelf that the caller closes. */
export interface ReadCheckpoint {
  readonly shelf: OperationShelf;
  /** SHA-256 of the payloads of its parts, in order, in hexadecimal. */
  readonly parts: readonly string[];
}

/** Reads a whole checkpoint. Reading ends at the first operation with a problem. */
export async function readCheckpoint(
  run: RunContext,
  found: FoundCheckpoint,
): Promise<ReadCheckpoint | ReadingProblem> {
  const shelf = run.store.createShelf();
  let result: readonly string[] | ReadingProblem = 'missing';
  try {
    result = await readParts(run, found, shelf);
  } finally {
    if (typeof result === 'string') shelf.close();
  }
  return typeof result === 'string' ? result : { shelf, parts: result };
}

/**
 * Reads all parts and texts of a checkpoint.
 *
 * @param sink receives them
 * @returns the SHA-256 of the payloads of the parts, or the problem
 */
async function readParts(
  run: RunContext,
  { replica, index, head }: FoundCheckpoint,
  sink: Pick<OperationShelf, 'add' | 'addText'>,
): Promise<string[] | ReadingProblem> {
  if (head.replicaId !== replica) return 'malformed';
  const isInOrder = createOrderCheck(head);
  const texts = new Map<string, BlobRef>();
  const parts: string[] = [];
  for (const name of head.parts) {
    const place = parseArtifactName('snapshots', name)?.position;
    if (typeof place !== 'number' || place >= index) return 'malformed';
    const payload = await readPayload(run, replica, place, name);
    if (payload === null) return 'missing';
    const part = decodeCheckpointPart(payload);
    if (part === null) return 'malformed';
    if (!part.every(isInOrder)) return 'order';
    for (const text of getReferencedTexts(part)) texts.set(text.sha256, text);
    sink.add(part);
    parts.push(bytesToHex(run.crypto.sha256(payload)));
  }
  for (const text of texts.values()) {
    const bytes = await fetchText(run, text, replica);
    if (bytes === null) return 'missing';
    sink.addText(text.sha256, bytes);
  }
  return parts;
}

/** Returns the replicas in the version of a checkpoint that were never members. */
export const findNonMembers = ({ members }: RunContext, { versions }: CheckpointHead): string[] =>
  Object.keys(versions).filter((replica) => !members.replicas.includes(replica));
