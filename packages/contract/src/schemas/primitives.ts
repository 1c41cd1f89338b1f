import { utf8Length } from '@notes/markdown-blocks';
import { z } from 'zod';
import type { ErrorCode } from '../errors.js';

/** Limits of texts in UTF-8 bytes. */
export const textLimits = { body: 16 * 1024 * 1024, title: 1024, name: 255, pattern: 1024 } as const;

/**
 * Returns true when the text has at most `max` UTF-8 bytes. The bytes are only counted when the length leaves a doubt.
 */
function fits(text: string, max: number): boolean {
  return text.length * 3 <= max || (text.length <= max && utf8Length(text) <= max);
}

/** Returns true for text that SQLite stores unchanged: no lone surrogate, no NUL. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\0');
const NOT_STORABLE = 'must not contain NUL or a lone surrogate';

/** Marks a rule whose violation has an error code other than `validation_failed`. */
export const withErrorCode = (code: ErrorCode) => ({ code });

/**
 * Makes each schema once for each argument. Building schemas is most of the time in which this package is loaded, and
 * the same few are used by many rows.
 */
function makeOnce<Argument, Schema>(make: (argument: Argument) => Schema): (argument: Argument) => Schema {
  const made = new Map<Argument, Schema>();
  return (argument) => {
    const schema = made.get(argument) ?? make(argument);
    made.set(argument, schema);
    return schema;
  };
}

const storableText = z.string().refine(storable, NOT_STORABLE);
const makeTooLongMessage = (max: number) => `must be at most ${max} bytes`;
const makeText = makeOnce((max: number) =>
  storableText.refine((value) => fits(value, max), {
    message: makeTooLongMessage(max),
    params: max === textLimits.body ? withErrorCode('body_too_large') : {},
  }),
);

/** Any storable text of at most `max` bytes. */
export const text = (max: number = textLimits.body) => makeText(max);

const oneLine = (value: string) => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value);

const NOT_ONE_LINE = 'must be one line without control characters';

/** A single line without control characters, of at most `max` bytes. */
export const line = makeOnce((max: number) => makeText(max).refine(oneLine, NOT_ONE_LINE));

export const title = line(textLimits.title).describe('One line, at most 1,024 bytes; may be empty.');
export const body = text().describe('Markdown, at most 16 MiB of UTF-8, stored exactly as sent.');

const NAME_TOO_LONG = makeTooLongMessage(textLimits.name);
/** Input limit before trimming and composition, which may shorten the text; the message names the limit after them. */
const untrimmed = storableText
  .refine((value) => fits(value, 4 * textLimits.name), NAME_TOO_LONG)
  .refine(oneLine, NOT_ONE_LINE);
const fitsName = (value: string) => fits(value, textLimits.name);

/** A name given by a person: trimmed, not empty, at most 255 bytes. */
export const name = untrimmed
  .transform((value) => value.trim())
  .refine((value) => value.length > 0, 'must not be empty')
  .refine(fitsName, NAME_TOO_LONG);

export const notebookName = name.refine((value) => !value.includes('/'), 'must not contain a slash');
export const iconEmoji = line(64).nullable().describe('An emoji shown before the name, or null.');

/** A tag path: segments separated by `/`, each trimmed and not empty, at most 255 bytes in all, in NFC. */
export const tagName = untrimmed
  .min(1)
  .transform((value) =>
    value
      .normalize('NFC')
      .split('/')
      .map((segment) => segment.trim())
      .join('/'),
  )
  .refine((value) => !value.split('/').includes(''), 'must not have an empty segment')
  .refine(fitsName, NAME_TOO_LONG);

/**
 * A tag path that may be new. HTTP clients remove the segments `.` and `..` from addresses, so a tag of that name could
 * not be removed by its address. In Markdown files a leading `#` marks a tag, so imports drop it.
 */
export const newTagName = tagName
  .refine(
    (value) => value !== '.' && value !== '..',
    'must not be "." or "..", which HTTP clients remove from addresses. Choose another name',
  )
  .refine((value) => !value.startsWith('#'), 'must not begin with "#", which only marks a tag. Leave it out');

/** Identifier prefixes by kind of object. */
export const idPrefixes = {
  document: 'doc',
  notebook: 'nb',
  search_notebook: 'snb',
  tag: 'tag',
  resource: 'res',
  revision: 'rev',
  replica: 'rep',
  database: 'db',
  job: 'job',
  backup: 'bak',
  source_bundle: 'bundle',
} as const;
export type IdKind = keyof typeof idPrefixes;

/** Patterns of identifiers: a prefix and a ULID, or the fixed name of a builtin. */
const idPatterns: Record<IdKind, RegExp> = {
  document: /^doc_[0-9a-z_]{1,64}$/,
  notebook: /^nb_[0-9a-z_]{1,64}$/,
  search_notebook: /^snb_[0-9a-z_]{1,64}$/,
  tag: /^tag_[0-9a-z_]{1,64}$/,
  resource: /^res_[0-9a-z_]{1,64}$/,
  revision: /^rev_[0-9a-z_]{1,64}$/,
  replica: /^rep_[0-9a-z_]{1,64}$/,
  database: /^db_[0-9a-z_]{1,64}$/,
  job: /^job_[0-9a-z_]{1,64}$/,
  backup: /^bak_[0-9a-z_]{1,64}$/,
  source_bundle: /^bundle_[0-9a-z_]{1,64}$/,
};

/** Returns true when a text is a well-formed identifier of a kind. The object need not exist. */
export const isId = (kind: IdKind, text: string): boolean => idPatterns[kind].test(text);

/** Kinds of the identifiers in a schema, for interfaces that read identifiers in another form. */
export const idKinds = z.registry<{ kind: IdKind }>();

/** An identifier of one kind. */
export const id = makeOnce((kind: IdKind) =>
  z.string().regex(idPatterns[kind], `must be a ${kind} id (${idPrefixes[kind]}_…)`).register(idKinds, { kind }),
);

export const baseRevisionId = line(textLimits.name)
  .min(1)
  .refine((value) => value !== '*', 'must be a revision id, not *')
  .describe('The revision this change is based on.');

/** A SHA-256 in its only written form: lower-case hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case');

export const timestamp = z.iso.datetime({ precision: 3 }).describe('RFC 3339, UTC, milliseconds.');

/** A page size from 1 to `max`; larger values are lowered to `max`. */
export const limit = (standard: number, max: number) =>
  z
    .int()
    .min(1)
    .default(standard)
    .transform((value) => Math.min(value, max))
    .describe(`Number of rows, 1 to ${max}; more is lowered to ${max}.`);

export const cursor = z.string().min(1).max(8192).describe('The next_cursor of the previous page.');
export const nextCursor = z.string().nullable().describe('Cursor of the next page; null on the last page.');
export const count = z.int().min(0);
