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
  { library, now }: Context,
  { resource_id, intent }: Input<'setResourceIntent'>,
): Promise<Output<'setResourceIntent'>> {
  return asReplica(library, async (replica) => {
    const { store } = library;
    if (intent !== undefined) await setIntent(replica, { library, now }, { resource_id, intent });
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

async function setIntent(
  replica: Replica,
  { library, now }: Pick<Context, 'library' | 'now'>,
  { resource_id, intent }: Wish,
): Promise<void> {
  const elders = intent === 'evict' ? await completeElders(library, replica) : [];
  const verifiedSince = now() - VERIFIED_MS;
  const { store } = library;
  const { pk, sha256 } = await store.write((unit) => {
    const resource = existingResource(unit, resource_id);
    if (intent === 'evict') refuseLastCopy(unit, resource, { elders, verifiedSince });
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

/**
 * What those members said last that have the bytes of all attachments they know of, as far as this device may go by it.
 * Two devices that let go of the same bytes at the same moment, each by the word of the other, would leave none: so each
 * goes by the word of those alone that were made before it, which is told by the ids, and there is always one that keeps
 * them. A device is as old as the first id it had: others may still go by what it said under that one.
 */
async function completeElders(library: Library, replica: Replica): Promise<Ack[]> {
  const { replicaId, former } = replica.keys;
  const isElder = (id: string) => [replicaId, ...former].every((own) => id < own);
  const { state } = await groupOf(replica, new LibrarySyncStore(library));
  const acks = library.store
    .read(({ sync }) => sync.exchange.acks())
    .flatMap(({ payload }) => decodeAck(payload) ?? []);
  return acks.filter(
    ({ replica: id, complete }) => complete && isElder(id) && state.members.get(id)?.status === 'active',
  );
}

/** So long content that was read back is taken to be there. */
const VERIFIED_MS = 30 * 86_400_000;

/** Who has the bytes of an attachment beside this device, and keeps them. */
interface Elsewhere {
  readonly elders: readonly Ack[];
  /** From when on a place of exchange is believed to hold what was read back whole there. */
  readonly verifiedSince: number;
}

/**
 * An older device has to have said that it has everything, knowing of this attachment, or this one has read all of it
 * back from a place of exchange; and what is not to be had again stays.
 */
function refuseLastCopy({ sync }: Reader, { id, sha256 }: ResourceRow, { elders, verifiedSince }: Elsewhere): void {
  const made = sync.intents.madeBy(sha256);
  const knows = ({ versions }: Ack) => made.some(({ replica, seq }) => seq <= (versions[replica] ?? 0));
  const isVerified = (sync.contents.verifiedAt(sha256) ?? Number.NEGATIVE_INFINITY) >= verifiedSince;
  if (sync.intents.canCome(id) && (isVerified || elders.some(knows))) return;
  throw new ServiceError(
    'conflict',
    'these bytes stay here: no device that was made before this one has said that it has them, and this one has not read them back from the place of exchange in the last 30 days. Of devices that let go at once, each by the word of the other, the oldest keeps them. Sync here, on an older device, and here again; or read the place back: notes sync run --kind verify',
  );
}
