import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenedLibrary, uploadBytes } from '../support.js';

export const upload = (library: OpenedLibrary, text: string) =>
  uploadBytes(library, text, { filename: `${text.slice(0, 5)}.png` });

/**
 * Creates notes in a notebook with tags, links, a former title, an older revision, a note in Trash and a text that is
 * too long.
 */
export async function fill(library: OpenedLibrary): Promise<void> {
  const picture = await upload(library, 'the bytes of a picture');
  const { call } = library;
  const { notebook_id } = await call('createNotebook', { name: 'Garden' });
  const first = await call('createDocument', {
    title: 'First',
    body: `[[Second]] ![](resource://default/resources/${picture.id})`,
    notebook_id,
  });
  await call('replaceDocument', {
    document_id: first.id,
    title: 'Foremost',
    body: `[[Second]] again ![](resource://default/resources/${picture.id})`,
    base_revision_id: first.current_revision_id,
  });
  await call('addDocumentTag', { document_id: first.id, tag: 'garden/beds' });
  const second = await call('createDocument', { title: 'Second', body: 'text' });
  await call('trashDocument', { document_id: second.id, base_revision_id: second.current_revision_id });
  await call('createDocument', { title: 'Long', body: `${'line of a long text\n'.repeat(20_000)}` });
}

/** Returns every file below a folder with its content. */
export function tree(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}
