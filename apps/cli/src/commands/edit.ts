import type { Output as Result } from '@notes/contract';
import { editText } from '../editor.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { readText } from '../read-text.js';
import { showMade } from './made.js';
import { baseFlag, current, undoRevision } from './write-text.js';

type Document = Result<'getDocument'>;

/** `notes edit` */
export const edit: Presentation<'replaceDocument'> = {
  summary: 'Write the text of a note anew in an editor, or give it another text or title.',
  positional: { document_id: '<note>' },
  inputs: {
    title: { flags: '--title <title>', description: 'give it another title' },
    body: { flags: '--body <file>', description: 'its new text: a file, or - for standard input' },
    base_revision_id: baseFlag,
  },
  run,
  render: showMade,
};

/** Without a title or a text an editor is opened; what was written elsewhere meanwhile is not overwritten. */
async function run(call: Call, { document_id, title, body, base_revision_id }: Values): Promise<Document> {
  if (title === undefined && body === undefined) return editNote(call, document_id, base_revision_id);
  const before = await current(call, document_id);
  const text = body === undefined ? before.body : await readText(call, String(body), `--body ${body}`);
  return write(call, before, { title: title ?? before.title, body: text, base_revision_id });
}

/** Has a person write a note anew. */
export async function editNote(call: Call, name: unknown, base_revision_id?: unknown): Promise<Document> {
  const before = await current(call, name);
  return editText(call, before.body, (body) => write(call, before, { title: before.title, body, base_revision_id }));
}

async function write(call: Call, before: Document, { base_revision_id, ...text }: Values): Promise<Document> {
  const base = base_revision_id ?? before.current_revision_id;
  const after = await call.invoke('replaceDocument', { document_id: before.id, ...text, base_revision_id: base });
  undoRevision(call, before, after);
  return after;
}
