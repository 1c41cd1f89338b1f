import { referenceKey, titleReference } from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import type { LinkReference } from '../derived.js';

/** How keys that are no plain names begin: no name has a slash. */
const BY_ID = '/';
const BY_PLACE = './';
const OF_RESOURCE = '@/';

/** In UTF-16 units, folded: longer than the name of any note. What is longer would only fill the index. */
const LONGEST_NAME = 4_096;

export const idKey = (id: string) => BY_ID + id;
export const placeKey = (name: string) => BY_PLACE + name;
export const resourceKey = (id: string) => OF_RESOURCE + id;

export const isById = (key: string) => key.startsWith(BY_ID);
export const isOfResource = (key: string) => key.startsWith(OF_RESOURCE);
/** Whether the notebook a link stands in decides with its title what it means. */
export const isByPlace = (key: string) => key.startsWith(BY_PLACE);
export const isByName = (key: string) => !isById(key) && !isOfResource(key);

/** A name, or an id, as it is without what tells the kinds of keys apart. */
export const bareKey = (key: string) => key.slice(key.indexOf('/') + 1);

/** What a stored link is found by when notes and attachments change (see the schema); null for one that names none. */
export function linkKey(reference: LinkReference): string | null {
  if (reference.type === 'document') return idKey(reference.id);
  if (reference.type === 'resource') return resourceKey(reference.id);
  if (reference.type !== 'title') return null;
  const parsed = titleReference(reference.title, nameKey);
  const name = referenceKey(parsed);
  if (name === '' || name.length > LONGEST_NAME) return null;
  return parsed.file || parsed.folders.length > 0 ? placeKey(name) : name;
}
