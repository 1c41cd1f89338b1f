import { bytesToHex } from '@noble/hashes/utils.js';
import { coversAll } from '../log/order.js';
import { fetchArtifact } from './artifacts.js';
import {
  type FoundCheckpoint,
  findCheckpoints,
  findNonMembers,
  MAX_PART_BYTES,
  type ReadingProblem,
  readCheckpoint,
  readLogToCompare,
} from './checkpoints.js';
import type { KnownCheckpoint, RunContext } from './context.js';
import { fetchText } from './fetch-blobs.js';
import { decodeCheckpointHead, encodeCheckpointParts } from './retention/checkpoint.js';
import type { CheckpointRecord } from './retention/knowledge.js';
import {
  type CheckpointFinding,
  hasAppliedEnds,
  type SegmentEnd,
  verifyCheckpoint,
} from './retention/verify-checkpoint.js';
import type { WholeLog } from './store.js';

/** Verifies checkpoints of other replicas. A sole member verifies its own ones. */
export async function verifyCheckpoints(run: RunContext): Promise<void> {
  const forked = new Set((await run.store.forks()).map(({ replica }) => replica));
  for (const found of await findCheckpoints(run)) {
    if (await isOfOtherHistory(run, found, forked)) continue;
    const record = (await run.store.checkpoints()).find(({ name }) => name === found.name);
    if (record?.verdict === 'refused') {
      run.alerts.quarantine(found.replica, 'snapshots', found.index, record.problem ?? '');
    } else if (await needsVerification(run, found, record)) await verifyFound(run, found, record);
  }
}

/**
 * Returns true when a checkpoint contains another history of a forked replica than this library. The checkpoint may be
 * right: a retirement may exclude the history that this library has, or that of its author. Raises `fork` unless its
 * author is retired: then nobody replaces the checkpoint.
 */
async function isOfOtherHistory(
  { alerts, members, store }: RunContext,
  { replica: author, head }: FoundCheckpoint,
  forked: ReadonlySet<string>,
): Promise<boolean> {
  for (const [replica, { index, sha256 }] of Object.entries(head.last)) {
    const end = forked.has(replica) ? await store.segment(replica, index) : null;
    if (end === null || end.sha256 === sha256) continue;
    if (members.getStatus(author) !== 'retired') alerts.raise('fork', replica);
    return true;
  }
  return false;
}

async function needsVerification(
  { store, members, keys }: RunContext,
  { replica, head }: FoundCheckpoint,
  record: CheckpointRecord | undefined,
): Promise<boolean> {
  if (record?.verdict === 'verified' || record?.verdict === 'open') return false;
  const present = [...members.state.members.values()].filter(({ status }) => status !== 'retired');
  if (replica === keys.replicaId) return present.length === 1 && record !== undefined;
  // A checkpoint that a verified one of the same author covers need not be verified.
  return !(await store.checkpoints()).some(
    ({ verdict, replica: author, head: bytes }) =>
      verdict === 'verified' &&
      author === replica &&
      coversAll(decodeCheckpointHead(bytes)?.versions ?? {}, head.versions),
  );
}

async function verifyFound(
  run: RunContext,
  found: FoundCheckpoint,
  record: CheckpointRecord | undefined,
): Promise<void> {
  const { replica, index, name, payload } = found;
  const finding = await checkFound(run, found);
  if (finding === 'missing' || finding === 'later') {
    const problem = finding === 'missing' ? 'missing' : 'operations';
    run.alerts.raise('waiting', replica, { artifactClass: 'snapshots', index, problem });
    return;
  }
  if (finding === 'stranger') {
    run.alerts.quarantine(replica, 'snapshots', index, 'stranger');
    return;
  }
  const isGood = finding === 'good';
  const verdict = isGood ? 'verified' : finding === 'open' ? 'open' : 'refused';
  const problem = verdict === 'refused' ? finding : null;
  const at = record?.at ?? run.now();
  await run.store.keepCheckpoint({ replica, index, name, head: payload, at, verdict, problem });
  if (isGood) run.counts.checkpointsVerified += 1;
  if (problem !== null) run.alerts.quarantine(replica, 'snapshots', index, problem);
}

/** Verifies a checkpoint; `stranger` when it names a replica that never was a member. */
async function checkFound(
  run: RunContext,
  found: FoundCheckpoint,
): Promise<CheckpointFinding | ReadingProblem | 'stranger'> {
  const { head } = found;
  if (findNonMembers(run, head).length > 0) return 'stranger';
  const versions = await run.store.versions();
  if (!coversAll(versions, head.versions)) return 'later';
  const ends = new Map<string, SegmentEnd>();
  for (const [replica, { index }] of Object.entries(head.last))
    ends.set(replica, await run.store.segment(replica, index));
  if (await isKnownGood(run, found, ends)) return 'good';
  const read = await readCheckpoint(run, found);
  if (typeof read === 'string') return read;
  const { shelf } = read;
  const { yieldControl } = run.store;
  try {
    return await readLogToCompare(run, (log) =>
      verifyCheckpoint(head, shelf, log, ends, yieldControl, run.crypto.sha256),
    );
  } finally {
    shelf.close();
  }
}

/**
 * Verifies a checkpoint that this run wrote or applied, when the log has nothing else. Its operations made the view of
 * its head then, so what is left to verify is that the carrier has those that this run wrote, and the library those that
 * this run applied. Both follow from equal bytes. Returns false when they differ: then the whole verification finds the
 * reason.
 */
async function isKnownGood(
  run: RunContext,
  found: FoundCheckpoint,
  ends: ReadonlyMap<string, SegmentEnd>,
): Promise<boolean> {
  const { head, name } = found;
  const known = run.knownCheckpoints.get(name);
  if (known === undefined) return false;
  return readLogToCompare(run, async (log) => {
    const isWholeLog = coversAll(head.versions, log.versions) && coversAll(log.versions, head.versions);
    if (!isWholeLog || !coversAll(head.versions, log.prunedBelow) || !hasAppliedEnds(head, ends)) return false;
    const isSame =
      known.from === 'log' ? await hasArtifacts(run, found, known) : await hasAppliedPayloads(run, log, known);
    return isSame && log.viewDigest === head.viewDigest;
  });
}

/** Returns true when the carrier returns the artifacts that this run wrote, and the texts that they reference. */
async function hasArtifacts(
  run: RunContext,
  { replica, head }: FoundCheckpoint,
  { artifacts, texts }: Extract<KnownCheckpoint, { from: 'log' }>,
): Promise<boolean> {
  if (head.parts.length !== artifacts.length) return false;
  for (const [at, name] of head.parts.entries()) {
    const fetched = await fetchArtifact(run, replica, 'snapshots', name);
    if (fetched?.sha256 !== artifacts[at]) return false;
  }
  for (const text of texts) if ((await fetchText(run, text, replica)) === null) return false;
  return true;
}

/** Returns true when the log would be published as the payloads that this run applied. */
async function hasAppliedPayloads(
  { crypto, store }: RunContext,
  log: WholeLog,
  { payloads }: Extract<KnownCheckpoint, { from: 'carrier' }>,
): Promise<boolean> {
  let count = 0;
  for (const payload of encodeCheckpointParts(log.inOrder(), MAX_PART_BYTES)) {
    if (bytesToHex(crypto.sha256(payload)) !== payloads[count]) return false;
    count += 1;
    await store.yieldControl();
  }
  return count === payloads.length;
}
