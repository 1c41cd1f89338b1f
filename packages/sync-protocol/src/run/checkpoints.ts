import { parseArtifactName } from '../frames/name.js';
import { MERGE_VERSION } from '../merge/limits.js';
import { type CheckpointHead, decodeCheckpointHead, decodeCheckpointPart, orderIn } from '../retention/checkpoint.js';
import type { OperationShelf } from '../retention/stored-operations.js';
import { digestOfGroups } from '../retention/view-digest.js';
import { knownAcks } from './acks.js';
import { fetchArtifact, type Listed, listFrom, noteSeen, openFrom } from './artifacts.js';
import type { RunContext } from './context.js';
import { fetchText } from './fetch-blobs.js';
import { MERGE_VERSIONS, mergeVersionInUse } from './merge-versions.js';
import type { BlobRef, WholeLog } from './store.js';
import { textsOf } from './texts.js';

/** Of the newest artifacts so many are tried, until one is a head: before it there may be parts of one to come. */
const TRIES = 8;

/**
 * Works with the whole log, with the digest that checkpoints are compared by. That is of the library as the first rules of
 * merging have it, whichever the group merges by: every program knows them, and they tell the same operations apart.
 */
export function readLogToCompare<Answer>(run: RunContext, work: (log: WholeLog) => Promise<Answer>): Promise<Answer> {
  const isOfFirst = mergeVersionInUse(run.members.state, run.mergeVersions ?? MERGE_VERSIONS) === MERGE_VERSION;
  return run.store.readLog(async (log) => {
    if (isOfFirst) return work(log);
    return work({ ...log, viewDigest: await digestOfGroups(log, log, run.store.breathe) });
  });
}

/** A checkpoint that is on the carrier. */
export interface FoundCheckpoint {
  readonly replica: string;
  /** Of the artifact with its head, as `name`. */
  readonly index: number;
  readonly name: string;
  readonly payload: Uint8Array;
  readonly head: CheckpointHead;
}

/** The newest of each replica, and those that somebody has verified. */
export async function findCheckpoints(run: RunContext): Promise<FoundCheckpoint[]> {
  const named = new Set((await knownAcks(run)).flatMap(({ snapshotsVerified }) => snapshotsVerified));
  const found: FoundCheckpoint[] = [];
  for (const replica of run.members.replicas) found.push(...(await findOf(run, replica, named)));
  return found;
}

async function findOf(run: RunContext, replica: string, named: ReadonlySet<string>): Promise<FoundCheckpoint[]> {
  const found: FoundCheckpoint[] = [];
  let tries = TRIES;
  for (const listed of await newestFirst(run, replica, named)) {
    if (!named.has(listed.name) && (found.length > 0 || tries === 0)) continue;
    tries -= 1;
    const checkpoint = await headAt(run, replica, listed);
    if (checkpoint !== null) found.push(checkpoint);
  }
  return found;
}

/** Those that are named, and of the others so many as are tried: a listing may go on and on. */
async function newestFirst(run: RunContext, replica: string, named: ReadonlySet<string>): Promise<Listed[]> {
  const kept: Listed[] = [];
  let others: Listed[] = [];
  for await (const page of listFrom(run, replica, 'snapshots', 1)) {
    for (const listed of page) (named.has(listed.name) ? kept : others).push(listed);
    others = others.slice(-TRIES);
  }
  return [...kept, ...others].sort((a, b) => (a.name > b.name ? -1 : 1));
}

/** Null where it is no head, or not to be read. */
async function headAt(run: RunContext, replica: string, { index, name }: Listed): Promise<FoundCheckpoint | null> {
  const known = (await run.store.checkpoints()).find((record) => record.name === name);
  const payload = known?.head ?? (await payloadAt(run, replica, index, name));
  const head = payload && decodeCheckpointHead(payload);
  return payload && head ? { replica, index, name, payload, head } : null;
}

async function payloadAt(run: RunContext, replica: string, index: number, name: string): Promise<Uint8Array | null> {
  const fetched = await fetchArtifact(run, replica, 'snapshots', name);
  const opened = fetched && openFrom(run, replica, 'snapshots', index, fetched.bytes);
  if (!opened?.ok) return null;
  await noteSeen(run, replica, 'snapshots', index);
  return opened.payload;
}

/**
 * All of a checkpoint, to be closed by whoever asks; `missing` where some of it is not to be found yet, `malformed` where it
 * is none. One with more than its version has, or with a part twice, is `order`: reading ends there, however many parts it
 * names.
 */
export async function readCheckpoint(
  run: RunContext,
  found: FoundCheckpoint,
): Promise<OperationShelf | 'missing' | 'malformed' | 'order'> {
  if (found.head.replicaId !== found.replica) return 'malformed';
  const shelf = run.store.shelf();
  let problem: 'missing' | 'malformed' | 'order' | 'failed' | null = 'failed';
  try {
    problem = await fill(shelf, run, found);
  } finally {
    if (problem !== null) shelf.close();
  }
  return problem ?? shelf;
}

async function fill(
  shelf: OperationShelf,
  run: RunContext,
  { replica, index, head }: FoundCheckpoint,
): Promise<'missing' | 'malformed' | 'order' | null> {
  const isInOrder = orderIn(head);
  const texts = new Map<string, BlobRef>();
  for (const name of head.parts) {
    const place = parseArtifactName('snapshots', name)?.place;
    if (typeof place !== 'number' || place >= index) return 'malformed';
    const payload = await payloadAt(run, replica, place, name);
    if (payload === null) return 'missing';
    const part = decodeCheckpointPart(payload);
    if (part === null) return 'malformed';
    if (!part.every(isInOrder)) return 'order';
    for (const text of textsOf(part)) texts.set(text.sha256, text);
    shelf.add(part);
  }
  for (const text of texts.values()) {
    const bytes = await fetchText(run, text, replica);
    if (bytes === null) return 'missing';
    shelf.addText(text.sha256, bytes);
  }
  return null;
}

/** Replicas in the version of a checkpoint that nobody ever let in. */
export const strangersIn = ({ members }: RunContext, { versions }: CheckpointHead): string[] =>
  Object.keys(versions).filter((replica) => !members.replicas.includes(replica));
