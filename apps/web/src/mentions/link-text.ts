import { call } from '../api/client.js';

const NOTE_URI = 'document://default/documents/';
/** Characters that end a wikilink or have a meaning in it. */
const SPECIAL = /[[\]|#^\n]/;

/** Builds links to a note in the form that leads to it and to no other note. */
export type BuildLink = (anchor: string | null, shown: string | undefined) => string;

/**
 * Returns the function that builds links to a note: wikilinks where the title leads to the note, else links to its id.
 */
export async function makeLinkBuilder(documentId: string, title: string, signal?: AbortSignal): Promise<BuildLink> {
  const isByTitle = !SPECIAL.test(title) && title.trim() !== '' && (await leadsTo(title, documentId, signal));
  return (anchor, shown) => {
    const suffix = anchor === null ? '' : `#${anchor}`;
    if (isByTitle) return `[[${title}${suffix}${shown === undefined || shown === title ? '' : `|${shown}`}]]`;
    return `[${(shown ?? title).replace(/[[\]\\]/g, '\\$&')}](${NOTE_URI}${documentId}${suffix})`;
  };
}

async function leadsTo(title: string, documentId: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { entries } = await call('checkLinks', { body: `[[${title}]]` }, signal);
  return entries.length === 1 && entries[0]?.canonical_target === `${NOTE_URI}${documentId}`;
}
