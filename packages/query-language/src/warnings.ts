import { FIELD_NAMES, FIELDS } from './fields.js';
import { type Lexeme, lex } from './lex.js';
import { parseQuery } from './parse.js';

/** Part of a query that is searched as plain words and was probably meant otherwise. */
export interface QueryWarning {
  /**
   * One or two sentences that quote at most 60 UTF-16 units of the part, and suggest a form that works or list the
   * fields.
   */
  readonly message: string;
  /** UTF-16 offset of the first character of the part. */
  readonly start: number;
  /** UTF-16 offset after its last character. */
  readonly end: number;
}

/** Parts that every warning is about: an operator of other programs, a field, a number sign. */
const MAY_WARN = /NOT|AND|[:#]/;
/** Maximum number of warnings of one query. */
const MAX_WARNINGS = 10;
/** Maximum number of characters of the query quoted in a warning. */
const MAX_QUOTED = 60;
/** Name, colon and the text directly after it. A URL, `a::b` and a drive letter are plain words. */
const FIELD_LIKE = /^([A-Za-z][A-Za-z_-]+):(?!\/\/|:)(.*)$/s;

/** Fields of other programs, with the equivalent form of this language. */
const OTHER_NAMES: ReadonlyMap<string, (value: string) => string> = new Map([
  ...renameField('notebook', ['path', 'folder', 'in', 'dir', 'directory', 'notebooks', 'categories'], trimSlashes),
  ...renameField('tag', ['tags', 'label', 'labels', 'keyword', 'keywords'], (value) => value.replace(/^#+/, '')),
  ...renameField('filename', ['file', 'attachment', 'attachments']),
  ...renameField('title', ['name', 'intitle', 'heading']),
  ...renameField('body', ['text', 'content']),
  ...renameField('updated', ['date', 'modified', 'changed', 'edited', 'updated_at']),
  ...renameField('created', ['created_at', 'made']),
  ...renameField('links-to', ['link', 'links', 'linksto']),
  ...renameField('linked-from', ['backlink', 'backlinks', 'linkedfrom']),
  ...renameField('updated', ['after', 'since'], (value) => `>=${value}`),
  ...renameField('updated', ['before', 'until'], (value) => `<${value}`),
]);

/**
 * Finds the parts of a query that the search language reads as plain words although they look like an operator, a field
 * or a tag (SPEC.md, section 8).
 *
 * @param text Any string
 * @returns At most 10 warnings, in order; none for a query that `parseQuery` refuses. Never throws
 * @example findQueryWarnings('tea NOT green')[0].message // '“NOT” is searched as a word. To leave out notes, …'
 */
export function findQueryWarnings(text: string): QueryWarning[] {
  if (!MAY_WARN.test(text) || !parseQuery(text).ok) return [];
  const lexemes = lex(text);
  const warnings: QueryWarning[] = [];
  lexemes.forEach((lexeme, at) => {
    const message = lexeme.kind === 'leaf' ? findMistake(text, lexemes, at) : null;
    if (message !== null) warnings.push({ message, start: lexeme.start, end: lexeme.end });
  });
  return warnings.slice(0, MAX_WARNINGS);
}

function findMistake(text: string, lexemes: readonly Lexeme[], at: number): string | null {
  const { start, end } = lexemes[at] as Lexeme;
  const word = text.slice(start, end);
  const [before, after] = [lexemes[at - 1], lexemes[at + 1]];
  if (word === 'NOT' && after !== undefined && before?.kind !== 'not') return describeNot(text, lexemes, at + 1);
  const joins = before !== undefined && after !== undefined && after.kind !== 'or' && after.kind !== 'close';
  if (word === 'AND' && joins)
    return '“AND” is searched as a word. Terms next to each other must all match: leave AND out.';
  const tag = findHashtag(word);
  if (tag !== undefined) return `${quote(word)} is searched as text. To find the tag, write ${quote(tag)}.`;
  const field = findUnknownField(text, lexemes, at);
  return field === undefined ? null : describeField(field);
}

/** Returns the term that searches a word with a number sign as a tag; undefined when no tag can have that name. */
function findHashtag(word: string): string | undefined {
  const [, tag] = /^#+([\p{L}\p{N}_].*)$/su.exec(word) ?? [];
  const form = `tag:${tag}`;
  return tag !== undefined && isQuery(form) ? form : undefined;
}

/** Term whose field the search language does not have. */
interface UnknownField {
  readonly name: string;
  /** Equivalent term of this language; undefined when no field is equivalent, or the field rejects the value. */
  readonly form: string | undefined;
}

function findUnknownField(text: string, lexemes: readonly Lexeme[], at: number): UnknownField | undefined {
  const { start, end } = lexemes[at] as Lexeme;
  const after = lexemes[at + 1];
  const [, name, value] = FIELD_LIKE.exec(text.slice(start, end)) ?? [];
  if (name === undefined || value === undefined || FIELDS.has(name.toLowerCase())) return undefined;
  const isPhraseNext = value === '' && text[end] === '"' && after?.start === end;
  if (value === '' && !isPhraseNext) return undefined;
  const meant = isPhraseNext ? text.slice(after.start, after.end) : value;
  const form = OTHER_NAMES.get(name.toLowerCase())?.(meant);
  return { name, form: form !== undefined && isQuery(form) ? form : undefined };
}

function describeNot(text: string, lexemes: readonly Lexeme[], at: number): string | null {
  const { kind } = lexemes[at] as Lexeme;
  if (kind === 'or' || kind === 'close') return null;
  const form = kind === 'open' ? '-(…)' : kind === 'leaf' ? negate(text, lexemes, at) : '-word';
  if (kind === 'leaf' && form !== undefined && !isQuery(form)) return null;
  const advice = form === undefined ? 'write “-” before the term' : `write ${quote(form)}`;
  return `“NOT” is searched as a word. To leave out notes, ${advice}.`;
}

/** Returns the negation of a term in a form that works here; undefined for an unknown field without such a form. */
function negate(text: string, lexemes: readonly Lexeme[], at: number): string | undefined {
  const { start, end } = lexemes[at] as Lexeme;
  const term = text.slice(start, end);
  const field = findUnknownField(text, lexemes, at);
  const form = field === undefined ? (findHashtag(term) ?? term) : field.form;
  return form && `-${form}`;
}

function describeField({ name, form }: UnknownField): string {
  const problem = `There is no search field “${clip(name)}:”, so it is searched as a word.`;
  if (form !== undefined) return `${problem} Write ${quote(form)}.`;
  return `${problem} The fields are ${FIELD_NAMES.join(', ')}.`;
}

function renameField(field: string, names: readonly string[], change = (value: string) => value) {
  const write = (value: string) => `${field}:${change(value)}`;
  return names.map((name) => [name, write] as const);
}

function trimSlashes(value: string): string {
  return value.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '');
}

/** Returns true when a form parses. Warnings suggest no other forms; `path:/` has none. */
const isQuery = (form: string) => parseQuery(form).ok;
const clip = (text: string) => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text);
const quote = (text: string) => `“${clip(text)}”`;
