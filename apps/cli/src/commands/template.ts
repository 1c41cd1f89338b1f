import type { Output as Result } from '@notes/contract';
import { InvalidArgumentError } from 'commander';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Call, Flag, Presentation, Values } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { formatCount, formatTitle, printMarkdown, sanitiseForTerminal, toOneLine } from '../text.js';
import { noteRenderers } from './note-renderers.js';

type Template = Result<'getTemplate'>;
type Row = Result<'listTemplates'>['templates'][number];

/** `notes template list` */
export const templateList: Presentation<'listTemplates'> = {
  render: {
    table: ({ templates }, out) => {
      for (const line of alignColumns(templates.map(columns))) out.line(line);
      if (templates.length === 0) out.notice('No templates yet. A note with a note-template block is a template.');
    },
    ...rowFormats(
      ({ templates }: Result<'listTemplates'>) => templates,
      ['document_id', 'title', 'description', 'error'],
    ),
    ids: ({ templates }, out) => {
      for (const { document_id } of templates) out.line(document_id);
    },
  },
};

function columns({ document_id, title, prompts, description, error }: Row): string[] {
  const asks = prompts.map(({ name }) => name).join(', ');
  return [document_id, formatTitle(title), asks, error === null ? (description ?? '') : `cannot be used: ${error}`];
}

/** `notes template show` */
export const templateShow: Presentation<'getTemplate'> = {
  positional: { document_id: '<template>' },
  run: (call, { document_id }) => call.invoke('getTemplate', { document_id: findNoteId(call, document_id) }),
  render: { table, md: ({ text }, out) => printMarkdown(text, out) },
};

function table(template: Template, out: Output): void {
  const { document_id, title, description, prompts, error, text } = template;
  out.line(`${document_id}  ${out.bold(formatTitle(title))}`);
  if (description !== null) out.line(toOneLine(description));
  if (error !== null) out.line(`Cannot be used: ${toOneLine(error)}`);
  out.line(prompts.length === 0 ? 'Asks for no values.' : `Asks for ${formatCount(prompts.length, 'value')}:`);
  for (const line of alignColumns(prompts.map(({ name, hint }) => [name, hint ?? '']))) out.line(`  ${line}`);
  out.line(`\n${sanitiseForTerminal(text).trimEnd()}`);
}

/** Flag for the value of a prompt, as `--set name=value`. */
export const promptValues: Flag = {
  flags: '--set <prompt=value>',
  description: 'Value for a prompt of the template. May be repeated.',
  parse: (pair, before) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new InvalidArgumentError('Write prompt=value.');
    return { ...(before as Values | undefined), [pair.slice(0, at)]: pair.slice(at + 1) };
  },
};

/** Flag for the day that a template's `{{date}}` stands for. */
export const templateDate: Flag = {
  flags: '--date <day>',
  description: 'Day for {{date}} in the template, as YYYY-MM-DD. Default: today.',
};

/** `notes template use` */
export const templateUse: Presentation<'createFromTemplate'> = {
  positional: { document_id: '<template>' },
  inputs: {
    values: promptValues,
    date: templateDate,
    notebook_id: {
      flags: '-n, --notebook <notebook>',
      description: 'Notebook: an id, a name or a path. Default: the notebook of the template.',
    },
  },
  run: createNoteFromTemplate,
  render: noteRenderers,
};

/** Creates a note from the named template, with the given inputs. */
export function createNoteFromTemplate(call: Call, given: Values): Promise<Result<'createFromTemplate'>> {
  const { document_id, title, values, notebook_id, date } = given;
  return call.invoke('createFromTemplate', {
    document_id: findNoteId(call, document_id),
    title,
    ...(values !== undefined && { values }),
    ...(date !== undefined && { date }),
    ...(notebook_id !== undefined && { notebook_id: call.findNotebook(String(notebook_id)) }),
  });
}
