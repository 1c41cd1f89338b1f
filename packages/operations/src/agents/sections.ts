import { type Output, ServiceError } from '@notes/contract';
import { adoptNewline, detectNewline, lineRange } from '@notes/markdown-blocks';
import { nameKey } from '@notes/query-language';
import type { ToolCall } from './run-tool.js';

type Note = Output<'getDocument'>;

/** Lines of a section: from its heading, up to the next heading of the same or a higher level. */
export interface Section {
  readonly start: number;
  /** Last line, inclusive. */
  readonly end: number;
  readonly text: string;
}

/** Maximum lines of headings with the same text in an error. */
const MAX_LISTED = 20;

/**
 * Finds the section under a heading, by the text of the heading in any case, with or without its marks.
 *
 * @throws ServiceError `validation_failed` when the note has no such heading, or several; `conflict` when it changes
 * meanwhile
 */
export async function findSection({ run }: Pick<ToolCall, 'run'>, note: Note, heading: string): Promise<Section> {
  const outline = await run('getDocumentOutline', { document_id: note.id });
  if (outline.current_revision_id !== note.current_revision_id)
    throw new ServiceError('conflict', 'The note changed while it was read. Read it again');
  const key = nameKey(heading.replace(/^#+\s*/, '').trim());
  const { headings, total_lines } = outline;
  const found = headings.filter(({ text }) => nameKey(text.trim()) === key);
  const [at] = found;
  if (at === undefined) throw new ServiceError('validation_failed', 'heading: the note has no heading with this text');
  if (found.length > 1)
    throw new ServiceError('validation_failed', 'heading: several headings have this text. Use their lines', {
      details: { lines: found.slice(0, MAX_LISTED).map(({ line }) => line) },
    });
  const next = headings.find(({ line, level }) => line > at.line && level <= at.level);
  const end = next === undefined ? total_lines : next.line - 1;
  return { start: at.line, end, text: lineRange(note.body, at.line, end).text };
}

/** Adds a text at the end of a section, on a new line after its last line with a text. */
export function appendToSection(body: string, { start, text: section }: Section, added: string): string {
  const lineEnd = detectNewline(body);
  const from = start === 1 ? 0 : indexOfLine(body, start);
  const kept = section.trimEnd();
  const at = from + kept.length;
  // Below the heading itself, an empty line separates the text.
  const separator = /[\r\n]/.test(kept) ? lineEnd : lineEnd + lineEnd;
  const rest = body.slice(at);
  const text = adoptNewline(added.replace(/\r?\n$/, ''), body);
  return `${body.slice(0, at)}${separator}${text}${rest === '' ? lineEnd : rest}`;
}

/** Returns the index at which a line begins. */
function indexOfLine(body: string, line: number): number {
  let at = 0;
  for (let current = 1; current < line; current++) at = body.indexOf('\n', at) + 1;
  return at;
}
