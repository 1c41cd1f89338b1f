import type { Ack } from '../retention/ack.js';
import { authorsOf, isCheckpoint } from '../retention/checkpoint.js';
import { knownAcks } from './acks.js';
import { type FoundCheckpoint, findCheckpoints, readCheckpoint, strangersIn } from './checkpoints.js';
import type { RunContext } from './context.js';

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
  const verified = found.filter((each) => isVerified(run, each, acks));
  for (const each of verified.sort((a, b) => sizeOf(b) - sizeOf(a))) if (await beginWith(run, each)) return true;
  return false;
}

/** By another than its author; an author's word counts where there was nobody else. */
function isVerified({ keys, members }: RunContext, { replica: author, name }: FoundCheckpoint, acks: readonly Ack[]) {
  const witnesses = acks.filter(({ snapshotsVerified }) => snapshotsVerified.includes(name));
  const others = [...members.state.members.values()].filter(
    ({ replicaId, status }) => status !== 'retired' && replicaId !== keys.replicaId,
  );
  return witnesses.some(({ replica }) => replica !== author || others.every(({ replicaId }) => replicaId === author));
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
