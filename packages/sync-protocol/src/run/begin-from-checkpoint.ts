import { attestedSeq } from '../control/attested.js';
import type { ControlState } from '../control/state.js';
import type { Ack } from '../retention/ack.js';
import { authorsOf, isCheckpoint } from '../retention/checkpoint.js';
import { knownAcks } from './acks.js';
import { type FoundCheckpoint, findCheckpoints, readCheckpoint, strangersIn } from './checkpoints.js';
import type { RunContext } from './context.js';
import { attestationsOf, isWithinFinal } from './counts.js';

/** Whether nothing of the others was applied yet, or what was is the beginning of a checkpoint. */
export async function isNew({ store, keys }: RunContext): Promise<boolean> {
  if (await store.isBeginning()) return true;
  return Object.keys(await store.versions()).every((replica) => replica === keys.replicaId);
}

/**
 * Begins a library with a checkpoint, where there is one that was verified and has what is missing. One that holds
 * operations of this replica that it does not know itself is no beginning for it. Where only such are of use that their
 * authors alone vouch for, an alert names them; one of these is taken when it is asked for by its digest.
 *
 * @param gaps Those whose next segment is gone; null for a library that is new
 */
export async function beginFromCheckpoint(run: RunContext, gaps: ReadonlySet<string> | null): Promise<boolean> {
  const own = run.keys.replicaId;
  const [acks, authors] = [await knownAcks(run), await run.store.authors()];
  const sealed = gaps === null ? 0 : (authors.get(own)?.seq ?? 0);
  const isOfUse = ({ head: { versions, last } }: FoundCheckpoint) =>
    (versions[own] ?? 0) <= sealed &&
    (gaps === null || [...gaps].some((each) => (last[each]?.index ?? 0) > (authors.get(each)?.index ?? 0)));
  const found = (await findCheckpoints(run)).filter((each) => isOfUse(each) && isOfMembers(run, each, acks));
  found.sort((a, b) => sizeOf(b) - sizeOf(a));
  const isTaken = (each: FoundCheckpoint) =>
    isWitnessed(run, each, acks, gaps === null) || (gaps !== null && digestOf(each) === run.acceptCheckpoint);
  for (const each of found.filter(isTaken)) if (await beginWith(run, each)) return true;
  if (gaps !== null) for (const each of found) if (!isTaken(each)) raiseUnwitnessed(run, each);
  return false;
}

/** The digest in the name of the artifact with its head, which holds those of its parts. */
const digestOf = ({ name }: FoundCheckpoint) => name.slice(-32);

function raiseUnwitnessed({ alerts }: RunContext, found: FoundCheckpoint): void {
  const { replica, index } = found;
  const at = { artifactClass: 'snapshots', index, problem: 'unwitnessed' } as const;
  alerts.raise('checkpoint_unwitnessed', replica, at, digestOf(found));
}

/**
 * By an active member other than its author, itself one that is active; the author's word counts for a library that is
 * new, where there was nobody else.
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

/** Whether its author is active, and it holds no more of what the removed wrote than active members say they had. */
function isOfMembers(
  { members: { state } }: RunContext,
  { replica: author, head }: FoundCheckpoint,
  acks: readonly Ack[],
): boolean {
  const attestations = attestationsOf(acks);
  const counts = ([replica, seq]: [string, number]) => {
    const last = head.last[replica];
    return (
      isActive(state, replica) ||
      (last !== undefined && isWithinFinal(state, replica, last)) ||
      seq <= attestedSeq(state, attestations, replica)
    );
  };
  return isActive(state, author) && Object.entries(head.versions).every(counts);
}

const isActive = ({ members }: ControlState, replica: string) => members.get(replica)?.status === 'active';

const sizeOf = ({ head }: FoundCheckpoint) => Object.values(head.versions).reduce((sum, seq) => sum + seq, 0);

async function beginWith(run: RunContext, found: FoundCheckpoint): Promise<boolean> {
  const { replica, index, head } = found;
  const refuse = (problem: string) => {
    run.alerts.quarantine(replica, 'snapshots', index, problem);
    return false;
  };
  if (strangersIn(run, head).length > 0) return refuse('stranger');
  const shelf = await readCheckpoint(run, found);
  if (typeof shelf === 'string') return refuse(shelf);
  try {
    if (!(await isCheckpoint(head, shelf, run.store.breathe))) return refuse('view');
    for (const [sha256, text] of shelf.texts()) await run.store.keepText(sha256, text);
    const { name } = found;
    const { versions } = head;
    const result = await run.store.begin({ name, versions, authors: authorsOf(head), operations: shelf });
    if (result === 'refused') return refuse('reused_id');
    if (result === 'applied' && digestOf(found) === run.acceptCheckpoint) run.accepted = true;
    run.counts.operationsIn += shelf.size;
    return result === 'applied';
  } finally {
    shelf.close();
  }
}
