import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Reader, ResourceRow } from '@notes/storage';
import { LibrarySyncStore } from '@notes/storage/sync';
import { type Ack, decodeAck } from '@notes/sync-protocol/run';
import { existingResource } from '../../platform/access.js';
import type { Context, Library } from '../../platform/context.js';
import { loadGroup } from '../center/group.js';
import { type Replica, withReplica } from '../center/replica.js';
import { forgetFound, readPresence } from './presence.js';

/**
 * Sets the intent of this device for the bytes of an attachment; without an intent in the input, returns the current
 * one.
 *
 * @throws ServiceError `conflict` when bytes would be removed of which no other copy is known
 */
export function setResourceIntent(
  { library, now }: Context,
  { resource_id, intent }: Input<'setResourceIntent'>,
): Promise<Output<'setResourceIntent'>> {
  return withReplica(library, async (replica) => {
    const { store } = library;
    if (intent !== undefined) await setIntent(replica, { library, now }, { resource_id, intent });
    return store.read((reader) => {
      const resource = existingResource(reader, resource_id);
      const { pk: now, sizeBytes: size_bytes } = resource;
      return {
        resource_id,
        intent: reader.sync.intents.get(now),
        size_bytes,
        ...readPresence(store, reader, resource),
      };
    });
  });
}

interface IntentChange {
  readonly resource_id: string;
  readonly intent: Output<'setResourceIntent'>['intent'];
}

async function setIntent(
  replica: Replica,
  { library, now }: Pick<Context, 'library' | 'now'>,
  { resource_id, intent }: IntentChange,
): Promise<void> {
  const elders = intent === 'evict' ? await listCompleteElders(library, replica) : [];
  const verifiedSince = now() - VERIFICATION_VALID_MS;
  const { store } = library;
  const { pk, sha256 } = await store.write((unit) => {
    const resource = existingResource(unit, resource_id);
    if (intent === 'evict') refuseLastCopy(unit, resource, { elders, verifiedSince });
    unit.sync.intents.set(resource.pk, intent);
    return resource;
  });
  if (intent !== 'evict') return;
  // The bytes are removed only after the intent is durable.
  await store.write(({ sync }) => {
    if (sync.intents.get(pk) !== 'evict' || sync.intents.isKept(sha256)) return;
    store.blobs.remove(sha256);
    forgetFound(store, sha256);
  });
}

/**
 * Returns the last acknowledgements of the members that have the bytes of all attachments they know of, as far as this
 * device may rely on them. Two devices that removed the same bytes at the same time, each relying on the other, would
 * leave none. So each device relies only on devices created before it, by the order of the ids, and one device always
 * keeps the bytes. The age of a device is that of its first id: others may still rely on an acknowledgement under that
 * id.
 */
async function listCompleteElders(library: Library, replica: Replica): Promise<Ack[]> {
  const { replicaId, former } = replica.keys;
  const isElder = (id: string) => [replicaId, ...former].every((own) => id < own);
  const { state } = await loadGroup(replica, new LibrarySyncStore(library));
  const acks = library.store
    .read(({ sync }) => sync.exchange.acks())
    .flatMap(({ payload }) => decodeAck(payload) ?? []);
  return acks.filter(
    ({ replica: id, complete }) => complete && isElder(id) && state.members.get(id)?.status === 'active',
  );
}

/** Milliseconds for which content that was read back counts as present. */
const VERIFICATION_VALID_MS = 30 * 86_400_000;

/** Other holders of the bytes of an attachment. */
interface OtherHolders {
  readonly elders: readonly Ack[];
  /** Time from which a complete read-back proves that a target holds the content. */
  readonly verifiedSince: number;
}

/**
 * Refuses to remove the last known copy. An older device must have acknowledged everything including this attachment,
 * or this device must have read the whole content back from a target. Bytes that cannot be fetched again stay.
 */
function refuseLastCopy({ sync }: Reader, { id, sha256 }: ResourceRow, { elders, verifiedSince }: OtherHolders): void {
  const made = sync.intents.findCreators(sha256);
  const knows = ({ versions }: Ack) => made.some(({ replica, seq }) => seq <= (versions[replica] ?? 0));
  const isVerified = (sync.contents.readVerifiedAt(sha256) ?? Number.NEGATIVE_INFINITY) >= verifiedSince;
  if (sync.intents.canRefetch(id) && (isVerified || elders.some(knows))) return;
  throw new ServiceError(
    'conflict',
    'The bytes of this attachment stay on this device: no device that was added before this one has confirmed a copy, and this device has not verified a copy at the sync target in the last 30 days. Run `notes sync run` here, on an older device, and here again; or run `notes sync run --kind verify`. If several devices remove an attachment at once, the oldest one keeps it',
  );
}
