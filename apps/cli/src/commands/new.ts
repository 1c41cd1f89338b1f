import type { Output as Result } from '@notes/contract';
import { editText } from '../editor.js';
import { UsageError } from '../failures.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { readText } from '../read-text.js';
import { editNote } from './edit.js';
import { showMade } from './made.js';
import { fromTemplate, promptValues } from './template.js';

/** `notes new` */
export const newNote: Presentation<'createDocument'> = {
  positional: { title: '[title]' },
  inputs: {
    notebook_id: {
      flags: '-n, --notebook <notebook>',
      description: 'an id, a name or a path (default: Notes, or where the template is)',
    },
    tags: { flags: '-t, --tag <tag>', description: 'give it a tag; may be repeated' },
    body: { flags: '--body <file>', description: 'its text: a file, or - for standard input' },
  },
  extra: {
    template: { flags: '--template <note>', description: 'make it from a template: an id, an address or a title' },
    set: promptValues,
    edit: { flags: '--edit', description: 'write its text in an editor first; an empty one makes no note' },
  },
  missingLibrary: ({ template }) => (template === undefined ? 'make' : 'refuse'),
  run: (call, values) => (values.template === undefined ? fromText(call, values) : templated(call, values)),
  render: showMade,
};

async function fromText(call: Call, values: Values): Promise<Result<'createDocument'>> {
  const { title, body, edit, set } = values;
  if (title === undefined && body === undefined && edit !== true)
    throw new UsageError('give a title, or a text with --body or --edit');
  if (set !== undefined) throw new UsageError('--set belongs to --template');
  const text = body === undefined ? '' : await readText(call, String(body), `--body ${body}`);
  const create = (written: string) => call.invoke('createDocument', contentOf(call, values, written));
  if (edit !== true) return create(text);
  return editText(call, text, (written) => {
    if (written.trim() === '') throw new UsageError('there is no text: no note was made');
    return create(written);
  });
}

const contentOf = (call: Call, { title, notebook_id, tags }: Values, body: string): Values => ({
  title: title ?? headingOf(body),
  body,
  ...(tags !== undefined && { tags }),
  ...(notebook_id !== undefined && { notebook_id: call.findNotebook(String(notebook_id)) }),
});

/** Without a title, the heading a text begins with is one. */
const headingOf = (text: string) => /^\s*#{1,6}[ \t]+([^\r\n]+)/.exec(text)?.[1]?.trim() ?? '';

async function templated(call: Call, values: Values): Promise<Result<'createDocument'>> {
  const { title, template, tags, body, set, notebook_id, edit } = values;
  if (title === undefined) throw new UsageError('give a title');
  if (body !== undefined || tags !== undefined) throw new UsageError('--template excludes --body and --tag');
  const made = await fromTemplate(call, { document_id: template, title, values: set, notebook_id });
  return edit === true ? editNote(call, made.id) : made;
}
