import { readStored, writeStored } from './browser-storage.js';
import { type PageLocation, parseLocation, replaceLocation } from './router.js';

const KEY = 'notes.scope';

/** Stores the current location as the scope to resume at the next visit. */
export const rememberScope = (): void => writeStored('localStorage', KEY, location.hash);

/** Returns the stored scope of the last visit; the root when there is none. */
export const lastScope = (): PageLocation => parseLocation(readStored('localStorage', KEY) ?? '');

/** Resumes the scope of the last visit, unless the address names a location. */
export function resumeScope(): void {
  if (location.hash !== '') return;
  const { segments, query } = lastScope();
  replaceLocation(segments, Object.fromEntries(query));
}
