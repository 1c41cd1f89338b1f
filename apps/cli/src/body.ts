import { statSync } from 'node:fs';
import { textLimits } from '@notes/contract';
import { UsageError } from './failures.js';
import type { Call, Flag, Values } from './presentation.js';
import { STANDARD_INPUT } from './read-bytes.js';
import { readText } from './read-text.js';

/** Flag of the input `body` of every command that takes a text. */
export const bodyFlag: Flag = {
  flags: '--body <text>',
  description: 'Text of the note, or - for standard input.',
};

/** Flag for a file in place of {@link bodyFlag}; its value is `body_file`. */
export const bodyFileFlag: Flag = {
  flags: '--body-file <file>',
  description: 'File with the text of the note, or - for standard input.',
};

/**
 * Reads the text of `--body` or `--body-file`; undefined without either flag. An existing file name as `--body` is
 * rejected, because earlier releases read that file.
 *
 * @throws UsageError for both flags, the name of a file as a text, and empty standard input or an empty pipe
 */
export async function readBody(call: Call, { body, body_file }: Values): Promise<string | undefined> {
  if (body !== undefined && body_file !== undefined)
    throw new UsageError('--body and --body-file cannot be combined. Give one of them');
  if (body_file !== undefined) return readInput(call, String(body_file), '--body-file');
  if (body === undefined) return undefined;
  const text = String(body);
  if (text === STANDARD_INPUT) return readInput(call, text, '--body');
  if (isFile(text))
    throw new UsageError(
      `--body ${text}: this is the name of a file, and --body takes a text. To read the file, write --body-file ${text}. To use the name as the text, pipe it into --body-file -`,
    );
  return text;
}

async function readInput(call: Call, path: string, flag: string): Promise<string> {
  const text = await readText(call, path, `${flag} ${path}`);
  if (text.trim() !== '' || (path !== STANDARD_INPUT && isFile(path))) return text;
  // Otherwise a command that fails before the pipe would empty the note.
  const source = path === STANDARD_INPUT ? 'standard input' : 'this input';
  throw new UsageError(
    `${flag} ${path}: ${source} is empty, so nothing was written. For an empty text, write --body ''`,
  );
}

/** Returns true for the name of an existing file. A text of several lines, or longer than any path, cannot be one. */
function isFile(text: string): boolean {
  if (text === '' || text.length > 4096 || /[\r\n\0]/.test(text)) return false;
  try {
    return statSync(text, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

const FRONT_MATTER = /^---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;
/** Matches marks at the beginning of a line: of headings, quotes, list items and tasks. */
const MARKS = /^(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+|\[[ xX]\][ \t]+)+/;
const CLOSING_MARKS = /[ \t]+#+[ \t]*$/;

/**
 * Returns a title for a note: the first line of a text that has a letter or a digit, without its Markdown marks. Falls
 * back to the first line that is not blank; returns an empty text for a blank one.
 */
export function readTitle(text: string): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(FRONT_MATTER, '')
    .split(/\r?\n|\r/)
    .map((line) => line.trim());
  const line = lines.find((each) => /[\p{L}\p{N}]/u.test(each)) ?? lines.find((each) => each !== '') ?? text.trim();
  const plain = line.replace(MARKS, '').replace(CLOSING_MARKS, '').trim();
  return cutToBytes(plain || line, textLimits.title);
}

/** Turns a text into a title: one line, cut to the maximum length of a title. */
export const toTitle = (text: string): string => cutToBytes(text.trim().replaceAll(/\s+/g, ' '), textLimits.title);

function cutToBytes(text: string, maxBytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end).trimEnd();
}
