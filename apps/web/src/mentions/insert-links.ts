import type { EditorView } from '@codemirror/view';
import { call } from '../api/client.js';
import { formatTitle } from '../ui/note-link.js';
import { attempt } from '../ui/use-action.js';
import { makeLinkBuilder } from './link-text.js';

/** Inserts links to notes at the cursor, each on a line of its own. */
export async function insertLinks(view: EditorView, documentIds: readonly string[]): Promise<void> {
  const links = await buildLinks(documentIds);
  if (links.length === 0 || !view.dom.isConnected || view.state.readOnly) return;
  view.dispatch(view.state.replaceSelection(links.join(view.state.lineBreak)), {
    userEvent: 'input.drop',
    scrollIntoView: true,
  });
}

/** Returns links to notes; none, after reporting the error, when one of the notes cannot be read. */
export async function buildLinks(documentIds: readonly string[]): Promise<readonly string[]> {
  let links: readonly string[] = [];
  await attempt(async () => {
    links = await Promise.all(documentIds.map(buildLink));
  });
  return links;
}

/**
 * Returns a link to a note with its title as text.
 *
 * @throws ApiError when the note cannot be read
 */
export async function buildLink(documentId: string): Promise<string> {
  const { title } = await call('getDocument', { document_id: documentId });
  const build = await makeLinkBuilder(documentId, title);
  return build(null, title.trim() === '' ? formatTitle(title) : undefined);
}
