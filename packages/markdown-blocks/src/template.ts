import { bomLength } from './front-matter.js';
import { countLineFeeds } from './lines.js';
import { type SettingLine, settingLines } from './setting-lines.js';
import { utf8Length } from './utf8.js';

/** Placeholders that are filled automatically in a new note; no prompt may have one of these names. */
export const AUTOMATIC_PLACEHOLDERS = ['date', 'time', 'datetime', 'title', 'notebook'] as const;
const AUTOMATIC: ReadonlySet<string> = new Set(AUTOMATIC_PLACEHOLDERS);
const MAX_PROMPTS = 100;
/** Name that cannot be used as a key of a plain object. */
const RESERVED_NAME = '__proto__';

/** Value that a template asks for. */
export interface TemplatePrompt {
  name: string;
  hint: string | null;
}

/** Parsed template. Names are in NFC. */
export interface Template {
  description: string | null;
  prompts: TemplatePrompt[];
  /** Distinct names used in the text, in order, including the automatic ones. */
  placeholders: string[];
  /** Note without its `note-template` block. */
  text: string;
  /** First error with its line, without text of the note; null for a valid template. */
  error: string | null;
}

/** Range of a note's `note-template` block, in UTF-16 units, and its content. */
export interface TemplateFence {
  start: number;
  end: number;
  content: string;
}

/** Result of {@link fillTemplate}: the text, or the reason for the failure. */
export type FillResult = { ok: true; text: string } | { ok: false; reason: 'too_large' } | UnknownPlaceholder;
interface UnknownPlaceholder {
  ok: false;
  reason: 'unknown';
  name: string;
}

const BLANK_LINES = /^[ \t\r\n]*\n/;
const ENDS_BLANK = /(?:^|\n)[ \t]*\r?\n$/;

/**
 * Parses a template: the lines `description: text` and `prompt: name - hint` of its block, and the placeholders
 * `{{name}}` of the rest of the note. `fence` is the first of the `fences` blocks of the note. Errors are: a second
 * block, more than 100 prompts, a repeated name, a prompt called `__proto__` or as an automatic placeholder, any other
 * line, and a placeholder that is neither a prompt nor automatic. Braces that hold no name are text.
 */
export function parseTemplate(body: string, fence: TemplateFence, fences: number): Template {
  const { text, cut } = withoutFence(body, fence);
  const places = findPlaceholders(text, cut);
  const template: Template = { description: null, prompts: [], placeholders: [...places.keys()], text, error: null };
  template.error =
    fences > 1
      ? 'The note has several note-template blocks. Keep only one.'
      : (blockError(template, fence.content) ?? textError(body, places, template.prompts));
  return template;
}

/**
 * Replaces every placeholder of `text` by its value. Values are not expanded again: `{{` in a value stays. Fails when a
 * placeholder has no value, or when the result would take more than `maxBytes` of UTF-8; nothing larger is built.
 */
export function fillTemplate(text: string, values: ReadonlyMap<string, string>, maxBytes: number): FillResult {
  const pieces: string[] = [];
  let bytes = 0;
  let at = 0;
  const add = (piece: string): boolean => {
    pieces.push(piece);
    bytes += utf8Length(piece);
    return bytes <= maxBytes;
  };
  for (const placeholder of matchPlaceholders(text)) {
    const name = normalName(placeholder[1]!);
    const value = values.get(name);
    if (value === undefined) return { ok: false, reason: 'unknown', name };
    if (!add(text.slice(at, placeholder.index)) || !add(value)) return { ok: false, reason: 'too_large' };
    at = placeholder.index + placeholder[0].length;
  }
  return add(text.slice(at)) ? { ok: true, text: pieces.join('') } : { ok: false, reason: 'too_large' };
}

/** Range of a body, in UTF-16 units, that is not part of the template's text. */
interface Cut {
  start: number;
  length: number;
}

/**
 * Removes the block with its whole lines, marks of containers before it included. Leaves no gap: at the start of the
 * note or behind a blank line, the blank lines after the block are removed too.
 */
function withoutFence(body: string, { start, end }: TemplateFence): { text: string; cut: Cut } {
  const first = bomLength(body);
  const lineStart = Math.max(first, body.lastIndexOf('\n', start) + 1);
  const before = body.slice(first, lineStart);
  const after = body.slice(end);
  const gap = before === '' || ENDS_BLANK.test(before);
  const text = body.slice(0, lineStart) + (gap ? after.replace(BLANK_LINES, '') : after);
  return { text, cut: { start: lineStart, length: body.length - text.length } };
}

/** Matches all placeholders. Names are words with single spaces between them; a dash is no word. */
const matchPlaceholders = (text: string) =>
  text.matchAll(/\{\{[ \t]*([\p{L}\p{M}\p{N}_-]+(?: [\p{L}\p{M}\p{N}_-]+)*)[ \t]*\}\}/gu);

/** Returns the offset in the body of the first occurrence of each name. */
function findPlaceholders(text: string, cut: Cut): Map<string, number> {
  const places = new Map<string, number>();
  for (const { 1: written, index } of matchPlaceholders(text)) {
    const name = normalName(written!);
    if (!places.has(name)) places.set(name, index < cut.start ? index : index + cut.length);
  }
  return places;
}

/** Parses the block into `template`; returns its first error. */
function blockError(template: Template, content: string): string | null {
  const names = new Set<string>();
  for (const setting of settingLines(content)) {
    const problem = readLine(setting, template, names);
    if (problem !== null) return `Line ${setting.line} of the note-template block: ${problem}.`;
  }
  return null;
}

function textError(
  body: string,
  places: ReadonlyMap<string, number>,
  prompts: readonly TemplatePrompt[],
): string | null {
  const names = new Set([...AUTOMATIC, ...prompts.map(({ name }) => name)]);
  for (const [name, place] of places) {
    if (names.has(name)) continue;
    const line = countLineFeeds(body, 0, place) + 1;
    return `Line ${line} of the note: the placeholder has no prompt. Add a prompt with its name, or remove it.`;
  }
  return null;
}

function readLine({ key, value }: SettingLine, template: Template, names: Set<string>): string | null {
  if (key === 'prompt') return readPrompt(value, template, names);
  if (key !== 'description') return 'the line begins with neither "description:" nor "prompt:"';
  if (template.description !== null) return '"description:" appears twice. Remove one of them';
  template.description = value;
  return null;
}

function readPrompt(value: string, { prompts }: Template, names: Set<string>): string | null {
  // A name and its hint, separated by a dash between blanks.
  const [, written, hint] =
    /^([\p{L}\p{M}\p{N}_-]+(?: (?!-+(?: |$))[\p{L}\p{M}\p{N}_-]+)*)(?:[ \t]+[-–—](?:[ \t]+(.*))?)?$/u.exec(value) ?? [];
  if (written === undefined) return 'the prompt needs a name of letters, digits, "_", "-" and single spaces';
  const name = normalName(written);
  if (AUTOMATIC.has(name)) return 'this name is filled in automatically. Choose another name for the prompt';
  if (name === RESERVED_NAME) return `a prompt cannot be named "${RESERVED_NAME}"`;
  if (names.has(name)) return 'a prompt with this name already exists. Choose another name';
  if (prompts.length === MAX_PROMPTS) return `a template can have at most ${MAX_PROMPTS} prompts`;
  names.add(name);
  prompts.push({ name, hint: hint || null });
  return null;
}

function normalName(name: string): string {
  return name.normalize('NFC');
}
