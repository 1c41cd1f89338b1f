import { referenceKey, type TitleReference, titleReference } from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import type { LinkReference } from '../documents/derived.js';

/** Prefixes of keys that are not plain names. Names contain no slash. */
const BY_ID = '/';
const BY_PATH = './';
const OF_RESOURCE = '@/';

/**
 * Maximum length of a name key in UTF-16 units, after folding. Longer than any note name: longer keys would only fill
 * the index.
 */
const MAX_NAME_LENGTH = 4_096;

export const idKey = (id: string) => BY_ID + id;
/** Returns the key of a link whose target depends on its notebook. */
export const pathKey = (name: string) => BY_PATH + name;
export const resourceKey = (id: string) => OF_RESOURCE + id;

export const isById = (key: string) => key.startsWith(BY_ID);
export const isOfResource = (key: string) => key.startsWith(OF_RESOURCE);
/** Returns true when a link's target depends on its own notebook as well as on the title. */
export const isByPath = (key: string) => key.startsWith(BY_PATH);
export const isByName = (key: string) => !isById(key) && !isOfResource(key);

/** Returns the name or id of a key without the prefix of its kind. */
export const bareKey = (key: string) => key.slice(key.indexOf('/') + 1);

/**
 * Returns the key by which changes of notes and attachments find a stored link (see the schema); null for a link that
 * refers to neither.
 */
export function linkKey(reference: LinkReference): string | null {
  if (reference.type === 'document') return idKey(reference.id);
  if (reference.type === 'resource') return resourceKey(reference.id);
  return reference.type === 'title' ? titleLinkKey(titleReference(reference.title, nameKey)) : null;
}

/** Returns the {@link linkKey} of a link by title. */
export function titleLinkKey(parsed: TitleReference): string | null {
  const name = referenceKey(parsed);
  if (name === '' || name.length > MAX_NAME_LENGTH) return null;
  return parsed.file || parsed.folders.length > 0 ? pathKey(name) : name;
}
