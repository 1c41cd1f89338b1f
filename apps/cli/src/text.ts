import type { Output } from './output.js';

/** Matches control characters and bidirectional marks: either could make a terminal show misleading text. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;
const HIDDEN_EXCEPT_LINE_ENDS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** Makes a piece of a note's text safe to show within a line. */
export const toInlineText = (text: string): string => text.replace(HIDDEN, ' ');

/** Makes text of a note safe to show on one line. */
export const toOneLine = (text: string): string => toInlineText(text).trim();

/** Cuts a text to at most `most` characters: its start, and with `end` as much of its end. */
export function truncate(text: string, most: number, { end = false } = {}): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const atEnd = end ? Math.floor((most - 1) / 2) : 0;
  const [start, last] = [characters.slice(0, most - 1 - atEnd), characters.slice(characters.length - atEnd)];
  return `${start.join('')}…${last.join('')}`;
}

/** Makes text of a note safe to show on a terminal, with its lines kept. */
export const sanitiseForTerminal = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(HIDDEN_EXCEPT_LINE_ENDS, '\ufffd');

const BEFORE_THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Formats an integer with a comma before each three digits. The locale of JavaScript takes 25 ms for its first number. */
export const formatNumber = (value: number): string => `${value}`.replace(BEFORE_THOUSANDS, ',');

/** Formats a count: `1 note`, `2 notes`. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`;

/** Formats a Markdown link to a note. */
export const formatNoteLink = (title: string, uri: string): string =>
  `[${formatTitle(title).replace(/[[\]\\]/g, '\\$&')}](${uri})`;

/** Returns a title on one line, or a placeholder for an empty one. */
export const formatTitle = (title: string): string => toOneLine(title) || '(no title)';

/** Writes byte for byte into a pipe or file; a terminal gets no escape sequences, and a final line end. */
export function printMarkdown(text: string, out: Output): void {
  if (!out.isTerminal) out.raw(text);
  else if (text !== '') out.raw(sanitiseForTerminal(text.endsWith('\n') ? text : `${text}\n`));
}
