import { type Place, parsePlace, replacePlace } from './router.js';

const KEY = 'notes.scope';

/** Keeps where the page is as the scope to go on with at the next visit. */
export const rememberScope = (): void => localStorage.setItem(KEY, location.hash);

export const lastScope = (): Place => parsePlace(localStorage.getItem(KEY) ?? '');

/** Goes on where the last visit was, unless the address says where to go. */
export function resumeScope(): void {
  if (location.hash !== '') return;
  const { segments, query } = lastScope();
  replacePlace(segments, Object.fromEntries(query));
}
