import { attestedSeq } from '../control/attested.js';
import type { Ack } from '../retention/ack.js';
import { authorsOf, isCheckpoint } from '../retention/checkpoint.js';
import { knownAcks } from './acks.js';
import { type FoundCheckpoint, findCheckpoints, readCheckpoint, strangersIn } from './checkpoints.js';
import type { RunContext } from './context.js';
import { attestationsOf, isWithinFinal } from './counts.js';

/** Whether nothing of the others was applied yet. */
export async function isNew({ store, keys }: RunContext): Promise<boolean> {
  return Object.keys(await store.versions()).every((replica) => replica === keys.replicaId);
}

/**
 * Begins a library with a checkpoint, where there is one that was verified and has what is missing. One that holds
 * operations of this replica that it does not know itself is no beginning for it.
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
  const found = (await findCheckpoints(run)).filter(isOfUse);
  const verified = found.filter((each) => isVerified(run, each, acks, gaps === null));
  for (const each of verified.sort((a, b) => sizeOf(b) - sizeOf(a))) if (await beginWith(run, each)) return true;
  return false;
}

/**
 * By an active member other than its author, itself one that is active; the author's word counts for a library that is
 * new, where there was nobody else. Of what the removed wrote it holds no more than active members say they had.
 */
function isVerified(
  { keys, members: { state } }: RunContext,
  { replica: author, name, head }: FoundCheckpoint,
  acks: readonly Ack[],
  mayTrustAuthor: boolean,
): boolean {
  const isActive = (replica: string) => state.members.get(replica)?.status === 'active';
  if (!isActive(author)) return false;
  const witnesses = acks.filter(
    ({ replica, snapshotsVerified }) => isActive(replica) && snapshotsVerified.includes(name),
  );
  const others = [...state.members.values()].filter(
    ({ replicaId, status }) => status !== 'retired' && replicaId !== keys.replicaId,
  );
  const isAlone = mayTrustAuthor && others.every(({ replicaId }) => replicaId === author);
  if (!witnesses.some(({ replica }) => replica !== author || isAlone)) return false;
  const attestations = attestationsOf(acks);
  return Object.entries(head.versions).every(([replica, seq]) => {
    const last = head.last[replica];
    return (
      isActive(replica) ||
      (last !== undefined && isWithinFinal(state, replica, last)) ||
      seq <= attestedSeq(state, attestations, replica)
    );
  });
}

const sizeOf = ({ head }: FoundCheckpoint) => Object.values(head.versions).reduce((sum, seq) => sum + seq, 0);

async function beginWith(run: RunContext, found: FoundCheckpoint): Promise<boolean> {
  const { replica, index, head } = found;
  const refuse = (problem: string) => {
    run.alerts.quarantine(replica, 'snapshots', index, problem);
    return false;
  };
  if (strangersIn(run, head).length > 0) return refuse('stranger');
  const content = await readCheckpoint(run, found);
  if (typeof content === 'string') return refuse(content);
  const { operations, texts } = content;
  if (!isCheckpoint(head, operations, content)) return refuse('view');
  for (const [sha256, text] of texts) await run.store.keepText(sha256, text);
  const result = await run.store.begin({ versions: head.versions, authors: authorsOf(head), operations });
  if (result === 'refused') return refuse('reused_id');
  run.counts.operationsIn += operations.length;
  return result === 'applied';
}
