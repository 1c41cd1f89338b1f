import type { Output as Result } from '@notes/contract';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { formatNoteLink, formatNumber, formatTitle, toOneLine } from '../text.js';

type Tasks = Result<'listTasks'>;
type Task = Tasks['tasks'][number];

/** `notes tasks` */
export const tasks: Presentation<'listTasks'> = {
  inputs: {
    notebook_id: {
      flags: '-n, --notebook <notebook>',
      description: 'Only tasks in this notebook and below: an id, a name or a path.',
    },
    document_id: { flags: '--note <note>', description: 'Only tasks of this note: an id, an address or a title.' },
  },
  run: (call, { notebook_id, document_id, ...rest }) =>
    call.invoke('listTasks', {
      ...rest,
      ...(notebook_id !== undefined && { notebook_id: call.findNotebook(String(notebook_id)) }),
      ...(document_id !== undefined && { document_id: findNoteId(call, document_id) }),
    }),
  render: {
    table: (shown, out) => {
      for (const line of alignColumns(shown.tasks.map(columns))) out.line(line);
      count(shown, out);
    },
    md: (shown, out) => {
      for (const [index, group] of groupByNote(shown.tasks).entries()) markdown(group, index > 0, out);
      count(shown, out);
    },
    ...rowFormats(
      ({ tasks: listed }: Tasks) => listed,
      ['document_id', 'title', 'line', 'state', 'text', 'due', 'anchor_uri'],
    ),
    ids: (shown, out) => {
      for (const [first] of groupByNote(shown.tasks)) out.line((first as Task).document_id);
    },
  },
};

const box = ({ state }: Task) => (state === 'done' ? '[x]' : '[ ]');

const columns = (task: Task) => [box(task), task.text, task.due ?? '', `${formatTitle(task.title)}, line ${task.line}`];

/** Groups tasks by note, in their order. */
function groupByNote(listed: readonly Task[]): Task[][] {
  const byNote = new Map<string, Task[]>();
  for (const task of listed) {
    const ofNote = byNote.get(task.document_id);
    if (ofNote === undefined) byNote.set(task.document_id, [task]);
    else ofNote.push(task);
  }
  return [...byNote.values()];
}

function markdown(group: readonly Task[], follows: boolean, out: Output): void {
  const { title, anchor_uri } = group[0] as Task;
  const [noteUri] = anchor_uri.split('#') as [string];
  out.line(`${follows ? '\n' : ''}## ${formatNoteLink(title, noteUri)}\n`);
  for (const task of group)
    out.line(`- ${box(task)} ${toOneLine(task.text)} ([line ${task.line}](${task.anchor_uri}))`);
}

function count({ counts, truncated, next_cursor }: Tasks, out: Output): void {
  out.notice(`${formatNumber(counts.open)} open, ${formatNumber(counts.done)} done.`);
  if (next_cursor !== null) out.notice(`For more results, add --cursor ${next_cursor}`);
  else if (truncated) out.notice('The list is incomplete: it holds at most 20,000 tasks of a note');
}
