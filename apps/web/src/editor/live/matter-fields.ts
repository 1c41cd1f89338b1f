/** Field of front matter, with the range of its value in the text. */
export interface MatterField {
  readonly key: string;
  readonly value: FieldValue;
  /** Range of the value as written, behind the colon. */
  readonly from: number;
  readonly to: number;
  /** Range of the lines of the field, with their line ends. */
  readonly lines: { readonly from: number; readonly to: number };
}

export type FieldValue =
  | { readonly type: 'text'; readonly text: string; readonly quote: '' | '"' | "'" }
  | { readonly type: 'flag'; readonly isSet: boolean }
  | { readonly type: 'list'; readonly items: readonly string[]; readonly isBlock: boolean };

const KEY = /^([\p{L}_][\p{L}\p{N}_ .-]*):(?:[ \t]+|$)/u;
const ITEM = /^([ \t]*-[ \t]+)(.*)$/;
/** Values that mean themselves without quotes. */
const PLAIN = /^(?:$|[^\s\-?:,[\]{}#&*!|>'"%@`](?:[^:#]|:(?=\S)|(?<=\S)#)*|-?\d[\d.:-]*)$/;
const DOUBLE = /^"([^"\\]*)"$/;
const SINGLE = /^'((?:[^']|'')*)'$/;
const FLOW = /^\[(.*)\]$/;
const FLOW_MARK = /[[\]{},]/;
const COMMENT_LINE = /^\s*#/;
/** Matches a value on one line, with the comment behind it. */
const COMMENTED = /^("[^"\\]*"|'(?:[^']|'')*'|\[.*?\]|.*?)([ \t]+#.*)?$/;
/** Names of fields that are lists by custom. */
const LISTS: ReadonlySet<string> = new Set(['tags', 'aliases', 'cssclasses']);
/** A list in a field is written with commas between its items. */
const COMMA = ',';

/**
 * Parses front matter, with its marks, into fields; undefined where YAML is used for more than texts, flags and lists
 * of texts. Comments are allowed between fields and behind values of one line.
 */
export function parseFields(source: string): MatterField[] | undefined {
  const lines = source.split('\n');
  const fields: MatterField[] = [];
  let at = (lines[0] as string).length + 1;
  for (let index = 1; index < lines.length - 1; ) {
    const line = lines[index] as string;
    const items = countItems(lines, index + 1);
    const text = lines.slice(index, index + 1 + items).join('\n');
    if (line.trim() !== '' && !COMMENT_LINE.test(line)) {
      const field = parseField(line, text, items, at);
      if (field === undefined || fields.some(({ key }) => field.key === key)) return undefined;
      fields.push(field);
    } else if (items > 0) return undefined;
    at += text.length + 1;
    index += 1 + items;
  }
  return fields;
}

/**
 * Parses a field.
 *
 * @param line its first line
 * @param text its lines
 * @param items number of the items of its list
 * @param at offset of its first line
 */
function parseField(line: string, text: string, items: number, at: number): MatterField | undefined {
  const [opening = '', key = ''] = KEY.exec(line) ?? [];
  if (opening === '') return undefined;
  const written = items > 0 ? text.slice(opening.length) : withoutComment(text.slice(opening.length));
  const value = parseValue(written, items);
  if (value === undefined) return undefined;
  const isEmpty = items === 0 && written.trim() === '' && text.trimEnd().length > opening.length;
  // A value before a comment is written behind the colon, before the blanks that the comment needs.
  const start = isEmpty ? opening.trimEnd().length : items > 0 ? line.trimEnd().length : opening.length;
  const from = at + start;
  const to = items > 0 ? at + text.trimEnd().length : at + opening.length + written.trimEnd().length;
  return { key, value, from, to: isEmpty ? from : Math.max(from, to), lines: { from: at, to: at + text.length + 1 } };
}

function withoutComment(written: string): string {
  if (COMMENT_LINE.test(written)) return '';
  return COMMENTED.exec(written)?.[1] ?? written;
}

