import { coversAll } from '../log/order.js';
import {
  type FoundCheckpoint,
  findCheckpoints,
  findNonMembers,
  readCheckpoint,
  readLogToCompare,
} from './checkpoints.js';
import type { RunContext } from './context.js';
import { decodeCheckpointHead } from './retention/checkpoint.js';
import type { CheckpointRecord } from './retention/knowledge.js';
import { type CheckpointFinding, type SegmentEnd, verifyCheckpoint } from './retention/verify-checkpoint.js';

/** Verifies checkpoints of other replicas. A sole member verifies its own ones. */
export async function verifyCheckpoints(run: RunContext): Promise<void> {
  for (const found of await findCheckpoints(run)) {
    const record = (await run.store.checkpoints()).find(({ name }) => name === found.name);
    if (record?.verdict === 'refused') {
      run.alerts.quarantine(found.replica, 'snapshots', found.index, record.problem ?? '');
    } else if (await needsVerification(run, found, record)) await verifyFound(run, found, record);
  }
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
): Promise<CheckpointFinding | 'missing' | 'malformed' | 'stranger'> {
  const { head } = found;
  if (findNonMembers(run, head).length > 0) return 'stranger';
  const versions = await run.store.versions();
  if (!coversAll(versions, head.versions)) return 'later';
  const shelf = await readCheckpoint(run, found);
  if (typeof shelf === 'string') return shelf;
  try {
    const ends = new Map<string, SegmentEnd>();
    for (const [replica, { index }] of Object.entries(head.last))
      ends.set(replica, await run.store.segment(replica, index));
    return await readLogToCompare(run, (log) => verifyCheckpoint(head, shelf, log, ends, run.store.yieldControl));
  } finally {
    shelf.close();
  }
}
