import { posix } from 'node:path';
import { type ReceivedBlob, StorageError } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { admitResource } from '../resources/admit.js';
import { sniffType } from '../resources/sniff.js';
import { type FetchOptions, fetchMedia } from './fetch-media.js';
import { MediaError } from './media-error.js';
import type { MediaPolicy } from './policy.js';

/**
 * Fetches an address to a temporary file, checks its bytes and stores them as an attachment. Refused bytes are
 * discarded.
 *
 * @returns the id of the attachment
 * @throws MediaError; StorageError when the disk is full
 */
export async function fetchResource(context: Context, url: URL, options: FetchOptions): Promise<string> {
  const received = await receive(context, url, options);
  try {
    const { mime, ext } = await detectAllowedType(received, options.policy);
    const described = { filename: `${getFileStem(url)}.${ext}`, mimeType: mime };
    return (await admitResource(context, received, described)).resource.id;
  } finally {
    context.library.store.blobs.discard(received);
  }
}

async function receive({ library }: Context, url: URL, options: FetchOptions): Promise<ReceivedBlob> {
  try {
    return await library.store.blobs.receive(fetchMedia(url, options), { maxBytes: options.policy.maxBytes });
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'too_large') throw new MediaError('too_large');
    throw error;
  }
}

/** Returns the type detected from the bytes, whatever type the server declares. */
async function detectAllowedType(
  { head, sha256 }: ReceivedBlob,
  policy: MediaPolicy,
): Promise<{ mime: string; ext: string }> {
  if (policy.blockedSha256.has(sha256)) throw new MediaError('hash_blocked');
  const type = await sniffType(head);
  if (type === undefined || !policy.mimeTypes.has(type.mime)) throw new MediaError('type_not_allowed');
  return type;
}

/** Returns the file name of an address without its extension. The extension follows from the type. */
function getFileStem({ pathname }: URL): string {
  const { name } = posix.parse(pathname);
  try {
    return decodeURIComponent(name) || 'image';
  } catch {
    return name;
  }
}
