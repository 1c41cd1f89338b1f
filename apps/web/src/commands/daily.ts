import { call } from '../api/client.js';
import { go } from '../app/router.js';
import { attempt } from '../ui/use-action.js';

/** Notes whose titles begin with the date, among which its own comes first. */
const LIMIT = 20;
/** A template of this title that asks for nothing is what a day begins with. */
const TEMPLATE = 'Daily';

/** Goes to the note that has today's date as its title, and makes it first where there is none. */
export const openToday = () => attempt(async () => go(['n', await oneAtATime(() => noteOf(isoDate(new Date())))]));

/** Two tabs, or a key held down, make one note. Where the page came by plain HTTP from elsewhere there are no locks. */
function oneAtATime(run: () => Promise<string>): Promise<string> {
  const locks = navigator.locks as LockManager | undefined;
  return locks === undefined ? run() : locks.request('notes.today', run);
}

async function noteOf(title: string): Promise<string> {
  const { suggestions } = await call('suggestLinks', { q: title, limit: LIMIT });
  const found = suggestions.find((note) => note.title === title);
  if (found !== undefined) return found.document_id;
  const { templates } = await call('listTemplates', {});
  const template = templates.find((one) => one.title === TEMPLATE && one.error === null && one.prompts.length === 0);
  const { id } = await (template === undefined
    ? call('createDocument', { title })
    : call('createFromTemplate', { document_id: template.document_id, title }));
  return id;
}

/** The date where the browser is, as `2026-11-21`. */
const isoDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
