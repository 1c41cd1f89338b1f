import { call } from '../api/client.js';
import { noteChange } from '../app/connection.js';
import { useTags } from '../app/library.js';
import { go, href } from '../app/router.js';
import { tagQuery } from '../app/sidebar.js';
import { useData } from '../app/use-data.js';
import { attempt } from '../tools/attempt.js';
import { useSuggestions } from '../tools/suggestions.js';
import { type Entry, matches } from './entry.js';
import { applicable } from './registry.js';
import { openNote } from './standard.js';

/** A line of the switcher. */
export interface Item {
  readonly id: string;
  readonly label: string;
  /** Beside it: keys of a command, notes of a tag. */
  readonly detail?: string;
  readonly run: () => void;
  /** Where it leads, if it is a place. */
  readonly href?: string;
}

const RECENT = 20;
const MOST = 50;

const goTo = (id: string, label: string, address: string, detail?: string): Item => ({
  id,
  label,
  href: address,
  ...(detail !== undefined && { detail }),
  run: () => {
    location.hash = address;
  },
});

/** What the switcher lists for an entry. */
export function useItems(entry: Entry): readonly Item[] {
  const notes = useNotes(entry);
  const tags = useTagItems(entry);
  const headings = useHeadings(entry);
  switch (entry.kind) {
    case 'notes':
      return notes;
    case 'tags':
      return tags;
    case 'headings':
      return headings;
    case 'commands':
      return commandItems(entry.text);
    case 'query':
      return [goTo('query', `Search for ${entry.text}`, href(['search'], { q: entry.text }))];
    case 'line':
      return lineItems(entry.text);
  }
}

/** The notes changed last, or those whose titles begin so; and making one of that title. */
function useNotes({ kind, text }: Entry): readonly Item[] {
  const suggestions = useSuggestions(kind === 'notes' ? text : '', RECENT);
  const recent = useData('recent', async (signal) => {
    const page = await call('searchDocuments', { sort: 'updated', limit: RECENT }, signal);
    return page.results;
  });
  const found = text === '' ? (recent.value ?? []) : suggestions;
  const items = found.map(({ document_id, title }) => goTo(document_id, title, href(['n', document_id])));
  return text === '' ? items : [...items, creation(text)];
}

export const creation = (title: string): Item => ({
  id: 'create',
  label: `Create “${title}”`,
  detail: 'Shift+Enter',
  run: () =>
    attempt(async () => {
      const { id } = await call('createDocument', { title });
      noteChange();
      go(['n', id]);
    }),
});

function useTagItems({ kind, text }: Entry): readonly Item[] {
  const tags = useTags().value ?? [];
  if (kind !== 'tags') return [];
  return tags
    .filter(({ name }) => matches(name, text))
    .slice(0, MOST)
    .map(({ name, note_count }) =>
      goTo(name, `#${name}`, href(['search'], { q: tagQuery(name) }), note_count.toLocaleString()),
    );
}

function useHeadings({ kind, text }: Entry): readonly Item[] {
  const note = kind === 'headings' ? openNote() : undefined;
  const outline = useData(`headings ${note}`, async (signal) =>
    note === undefined ? [] : (await call('getDocumentOutline', { document_id: note }, signal)).headings,
  );
  return (outline.value ?? [])
    .filter((heading) => matches(heading.text, text))
    .map(({ anchor, text: label, block_id, level }) =>
      goTo(block_id, `${'\u2003'.repeat(level - 1)}${label}`, href(['n', note as string], { at: anchor })),
    );
}

const commandItems = (text: string): readonly Item[] =>
  applicable()
    .filter(({ title }) => matches(title, text))
    .map(({ id, title, keys, run }) => ({ id, label: title, detail: keys.join(', '), run }));

function lineItems(text: string): readonly Item[] {
  const note = openNote();
  const line = Number(text);
  if (note === undefined || !Number.isInteger(line) || line < 1) return [];
  return [goTo('line', `Go to line ${line.toLocaleString()}`, href(['n', note], { line: text }))];
}
