import type { Output as Result } from '@notes/contract';
import { bodyFileFlag, bodyFlag, readBody } from '../body.js';
import { editText } from '../editor.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { noteRenderers } from './note-renderers.js';
import { baseFlag, printUndoOfRevision, readNote } from './write-text.js';

type Document = Result<'getDocument'>;

/** `notes edit` */
export const edit: Presentation<'replaceDocument'> = {
  summary: 'Edit a note in an editor, or replace its text or title.',
  positional: { document_id: '<note>' },
  inputs: {
    title: { flags: '--title <title>', description: 'New title.' },
    body: { ...bodyFlag, description: 'New text, or - for standard input.' },
    base_revision_id: baseFlag,
  },
  extra: { body_file: { ...bodyFileFlag, description: 'File with the new text, or - for standard input.' } },
  run,
  render: noteRenderers,
};

/** Opens an editor when neither a title nor a text is given. A concurrent change of the note is not overwritten. */
async function run(call: Call, { document_id, title, base_revision_id, ...given }: Values): Promise<Document> {
  const body = await readBody(call, given);
  if (title === undefined && body === undefined) return editNote(call, document_id, base_revision_id);
  const before = await readNote(call, document_id);
  return saveNote(call, before, { title: title ?? before.title, body: body ?? before.body, base_revision_id });
}

/** Opens a note in the user's editor and saves the result. */
export async function editNote(call: Call, name: unknown, base_revision_id?: unknown): Promise<Document> {
  const before = await readNote(call, name);
  return editText(call, before.body, (body) => saveNote(call, before, { title: before.title, body, base_revision_id }));
}

async function saveNote(call: Call, before: Document, { base_revision_id, ...text }: Values): Promise<Document> {
  const base = base_revision_id ?? before.current_revision_id;
  const after = await call.invoke('replaceDocument', { document_id: before.id, ...text, base_revision_id: base });
  printUndoOfRevision(call, before, after);
  return after;
}
