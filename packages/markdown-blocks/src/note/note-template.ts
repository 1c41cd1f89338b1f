import { parseTemplate as parseFence, type Template } from '../template.js';
import { type MarkdownNote, parseMarkdown } from './note.js';

/** The template a note is, or null when it has no `note-template` block. `note` is the body when it has been read before. */
export function parseTemplate(
  body: string,
  note: Pick<MarkdownNote, 'template' | 'templates'> = parseMarkdown(body),
): Template | null {
  return note.template === null ? null : parseFence(body, note.template, note.templates);
}
