import { call } from '../api/client.js';
import { noteChange } from '../app/connection.js';
import { go } from '../app/router.js';
import { attempt } from '../ui/use-action.js';

/** Notes whose titles begin with the date, among which its own comes first. */
const LIMIT = 20;

/** Goes to the note that has today's date as its title, and makes it first where there is none. */
export const openToday = (): void => attempt(async () => go(['n', await noteOf(isoDate(new Date()))]));

async function noteOf(title: string): Promise<string> {
  const { suggestions } = await call('suggestLinks', { q: title, limit: LIMIT });
  const found = suggestions.find((note) => note.title === title);
  if (found !== undefined) return found.document_id;
  const { id } = await call('createDocument', { title });
  noteChange();
  return id;
}

/** The date where the browser is, as `2026-11-21`. */
export const isoDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
