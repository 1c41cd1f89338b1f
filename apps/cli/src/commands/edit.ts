import type { Output as Result } from '@notes/contract';
import { editText } from '../editor.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { readText } from '../read-text.js';
import { showMade } from './made.js';
import { baseFlag, current, undoRevision } from './write-text.js';

type Document = Result<'getDocument'>;

/** `notes edit` */
export const edit: Presentation<'replaceDocument'> = {
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
  const before = await current(call, document_id);
  const write = async (text: string) => {
    const after = await call.invoke('replaceDocument', {
      document_id: before.id,
      title: title ?? before.title,
      body: text,
      base_revision_id: base_revision_id ?? before.current_revision_id,
    });
    undoRevision(call, before, after);
    return after;
  };
  if (body !== undefined) return write(await readText(call, String(body), `--body ${body}`));
  return title === undefined ? editText(call, before.body, write) : write(before.body);
}
