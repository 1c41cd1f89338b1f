import type { VersionVector } from '../log/operations.js';
import { countOperations, coversAll } from '../log/order.js';
import { MAX_PART_BYTES, readLogToCompare } from './checkpoints.js';
import type { RunContext } from './context.js';
import { publish } from './publish.js';
import { putBlobs } from './push-blobs.js';
import { pushOps } from './push-ops.js';
import type { Ack } from './retention/ack.js';
import {
  type CheckpointHead,
  decodeCheckpointHead,
  encodeCheckpointHead,
  encodeCheckpointParts,
} from './retention/checkpoint.js';
import { type CheckpointRecord, getFirstIndex } from './retention/knowledge.js';
import { computeGroupsDigest } from './retention/view-digest.js';
import type { OwnArtifactEntry, WholeLog } from './store.js';

/** Number of operations since the newest checkpoint of any replica after which a new one is due. */
export const CHECKPOINT_OPERATIONS = 20_000;
/** Number of days after which a checkpoint is due if there are new operations. */
export const CHECKPOINT_DAYS = 30;

const DAY_MS = 86_400_000;
/** Attempts to find a log without unpublished operations, because local changes continue during a run. */
const MAX_TRIES = 3;

/**
 * Writes a checkpoint of the current library if one is due or requested.
 *
 * @returns true when a checkpoint was written
 */
export async function makeCheckpoint(run: RunContext): Promise<boolean> {
  if (!(await isWanted(run))) return false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const made = await readLogToCompare(run, async (log) =>
      isFullyPublished(run, log) ? await writeCheckpoint(run, log) : null,
    );
    if (made !== null) return made;
    await pushOps(run);
  }
  return false;
}

const isFullyPublished = ({ keys: { replicaId } }: RunContext, { versions, authors }: WholeLog) =>
  (versions[replicaId] ?? 0) === (authors.get(replicaId)?.seq ?? 0);

async function writeCheckpoint(run: RunContext, log: WholeLog): Promise<boolean> {
  const last = getLastSegments(log);
  if (last === null) return false;
  if ((await computeGroupsDigest(log, log, run.store.yieldControl, run.crypto.sha256)) !== log.viewDigest) {
    run.alerts.raise('divergence', run.keys.replicaId);
    return false;
  }
  const texts = await log.texts();
  await putBlobs(run, texts);
  const parts = await publishParts(run, log);
  if (parts === null) return false;
  const { replicaId } = run.keys;
  const names = parts.map((part) => part.name);
  const head = { replicaId, versions: log.versions, last, parts: names, viewDigest: log.viewDigest };
  const payload = encodeCheckpointHead(head);
  const artifact = await publishNext(run, payload);
  if (artifact === null) return false;
  const { index, name } = artifact;
  await run.store.keepCheckpoint({
    replica: replicaId,
    index,
    name,
    head: payload,
    at: run.now(),
    verdict: 'made',
    problem: null,
  });
  run.knownCheckpoints.set(name, { from: 'log', artifacts: parts.map(({ sha256 }) => sha256), texts });
  run.counts.checkpointsOut += 1;
  return true;
}

/**
 * Returns true when a checkpoint is due or requested. Checkpoints of removed replicas cannot be used for bootstrap, so
 * a replacement for what they covered is due at once.
 */
async function isWanted({ store, snapshot, members, keys, now }: RunContext): Promise<boolean> {
  const versions = await store.versions();
  const usable: VersionVector[] = [];
  const unusable: VersionVector[] = [];
  let [covered, at] = [0, Date.parse(members.state.members.get(keys.replicaId)?.addedAt ?? '')];
  for (const record of await store.checkpoints()) {
    const head = decodeCheckpointHead(record.head);
    if (head === null || record.verdict === 'refused') continue;
    if (members.getStatus(record.replica) !== 'active') {
      unusable.push(head.versions);
      continue;
    }
    if (coversAll(head.versions, versions)) return false;
    usable.push(head.versions);
    if (countOperations(head.versions) > covered) [covered, at] = [countOperations(head.versions), record.at];
  }
  const newOperations = countOperations(versions) - covered;
  const isUncovered = (each: VersionVector) => !usable.some((other) => coversAll(other, each));
  const isDue =
    newOperations >= CHECKPOINT_OPERATIONS || now() - at >= CHECKPOINT_DAYS * DAY_MS || unusable.some(isUncovered);
  return newOperations > 0 && (snapshot === true || isDue);
}

/** Returns the last segment of each replica; null when the log of some replica ends within a segment. */
function getLastSegments({ versions, authors }: WholeLog): CheckpointHead['last'] | null {
  const last: Record<string, CheckpointHead['last'][string]> = {};
  for (const [replica, seq] of Object.entries(versions)) {
    const author = authors.get(replica);
    if (author === undefined || author.digest === null || author.seq !== seq) return null;
    last[replica] = { index: author.index, sha256: author.digest, lamport: author.lamport };
  }
  return last;
}

async function publishParts(run: RunContext, log: WholeLog): Promise<OwnArtifactEntry[] | null> {
  const parts: OwnArtifactEntry[] = [];
  for (const payload of encodeCheckpointParts(log.inOrder(), MAX_PART_BYTES)) {
    const part = await publishNext(run, payload);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

/** Publishes under the next index. Returns the artifact, or null when nothing was published. */
async function publishNext(run: RunContext, payload: Uint8Array): Promise<OwnArtifactEntry | null> {
  const epoch = run.members.current;
  const index = ((await run.store.getLastArtifact('snapshots'))?.index ?? 0) + 1;
  if (epoch === null || !(await publish(run, { artifactClass: 'snapshots', index, payload, epoch }))) return null;
  const [entry] = await run.store.listArtifacts('snapshots', index - 1, 1);
  return entry ?? null;
}

/** Drops own artifacts before the newest own checkpoint that counts as verified. */
export async function dropSuperseded({ store, keys, members }: RunContext, acks: readonly Ack[]): Promise<void> {
  const present = [...members.state.members.values()].filter(({ status }) => status !== 'retired');
  const own = (await store.checkpoints()).filter(({ replica }) => replica === keys.replicaId);
  const isVerified = ({ name, verdict }: CheckpointRecord) =>
    acks.some(({ replica, snapshotsVerified }) => replica !== keys.replicaId && snapshotsVerified.includes(name)) ||
    (present.length === 1 && verdict === 'verified');
  const newest = own.filter(isVerified).sort((a, b) => b.index - a.index)[0];
  if (newest === undefined) return;
  await store.dropArtifacts('snapshots', getFirstIndex(newest));
}
