import { parseDateSpec } from './dates.js';
import { nameKey } from './fold.js';
import { tokenize } from './tokenize.js';
import type { HasValue, IsValue, QueryNode, TextNode } from './types.js';

/** A word or field value with quotes and escapes resolved. */
export interface Value {
  text: string;
  /** True when a piece of the value was quoted. A quoted value is plain text: never an id, never `none`. */
  quoted: boolean;
  /** True when the text begins with a `#` that is not quoted or escaped. */
  hashed: boolean;
  /** Offsets in `text` of the `*` that are operators. */
  stars: readonly number[];
}

export interface Field {
  /** Description of the valid values, for error messages. */
  takes: string;
  /** Returns the node for a value; null for an invalid value. */
  read(value: Value): QueryNode | null;
}

/** Values of the field `is`, in the order of the error message. */
export const IS_VALUES: readonly IsValue[] = ['trashed', 'template', 'readonly', 'orphan', 'tagged', 'imported'];
/** Values of the field `has`, without aliases, in the order of the error message. */
export const HAS_VALUES: readonly HasValue[] = [
  'resource',
  'image',
  'link',
  'task',
  'open-task',
  'remote-media',
  'code',
];

const DOCUMENT_ID = /^doc_[a-z0-9_]{1,64}$/;
const NOTEBOOK_ID = /^nb_[a-z0-9_]{1,64}$/;
const MIME = /^([a-z0-9][a-z0-9!#$&^_.+-]*)\/([a-z0-9][a-z0-9!#$&^_.+-]*|\*)$/;

/** Reads a word or phrase; null for a value that only has punctuation. */
export function readText(scope: TextNode['scope'], value: Value): TextNode | null {
  let length = value.text.length;
  for (let i = value.stars.length - 1; i >= 0 && value.stars[i] === length - 1; i--) length--;
  const tokens = tokenize(value.text.slice(0, length));
  const last = tokens.at(-1);
  if (last === undefined) return null;
  const prefix = length < value.text.length && last.end === length;
  return { type: 'text', scope, terms: tokens.map((token) => token.term), prefix };
}

/** Reads the folded segments of a `/` path; null when it has an empty segment or a `*`. */
function readPath(value: Value): string[] | null {
  if (value.stars.length > 0) return null;
  const segments = value.text.split('/').map((segment) => nameKey(segment.trim()));
  return segments.includes('') ? null : segments;
}

const withoutHash = (value: Value): Value => ({
  ...value,
  text: value.text.slice(1),
  stars: value.stars.map((star) => star - 1),
});

/** Reads a tag. `tag:#work` is `tag:work`: tags are displayed with the sign, which is no part of them. */
function readTag(value: Value): QueryNode | null {
  const path = readPath(value.hashed ? withoutHash(value) : value)?.join('/');
  if (path === undefined) return null;
  return { type: 'tag', path: path === 'none' && !value.quoted ? null : path };
}

function readNotebook(value: Value): QueryNode | null {
  if (!value.quoted && NOTEBOOK_ID.test(value.text)) return { type: 'notebook_id', id: value.text };
  const path = readPath(value);
  return path === null ? null : { type: 'notebook', path };
}

function readLink(direction: 'to' | 'from', value: Value): QueryNode | null {
  if (!value.quoted && value.text.startsWith('doc_')) {
    return DOCUMENT_ID.test(value.text) ? { type: 'link', direction, target: { id: value.text } } : null;
  }
  const title = nameKey(value.text.trim());
  return title === '' || value.stars.length > 0 ? null : { type: 'link', direction, target: { title } };
}

function readFilename({ text, stars }: Value): QueryNode | null {
  if (text.trim() === '') return null;
  if (stars.length === 0) return { type: 'filename', parts: ['', nameKey(text), ''] };
  const parts: string[] = [];
  [-1, ...stars].forEach((star, i) => {
    const part = nameKey(text.slice(star + 1, stars[i] ?? text.length));
    // `**` equals `*`: only the first and the last piece may be empty.
    if (part !== '' || i === 0 || i === stars.length) parts.push(part);
  });
  return { type: 'filename', parts };
}

function readMime(value: Value): QueryNode | null {
  const match = MIME.exec(value.text.toLowerCase());
  return match === null ? null : { type: 'mime', mediaType: match[1]!, subtype: match[2]! };
}

function findValue<T extends string>(values: readonly T[], text: string): T | undefined {
  const lower = text.toLowerCase();
  return values.find((value) => value === lower);
}

function readIs({ text }: Value): QueryNode | null {
  const value = findValue(IS_VALUES, text);
  return value === undefined ? null : { type: 'is', value };
}

/** Aliases of values of `has`. */
const HAS_ALIASES: ReadonlyMap<string, HasValue> = new Map([
  ['attachment', 'resource'],
  ['attachments', 'resource'],
]);

function readHas({ text }: Value): QueryNode | null {
  const value = findValue(HAS_VALUES, text) ?? HAS_ALIASES.get(text.toLowerCase());
  return value === undefined ? null : { type: 'has', value };
}

function readDate(field: 'created' | 'updated', { text }: Value): QueryNode | null {
  const spec = parseDateSpec(text);
  return spec === null ? null : { type: 'date', field, spec };
}

const WORDS = 'a word or a "quoted phrase"';
const DATE = 'a date such as 2026-11-20, 2026-11, >2026-01-01, 2026-01-01..2026-06-30, today or 7d';
const TARGET = 'a document id or a quoted title';
const notebook: Field = { takes: 'a notebook name, a path such as work/plans, or an nb_ id', read: readNotebook };

/** All fields, by lower-case name. */
export const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['title', { takes: WORDS, read: (value) => readText('title', value) }],
  ['body', { takes: WORDS, read: (value) => readText('body', value) }],
  ['tag', { takes: 'a tag such as work/plans, or none', read: readTag }],
  ['notebook', notebook],
  ['category', notebook],
  ['is', { takes: IS_VALUES.join(', '), read: readIs }],
  ['has', { takes: HAS_VALUES.join(', '), read: readHas }],
  ['created', { takes: DATE, read: (value) => readDate('created', value) }],
  ['updated', { takes: DATE, read: (value) => readDate('updated', value) }],
  ['links-to', { takes: TARGET, read: (value) => readLink('to', value) }],
  ['linked-from', { takes: TARGET, read: (value) => readLink('from', value) }],
  ['id', { takes: 'a note id', read: ({ text }) => (DOCUMENT_ID.test(text) ? { type: 'id', id: text } : null) }],
  ['filename', { takes: 'a file name, where * stands for any text', read: readFilename }],
  ['mime', { takes: 'a type such as image/png or image/*', read: readMime }],
]);

/** Names of all fields in lower case, in the order of SPEC.md, section 4; for completion. */
export const FIELD_NAMES: readonly string[] = [...FIELDS.keys()];
