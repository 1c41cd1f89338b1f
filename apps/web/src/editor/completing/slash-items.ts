import { startCompletion } from '@codemirror/autocomplete';
import type { Command, EditorView } from '@codemirror/view';
import { fillTemplate } from '@notes/markdown-blocks';
import { call } from '../../api/client.js';
import { chooseAttachments } from '../../attachments/editor-files.js';
import { findGapAfter, findGapBefore } from '../../paste/place-markdown.js';
import { attempt } from '../../ui/use-action.js';
import { toggleList } from '../lists.js';
import { enterInsertedTable } from '../live/load-renderer.js';
import { toggleHeading, toggleQuote } from '../marks/block-marks.js';
import { text } from './texts.js';

/** An entry of the slash menu. */
export interface SlashItem {
  readonly label: string;
  /** Identifier of the command whose keys do the same. */
  readonly command?: string;
  readonly run: Command;
}

/** Inserts a block on lines of its own. In it, `‸` marks the cursor. */
const insertBlock =
  (block: string): Command =>
  ({ state, dispatch }) => {
    const { head } = state.selection.main;
    const before = findGapBefore(state, head);
    const insert = before + block.replace('‸', '') + findGapAfter(state, head);
    const cursor = head + before.length + (block.includes('‸') ? block.indexOf('‸') : block.length);
    dispatch({
      changes: { from: head, insert },
      selection: { anchor: cursor },
      scrollIntoView: true,
      userEvent: 'input.complete',
    });
    return true;
  };

function insertTable(view: EditorView): boolean {
  insertBlock('| ‸ |  |\n| --- | --- |\n|  |  |')(view);
  enterInsertedTable(view);
  return true;
}

const insertText =
  (getText: () => string): Command =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(getText()), { scrollIntoView: true, userEvent: 'input.complete' }));
    return true;
  };

/** The local date in ISO order, as Swedish dates are written. */
const today = () => new Date().toLocaleDateString('sv');

function insertNoteLink(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: { from: head, insert: '[[]]' },
    selection: { anchor: head + 2 },
    userEvent: 'input.complete',
  });
  startCompletion(view);
  return true;
}

export const slashItems: readonly SlashItem[] = [
  { label: text.slashHeading(1), command: 'heading1', run: toggleHeading(1) },
  { label: text.slashHeading(2), command: 'heading2', run: toggleHeading(2) },
  { label: text.slashHeading(3), command: 'heading3', run: toggleHeading(3) },
  { label: text.slashBullets, command: 'bullet', run: toggleList('bullet') },
  { label: text.slashNumbers, command: 'ordered', run: toggleList('ordered') },
  { label: text.slashTasks, command: 'task', run: toggleList('task') },
  { label: text.slashQuote, command: 'quote', run: toggleQuote },
  { label: text.slashCallout, run: insertBlock('> [!note] ‸\n> ') },
  { label: text.slashCode, run: insertBlock('```‸\n\n```') },
  { label: text.slashTable, run: insertTable },
  { label: text.slashDivider, run: insertBlock('---\n') },
  { label: text.slashDate, run: insertText(today) },
  { label: text.slashLink, run: insertNoteLink },
  { label: text.slashAttachment, command: 'attach', run: chooseAttachments },
];

const MAX_TEMPLATE_BYTES = 1024 * 1024;

/** Placeholders that have a value within a note. */
const KNOWN_PLACEHOLDERS: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);

/** Returns an entry for each template that asks for nothing. Its text is inserted. */
export async function listTemplateItems(signal: AbortSignal): Promise<SlashItem[]> {
  const { templates } = await call('listTemplates', {}, signal);
  return templates
    .filter(({ error, prompts }) => error === null && prompts.length === 0)
    .filter(({ placeholders }) => placeholders.every((name) => KNOWN_PLACEHOLDERS.has(name)))
    .map(({ title, document_id }) => ({
      label: text.slashTemplate(title),
      run: (view) => {
        void attempt(() => insertTemplate(view, document_id));
        return true;
      },
    }));
}

async function insertTemplate(view: EditorView, document_id: string): Promise<void> {
  const template = await call('getTemplate', { document_id });
  const time = new Date().toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit' });
  const values = new Map([
    ['date', today()],
    ['time', time],
    ['datetime', `${today()} ${time}`],
  ]);
  const filled = fillTemplate(template.text, values, MAX_TEMPLATE_BYTES);
  if (filled.ok && !view.state.readOnly) insertBlock(filled.text.trimEnd())(view);
}
