import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Reader, ResourceRow } from '@notes/storage';
import { type Ack, decodeAck } from '@notes/sync-protocol';
import { existingResource } from '../../access.js';
import type { Context, Library } from '../../context.js';
import { groupOf } from '../center/group.js';
import { asReplica, type Replica } from '../center/replica.js';
import { LibrarySyncStore } from '../library-store.js';
import { forgetFound, presenceOf } from './presence.js';

/**
 * Says what this device is to have of the bytes of an attachment; without an intent, what holds.
 *
 * @throws ServiceError `conflict` where bytes were to go that nobody else is known to have
 */
export function setResourceIntent(
  { library }: Context,
  { resource_id, intent }: Input<'setResourceIntent'>,
): Promise<Output<'setResourceIntent'>> {
  return asReplica(library, async (replica) => {
    const { store } = library;
    if (intent !== undefined) await setIntent(replica, library, { resource_id, intent });
    return store.read((reader) => {
      const resource = existingResource(reader, resource_id);
      const { pk: now, sizeBytes: size_bytes } = resource;
      return { resource_id, intent: reader.sync.intents.of(now), size_bytes, ...presenceOf(store, reader, resource) };
    });
  });
}

interface Wish {
  readonly resource_id: string;
  readonly intent: Output<'setResourceIntent'>['intent'];
}

async function setIntent(replica: Replica, library: Library, { resource_id, intent }: Wish): Promise<void> {
  const others = intent === 'evict' ? await completeOthers(library, replica) : [];
  const { store } = library;
  const { pk, sha256 } = await store.write((unit) => {
    const resource = existingResource(unit, resource_id);
    if (intent === 'evict') refuseLastCopy(unit, resource, others);
    unit.sync.intents.set(resource.pk, intent);
    return resource;
  });
  if (intent !== 'evict') return;
  // Only once it is durable that they are not wanted.
  await store.write(({ sync }) => {
    if (sync.intents.of(pk) !== 'evict' || sync.intents.isKept(sha256)) return;
    store.blobs.remove(sha256);
    forgetFound(store, sha256);
  });
}

/** What those members said last that have the bytes of all attachments they know of. */
async function completeOthers(library: Library, replica: Replica): Promise<Ack[]> {
  const { state } = await groupOf(replica, new LibrarySyncStore(library));
  const acks = library.store
    .read(({ sync }) => sync.exchange.acks())
    .flatMap(({ payload }) => decodeAck(payload) ?? []);
  return acks.filter(
    ({ replica: id, complete }) =>
      complete && id !== replica.keys.replicaId && state.members.get(id)?.status === 'active',
  );
}

/** Somebody has to have said that it has everything, knowing of this attachment; and what is not to be had again stays. */
function refuseLastCopy({ sync }: Reader, { id, sha256 }: ResourceRow, others: readonly Ack[]): void {
  const made = sync.intents.madeBy(sha256);
  const knows = ({ versions }: Ack) => made.some(({ replica, seq }) => seq <= (versions[replica] ?? 0));
  if (sync.intents.canCome(id) && others.some(knows)) return;
  throw new ServiceError(
    'conflict',
    'no other device has said that it has the bytes of this attachment: they stay here',
  );
}
