import { getAttestedSeq } from '../control/attestation.js';
import type { ControlState } from '../control/state.js';
import { knownAcks } from './acks.js';
import { type FoundCheckpoint, findCheckpoints, findNonMembers, readCheckpoint } from './checkpoints.js';
import type { RunContext } from './context.js';
import { getAttestations, isWithinFinal } from './counted-segments.js';
import type { Ack } from './retention/ack.js';
import { getAuthorStates } from './retention/checkpoint.js';
import { computeGroupsDigest } from './retention/view-digest.js';

/** Returns true when no operation of another replica is applied yet, or only part of a bootstrap from a checkpoint. */
export async function isNewLibrary({ store, keys }: RunContext): Promise<boolean> {
  if ((await store.readBootstrap()) !== null) return true;
  return Object.keys(await store.versions()).every((replica) => replica === keys.replicaId);
}

/**
 * Bootstraps a library from a verified checkpoint that has the missing operations, if there is one. A checkpoint with
 * own operations that this replica does not know is not used. If all useful checkpoints are verified by their authors
 * only, an alert names them; such a checkpoint is used when `acceptCheckpoint` is its digest.
 *
 * A bootstrap that was started continues with its checkpoint, also when the author or all witnesses were removed since:
 * without the rest, the operations applied so far could end within a segment that no other member applies.
 *
 * @param gaps replicas whose next segment is missing; null for a new library
 * @returns true when a checkpoint was applied
 */
export async function bootstrapFromCheckpoint(run: RunContext, gaps: ReadonlySet<string> | null): Promise<boolean> {
  const own = run.keys.replicaId;
  const [acks, authors] = [await knownAcks(run), await run.store.authors()];
  const sealed = gaps === null ? 0 : (authors.get(own)?.seq ?? 0);
  const isUseful = ({ head: { versions, last } }: FoundCheckpoint) =>
    (versions[own] ?? 0) <= sealed &&
    (gaps === null || [...gaps].some((each) => (last[each]?.index ?? 0) > (authors.get(each)?.index ?? 0)));
  const begun = await run.store.readBootstrap();
  const isBegun = ({ name }: FoundCheckpoint) => name === begun;
  const found = (await findCheckpoints(run, begun)).filter(
    (each) => isUseful(each) && (isBegun(each) || isCoveredByMembers(run, each, acks)),
  );
  found.sort((a, b) => Number(isBegun(b)) - Number(isBegun(a)) || countOperations(b) - countOperations(a));
  const isTrusted = (each: FoundCheckpoint) =>
    isBegun(each) ||
    isWitnessed(run, each, acks, gaps === null) ||
    (gaps !== null && getHeadDigest(each) === run.acceptCheckpoint);
  for (const each of found.filter(isTrusted)) if (await tryCheckpoint(run, each)) return true;
  if (gaps !== null) for (const each of found) if (!isTrusted(each)) raiseUnwitnessed(run, each);
  return false;
}

/** Returns the digest in the name of the artifact with the head. The head contains the digests of its parts. */
const getHeadDigest = ({ name }: FoundCheckpoint) => name.slice(-32);

function raiseUnwitnessed({ alerts }: RunContext, found: FoundCheckpoint): void {
  const { replica, index } = found;
  const at = { artifactClass: 'snapshots', index, problem: 'unwitnessed' } as const;
  alerts.raise('checkpoint_unwitnessed', replica, at, getHeadDigest(found));
}

/**
 * Returns true when an active member other than the author has verified the checkpoint. The author's own verification
 * counts only for a new library in a group of these two.
 */
function isWitnessed(
  { keys, members: { state } }: RunContext,
  { replica: author, name }: FoundCheckpoint,
  acks: readonly Ack[],
  mayTrustAuthor: boolean,
): boolean {
  const witnesses = acks.filter(
    ({ replica, snapshotsVerified }) => isActive(state, replica) && snapshotsVerified.includes(name),
  );
  const others = [...state.members.values()].filter(
    ({ replicaId, status }) => status !== 'retired' && replicaId !== keys.replicaId,
  );
  const isAlone = mayTrustAuthor && others.every(({ replicaId }) => replicaId === author);
  return witnesses.some(({ replica }) => replica !== author || isAlone);
}

/**
 * Returns true when the author is active, and the checkpoint covers no more operations of removed replicas than active
 * members attest.
 */
function isCoveredByMembers(
  { members: { state } }: RunContext,
  { replica: author, head }: FoundCheckpoint,
  acks: readonly Ack[],
): boolean {
  const attestations = getAttestations(acks);
  const counts = ([replica, seq]: [string, number]) => {
    const last = head.last[replica];
    return (
      isActive(state, replica) ||
      (last !== undefined && isWithinFinal(state, replica, last)) ||
      seq <= getAttestedSeq(state, attestations, replica)
    );
  };
  return isActive(state, author) && Object.entries(head.versions).every(counts);
}

const isActive = ({ members }: ControlState, replica: string) => members.get(replica)?.status === 'active';

const countOperations = ({ head }: FoundCheckpoint) => Object.values(head.versions).reduce((sum, seq) => sum + seq, 0);

async function tryCheckpoint(run: RunContext, found: FoundCheckpoint): Promise<boolean> {
  const { replica, index, head } = found;
  const refuse = (problem: string) => {
    run.alerts.quarantine(replica, 'snapshots', index, problem);
    return false;
  };
  if (findNonMembers(run, head).length > 0) return refuse('stranger');
  const read = await readCheckpoint(run, found);
  if (typeof read === 'string') return refuse(read);
  const { shelf, parts } = read;
  const { yieldControl } = run.store;
  try {
    if ((await computeGroupsDigest(shelf, shelf, yieldControl, run.crypto.sha256)) !== head.viewDigest)
      return refuse('view');
    for (const [sha256, text] of shelf.texts()) await run.store.keepText(sha256, text);
    const { name } = found;
    const { versions } = head;
    const result = await run.store.bootstrap({ name, versions, authors: getAuthorStates(head), operations: shelf });
    if (result === 'refused') return refuse('reused_id');
    if (result === 'applied') run.knownCheckpoints.set(name, { from: 'carrier', payloads: parts });
    if (result === 'applied' && getHeadDigest(found) === run.acceptCheckpoint) run.accepted = true;
    run.counts.operationsIn += shelf.size;
    return result === 'applied';
  } finally {
    shelf.close();
  }
}
