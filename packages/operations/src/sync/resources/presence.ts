import type { Output } from '@notes/contract';
import type { NamedContent, Reader, ResourceRow, Store } from '@notes/storage';
import { ChunkStore } from '@notes/storage/sync';
import { CHUNK_LENGTH } from '@notes/sync-protocol';

export type Presence = Pick<Output<'setResourceIntent'>, 'presence' | 'fetched_bytes'>;

/** Returns the presence of an attachment's bytes, and how many of them are stored here. */
export function readPresence(store: Store, { sync }: Reader, { id, sha256, sizeBytes }: ResourceRow): Presence {
  if (store.blobs.find(sha256)?.sizeBytes === sizeBytes) return { presence: 'local', fetched_bytes: sizeBytes };
  const fetched = countFetchedBytes(new ChunkStore(store), { sha256, sizeBytes });
  if (fetched > 0) return { presence: 'partial', fetched_bytes: fetched };
  return { presence: sync.intents.canRefetch(id) ? 'remote' : 'missing', fetched_bytes: 0 };
}

const countFetchedBytes = (parts: ChunkStore, { sha256, sizeBytes }: NamedContent) =>
  Math.min(sizeBytes, (parts.listStoredChunks().get(sha256)?.length ?? 0) * CHUNK_LENGTH);

/**
 * Digests known to be stored here, which are removed only together with their references: looking for a file is slow.
 */
const found = new WeakMap<Store, Set<string>>();

/** Returns the contents that this device should have and lacks. */
export const listPendingContents = (store: Store, { sync }: Reader): readonly NamedContent[] =>
  sync.intents.listWanted().filter((content) => !isStored(store, content));

/** Returns the contents that this device lacks and fetches only on request. */
export function listRemoteContents(store: Store, { sync }: Reader): readonly NamedContent[] {
  const lacked = sync.intents.listOnRequest().filter(({ sha256 }) => store.blobs.find(sha256) === undefined);
  if (lacked.length === 0) return [];
  const wanted = new Set(sync.intents.listWanted().map(({ sha256 }) => sha256));
  return lacked.filter(({ sha256 }) => !wanted.has(sha256));
}

/** Returns the contents of attachments and import sources that this device has and has not published on a carrier. */
export const listUnpublishedContents = (store: Store, { sync }: Reader, carrierId: string): readonly NamedContent[] =>
  sync.contents.listUnpublished(carrierId, 'resource').filter((content) => isStored(store, content));

/** Returns true when bytes are stored here. Only a file that was not found before is looked for. */
function isStored(store: Store, { sha256 }: NamedContent): boolean {
  const here = found.get(store) ?? new Set();
  found.set(store, here);
  if (!here.has(sha256) && store.blobs.find(sha256) !== undefined) here.add(sha256);
  return here.has(sha256);
}

/** Forgets bytes that are no longer here, although something refers to them. */
export function forgetFound(store: Store, sha256: string): void {
  found.get(store)?.delete(sha256);
}
