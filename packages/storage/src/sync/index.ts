/**
 * The library as a sync run sees it. An entry of its own, because most processes never sync.
 *
 * @packageDocumentation
 */

export { ChunkStore } from './chunk-store.js';
export { type FetchedAttachments, LibrarySyncStore, toBlobRef } from './library-sync-store.js';
