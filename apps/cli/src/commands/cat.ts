import type { Output as Result } from '@notes/contract';
import { UsageError } from '../failures.js';
import { oneNote } from '../naming.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { forTerminal } from '../text.js';

type Shown = Result<'getDocument'> | Result<'getDocumentLines'>;

const RANGE = /^(\d{0,9}):(\d{0,9})$/;

/** `notes cat` */
export const cat: Presentation<'getDocument', Shown> = {
  positional: { document_id: '<note>' },
  extra: {
    lines: { flags: '--lines <a:b>', description: 'only these lines, counted from 1; either end may be left out' },
  },
  run: async (call, { document_id, lines }) => {
    const range = lines === undefined ? undefined : lineRange(String(lines));
    const id = oneNote(call, String(document_id));
    if (range === undefined) return call.invoke('getDocument', { document_id: id });
    return call.invoke('getDocumentLines', { document_id: id, ...range });
  },
  render: { md: (shown, out) => showText('body' in shown ? shown.body : shown.text, out) },
};

function lineRange(text: string): { start?: number; end?: number } {
  const [, start, end] = RANGE.exec(text) ?? [];
  if (start === undefined || end === undefined) throw new UsageError(`--lines ${text}: write A:B, A: or :B`);
  return { ...(start !== '' && { start: Number(start) }), ...(end !== '' && { end: Number(end) }) };
}

/** Byte for byte into a pipe or file; a terminal gets no escape sequences, and a last line end. */
function showText(text: string, out: Output): void {
  if (!out.isTerminal) out.raw(text);
  else if (text !== '') out.raw(forTerminal(text.endsWith('\n') ? text : `${text}\n`));
}
