import type { Output as Result } from '@notes/contract';
import { bodyFileFlag, bodyFlag, readBody, readTitle, toTitle } from '../body.js';
import { editText } from '../editor.js';
import { UsageError } from '../failures.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { editNote } from './edit.js';
import { noteRenderers } from './note-renderers.js';
import { createNoteFromTemplate, promptValues, templateDate } from './template.js';

/** `notes new` */
export const newNote: Presentation<'createDocument'> = {
  positional: { title: '[title]' },
  argumentDescriptions: {
    title:
      'Title of the note: one line, at most 1,024 bytes. Default: from the front matter or the first line of the text.',
  },
  inputs: {
    notebook_id: {
      flags: '-n, --notebook <notebook>',
      description: 'Notebook: an id, a name or a path. Default: Notes, or the notebook of the template.',
    },
    tags: { flags: '-t, --tag <tag>', description: 'Tag to add. May be repeated.' },
    body: bodyFlag,
  },
  extra: {
    body_file: bodyFileFlag,
    template: {
      flags: '--template <note>',
      description: 'Create the note from this template: an id, an address or a title.',
    },
    set: promptValues,
    date: templateDate,
    edit: { flags: '--edit', description: 'Write the text in an editor first. An empty text creates no note.' },
  },
  missingLibrary: (values) => {
    if (values.template !== undefined) return 'refuse';
    if (explainMisuse(values) !== undefined) return 'pretend';
    // An editor may be open for so long that another program creates the library meanwhile.
    return values.edit === true && values.notebook_id === undefined ? 'make' : 'make-if-done';
  },
  run: (call, values) =>
    values.template === undefined ? createFromText(call, values) : createFromTemplate(call, values),
  render: noteRenderers,
};

/** Explains why flags without a template cannot create a note; undefined when they can. */
function explainMisuse({ title, body, body_file, edit, set, date }: Values): string | undefined {
  if (set !== undefined) return '--set: this flag needs --template';
  if (date !== undefined) return '--date: this flag needs --template';
  const isEmpty = [title, body, body_file].every((value) => value === undefined) && edit !== true;
  return isEmpty ? 'Give a title, or a text with --body, --body-file or --edit' : undefined;
}

async function createFromText(call: Call, values: Values): Promise<Result<'createDocument'>> {
  const { edit } = values;
  const misuse = explainMisuse(values);
  if (misuse !== undefined) throw new UsageError(misuse);
  const text = await readBody(call, values);
  const create = async (written: string) => call.invoke('createDocument', await buildContent(call, values, written));
  if (edit !== true) return create(text ?? '');
  return editText(call, text ?? '', (written) => {
    if (written.trim() === '') throw new UsageError('The text is empty, so no note was created');
    return create(written);
  });
}

const buildContent = async (call: Call, { title, notebook_id, tags }: Values, body: string): Promise<Values> => ({
  title: title ?? (await deriveTitle(body)),
  body,
  ...(tags !== undefined && { tags }),
  ...(notebook_id !== undefined && { notebook_id: call.findNotebook(String(notebook_id)) }),
});

/**
 * Returns the title in the front matter of a text, as an import reads it; otherwise its first line.
 *
 * @throws UsageError for a blank text
 */
async function deriveTitle(body: string): Promise<string> {
  const { readFrontMatter } = await import('@notes/note-formats/front-matter');
  const title = toTitle(readFrontMatter(body).title ?? '') || readTitle(body);
  if (title === '') throw new UsageError('The text is empty, so no note was created. Give a title or a text');
  return title;
}

async function createFromTemplate(call: Call, values: Values): Promise<Result<'createDocument'>> {
  const { title, template, tags, body, body_file, set, notebook_id, edit, date } = values;
  if (title === undefined) throw new UsageError('--template needs a title for the new note. Write it after notes new');
  if ([body, body_file, tags].some((value) => value !== undefined))
    throw new UsageError('--template cannot be combined with --body, --body-file or --tag');
  const made = await createNoteFromTemplate(call, { document_id: template, title, values: set, notebook_id, date });
  return edit === true ? editNote(call, made.id) : made;
}
