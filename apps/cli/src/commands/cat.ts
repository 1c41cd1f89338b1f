import type { Output as Result } from '@notes/contract';
import { UsageError } from '../failures.js';
import { findNoteId } from '../naming.js';
import type { Mode, Presentation } from '../presentation.js';
import { printMarkdown } from '../text.js';
import { blocks, links, outline } from './cat-contents.js';

const RANGE = /^(\d{0,9}):(\d{0,9})$/;

const lines: Mode<Result<'getDocumentLines'>> = {
  flag: { flags: '--lines <a:b>', description: 'Print only these lines, counted from 1. Either end may be left out.' },
  run: (call, { document_id, lines: written }) => {
    const range = lineRange(String(written));
    return call.invoke('getDocumentLines', { document_id: findNoteId(call, document_id), ...range });
  },
  render: { md: ({ text }, out) => printMarkdown(text, out) },
};

/** `notes cat` */
export const cat: Presentation<'getDocument'> = {
  positional: { document_id: '<note>' },
  modes: { lines, outline, blocks, links },
  run: (call, { document_id }) => call.invoke('getDocument', { document_id: findNoteId(call, document_id) }),
  render: { md: ({ body }, out) => printMarkdown(body, out) },
};

function lineRange(text: string): { start?: number; end?: number } {
  const [, start, end] = RANGE.exec(text) ?? [];
  if (start === undefined || end === undefined) throw new UsageError(`--lines ${text}: write A:B, A: or :B`);
  if ([start, end].some((line) => /^0+$/.test(line))) throw new UsageError(`--lines ${text}: lines are counted from 1`);
  if (start !== '' && end !== '' && Number(end) < Number(start))
    throw new UsageError(`--lines ${text}: the end must not be before the start`);
  return { ...(start !== '' && { start: Number(start) }), ...(end !== '' && { end: Number(end) }) };
}
