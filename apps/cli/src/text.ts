import type { Output } from './output.js';

/** Matches control characters and bidirectional marks: either could make a terminal show misleading text. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;
const HIDDEN_BUT_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** Makes a piece of a note's text safe to show within a line. */
export const inline = (text: string): string => text.replace(HIDDEN, ' ');

/** Makes text of a note safe to show on one line. */
export const oneLine = (text: string): string => inline(text).trim();

/** Cuts a text to at most `most` characters: its start, and with `end` as much of its end. */
export function cut(text: string, most: number, { end = false } = {}): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const atEnd = end ? Math.floor((most - 1) / 2) : 0;
  const [start, last] = [characters.slice(0, most - 1 - atEnd), characters.slice(characters.length - atEnd)];
  return `${start.join('')}…${last.join('')}`;
}

/** Makes text of a note safe to show on a terminal, with its lines kept. */
export const forTerminal = (text: string): string => text.replaceAll('\r\n', '\n').replace(HIDDEN_BUT_LINES, '\ufffd');

export const number = (value: number): string => value.toLocaleString('en');

/** Formats a count: `1 note`, `2 notes`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : plural}`;

/** Formats a Markdown link to a note. */
export const noteLink = (title: string, uri: string): string =>
  `[${titleOf(title).replace(/[[\]\\]/g, '\\$&')}](${uri})`;

/** Returns a title on one line, or a placeholder for an empty one. */
export const titleOf = (title: string): string => oneLine(title) || '(no title)';

/** Writes byte for byte into a pipe or file; a terminal gets no escape sequences, and a final line end. */
export function showMarkdown(text: string, out: Output): void {
  if (!out.isTerminal) out.raw(text);
  else if (text !== '') out.raw(forTerminal(text.endsWith('\n') ? text : `${text}\n`));
}
