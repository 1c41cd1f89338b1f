import type { EditorView } from '@codemirror/view';
import { call } from '../api/client.js';
import { formatTitle } from '../ui/note-link.js';
import { attempt } from '../ui/use-action.js';
import { makeLinkBuilder } from './link-text.js';

/** Inserts links to notes at the cursor, each on a line of its own. */
export async function insertLinks(view: EditorView, documentIds: readonly string[]): Promise<void> {
  let links: readonly string[] = [];
  const build = async () => {
    links = await Promise.all(documentIds.map(buildLink));
  };
  if (!(await attempt(build)) || !view.dom.isConnected || view.state.readOnly) return;
  view.dispatch(view.state.replaceSelection(links.join(view.state.lineBreak)), {
    userEvent: 'input.drop',
    scrollIntoView: true,
  });
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
