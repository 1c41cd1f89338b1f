import type { ControlBody } from '../control/bodies.js';
import { parseHeader } from '../frames/header.js';
import type { Epoch } from '../keys/epoch.js';
import type { RunContext } from './context.js';
import { GroupMemory } from './group-memory.js';

/**
 * The epoch a control operation is sealed under: the last that counts and that every member surely has. An operation
 * that gives somebody an epoch would otherwise be sealed under just that one, or under one that another such operation
 * gives. Who is a member is seen with what is about to be published, since that may let somebody back in.
 *
 * A replica surely has what it was given when it was let in, what it minted, and what this replica's own operations have
 * given it, as far as those are sealed under what it has. So whoever is given an epoch can read that.
 */
export async function epochForControl(run: RunContext): Promise<Epoch | null> {
  const { keys, members } = run;
  const published = await publishedByThis(run);
  const active = members.replicas.filter((replica) => members.statusOf(replica) === 'active');
  const others = active.filter((replica) => replica !== keys.replicaId);
  const had = others.map((replica) => epochsOf(run, replica, published));
  for (const { id, counts } of [...members.state.epochs].reverse()) {
    const epoch = keys.epochs().find((held) => held.id === id);
    if (counts && epoch !== undefined && isPublished(run, published, id) && had.every((ids) => ids.has(id)))
      return epoch;
  }
  return null;
}

interface Published {
  readonly body: ControlBody;
  /** The id of the epoch it is sealed under. */
  readonly under: string;
}

/** Of this replica's own operations, in their order. */
async function publishedByThis({ store, keys, crypto }: RunContext): Promise<Published[]> {
  const records = (await store.control()).filter(({ namespace }) => namespace === keys.replicaId);
  records.sort((a, b) => a.index - b.index);
  const published: Published[] = [];
  for (const { index, payload } of records) {
    const operation = GroupMemory.of(crypto, keys).operationOf(payload);
    const header = parseHeader((await store.sealedBytes('members', index)) ?? new Uint8Array(0));
    if (operation && header !== null) published.push({ body: operation.body, under: header.epochId });
  }
  return published;
}

/** What a replica surely has. */
function epochsOf(
  { members: { log, state } }: RunContext,
  replica: string,
  published: readonly Published[],
): Set<string> {
  const epochs = new Set<string>();
  for (const { operation } of log.entries) {
    const { body } = operation;
    if (body.kind === 'member.add' && body.replica_id === replica) for (const id of body.epochs) epochs.add(id);
    const isIts = body.author_replica_id === replica;
    if (isIts && (body.kind === 'genesis' || body.kind === 'epoch.mint')) epochs.add(body.epoch_id);
  }
  for (const { body, under } of published) {
    if ((body.kind !== 'epoch.mint' && body.kind !== 'epoch.share') || !epochs.has(under)) continue;
    if (body.seals.some(({ key_id }) => state.keys.get(key_id)?.replicaId === replica)) epochs.add(body.epoch_id);
  }
  return epochs;
}

/** Not one that this replica has minted and not told yet. The first comes with the beginning. */
function isPublished(
  { members: { state, log }, keys }: RunContext,
  published: readonly Published[],
  id: string,
): boolean {
  const record = state.epochs.find((epoch) => epoch.id === id);
  const minting = log.entry(record?.operationId ?? '')?.operation.body;
  if (minting?.kind !== 'epoch.mint' || minting.author_replica_id !== keys.replicaId) return true;
  return published.some(({ body }) => body.kind === 'epoch.mint' && body.epoch_id === id);
}
