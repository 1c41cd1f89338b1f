import { call } from '../api/client.js';
import { go } from '../kernel/router.js';
import { attempt } from '../ui/use-action.js';

/** Creates a note with a title and opens it. */
export const createNote = (title: string) =>
  attempt(async () => {
    const { id } = await call('createDocument', { title });
    go(['n', id]);
  });

/** Notes fetched whose titles begin with the date; the exact title is first among them. */
const LIMIT = 20;
/** Title of the template for a new daily note. It is used only if it has no fields to fill in. */
const TEMPLATE = 'Daily';

/** Opens the note with today's date as its title. Creates it first if it is missing. */
export const openToday = () =>
  attempt(async () => go(['n', await oneAtATime(() => findOrCreateNote(isoDate(new Date())))]));

/** Runs one call at a time, so that two tabs or a held key create only one note. Insecure contexts have no locks. */
function oneAtATime(run: () => Promise<string>): Promise<string> {
  const locks = navigator.locks as LockManager | undefined;
  return locks === undefined ? run() : locks.request('notes.today', run);
}

async function findOrCreateNote(title: string): Promise<string> {
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

/** Formats the local date as `2026-11-21`. */
const isoDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