function countItems(lines: readonly string[], from: number): number {
  let count = 0;
  while (from + count < lines.length - 1 && ITEM.test(lines[from + count] as string)) count += 1;
  return count;
}

function parseValue(written: string, items: number): FieldValue | undefined {
  if (items > 0) {
    const [first, ...lines] = written.split('\n');
    return first?.trim() === ''
      ? toList(
          lines.map((line) => ITEM.exec(line)?.[2] ?? ''),
          true,
        )
      : undefined;
  }
  const text = written.trim();
  if (text === 'true' || text === 'false') return { type: 'flag', isSet: text === 'true' };
  const flow = FLOW.exec(text)?.[1];
  if (flow !== undefined) return toList(flow.trim() === '' ? [] : flow.split(COMMA), false);
  return parseText(text);
}

function toList(written: readonly string[], isBlock: boolean): FieldValue | undefined {
  const items = written.map((item) => parseText(item.trim())?.text);
  const isSimple = items.every((item) => item !== undefined && item !== '' && !item.includes(COMMA));
  return isSimple ? { type: 'list', items: items as string[], isBlock } : undefined;
}

function parseText(text: string): Extract<FieldValue, { type: 'text' }> | undefined {
  const double = DOUBLE.exec(text)?.[1];
  if (double !== undefined) return { type: 'text', text: double, quote: '"' };
  const single = SINGLE.exec(text)?.[1];
  if (single !== undefined) return { type: 'text', text: single.replaceAll("''", "'"), quote: "'" };
  return PLAIN.test(text) ? { type: 'text', text, quote: '' } : undefined;
}

/** Returns a value as it is written behind the colon, with the blank or line break before it. */
export function formatValue(value: FieldValue): string {
  switch (value.type) {
    case 'flag':
      return String(value.isSet);
    case 'text':
      return formatText(value.text, value.quote);
    case 'list': {
      const items = value.items.map((item) => formatText(item, '', !value.isBlock));
      if (!value.isBlock || items.length === 0) return `${value.isBlock ? ' ' : ''}[${items.join(', ')}]`;
      return items.map((item) => `\n  - ${item}`).join('');
    }
  }
}

/** Returns a text, in quotes where it needs them. A flow list has its own marks, which a text may not contain. */
function formatText(text: string, quote: '' | '"' | "'", isInFlow = false): string {
  if (quote === "'") return `'${text.replaceAll("'", "''")}'`;
  const means = /^(?:true|false|null|~|yes|no|on|off)$/i.test(text);
  const isPlain =
    quote === '' && text.trim() === text && PLAIN.test(text) && !means && !(isInFlow && FLOW_MARK.test(text));
  if (isPlain) return text;
  return /["\\]/.test(text) ? formatText(text, "'") : `"${text}"`;
}

/** Returns true for a name that a new field can have. */
export function isFieldName(name: string): boolean {
  const line = `${name}:`;
  return KEY.exec(line)?.[1] === name;
}

/** Returns the change that adds a field at the end of front matter. */
export function addField(source: string, key: string, typed: string): { from: number; insert: string } {
  const value = formatValue(readTyped(key, typed.trim()));
  return { from: source.lastIndexOf('\n') + 1, insert: `${key}:${value === '' ? '' : ' '}${value}\n` };
}

/** Returns the value of a new field: a flag, a list or a text. */
function readTyped(key: string, typed: string): FieldValue {
  if (typed === 'true' || typed === 'false') return { type: 'flag', isSet: typed === 'true' };
  const flow = FLOW.exec(typed)?.[1];
  if (flow !== undefined || LISTS.has(key)) return { type: 'list', items: parseItems(flow ?? typed), isBlock: false };
  return { type: 'text', text: typed, quote: '' };
}

/** Returns the items of a list that was typed with commas between them. */
export const parseItems = (typed: string): string[] =>
  typed
    .split(COMMA)
    .map((item) => item.trim())
    .filter((item) => item !== '');
