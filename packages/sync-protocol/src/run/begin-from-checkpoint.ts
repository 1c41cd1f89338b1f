import type { Ack } from '../retention/ack.js';
import { authorsOf, isCheckpoint } from '../retention/checkpoint.js';
import { knownAcks } from './acks.js';
import { type FoundCheckpoint, findCheckpoints, readCheckpoint, strangersIn } from './checkpoints.js';
import type { RunContext } from './context.js';

/** Begins a library that has nothing of the others yet with a checkpoint, where there is one that was verified. */
export async function beginFromCheckpoint(run: RunContext): Promise<void> {
  const versions = await run.store.versions();
  if (Object.keys(versions).some((replica) => replica !== run.keys.replicaId)) return;
  const acks = await knownAcks(run);
  // One that holds operations of this replica is of a group it is in for long.
  const found = (await findCheckpoints(run)).filter(({ head }) => !(run.keys.replicaId in head.versions));
  const verified = found.filter((each) => isVerified(run, each, acks));
  for (const each of verified.sort((a, b) => sizeOf(b) - sizeOf(a))) if (await beginWith(run, each)) return;
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
