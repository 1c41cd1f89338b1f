import { basename } from 'node:path';
import { formatFrontMatter } from '../front-matter/format-front-matter.js';
import { findFirst } from '../html/page.js';
import { type Element, getTextLine, hasClass, walkElements } from '../html/tree.js';
import type { SourceNote } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import { readTags } from '../tags.js';
import { toLinkTarget } from './link-target.js';

type Value = string | number | boolean | readonly string[];

/** File in a property. */
export interface PropertyFile {
  readonly name: string;
  /** Target of a link from the page. */
  readonly target: string;
}

/** Properties of a database page. */
export interface Properties {
  /** Front matter with the properties that the library cannot store otherwise. */
  readonly text: string;
  readonly about: Pick<SourceNote, 'tags' | 'created' | 'updated' | 'warnings'>;
  /** Files that the text of the page may not show. */
  readonly files: readonly PropertyFile[];
}

const CREATED = /^(?:date )?created(?: time| at)?$/i;
const UPDATED = /^(?:last (?:edited|updated)(?: time)?|updated(?: at)?)$/i;
const TAGS = /^tags?$/i;

function toProperties(
  values: ReadonlyMap<string, Value>,
  files: readonly PropertyFile[],
  rules: NoteRules,
): Properties {
  const others: (readonly [string, Value])[] = [];
  let tagNames: readonly string[] = [];
  let created: number | undefined;
  let updated: number | undefined;
  for (const [name, value] of values) {
    const at = typeof value === 'string' ? parseNotionTime(value) : undefined;
    if (TAGS.test(name) && typeof value === 'string') tagNames = tagNames.concat(value.split(','));
    else if (TAGS.test(name) && typeof value === 'object') tagNames = tagNames.concat(value);
    else if (CREATED.test(name) && at !== undefined) created = at;
    else if (UPDATED.test(name) && at !== undefined) updated = at;
    else others.push([name, value]);
  }
  const { tags, warnings } = readTags(tagNames, rules);
  return { text: formatFrontMatter(Object.fromEntries(others)), about: { tags, created, updated, warnings }, files };
}

export const NO_PROPERTIES: Properties = {
  text: '',
  about: { tags: [], created: undefined, updated: undefined, warnings: [] },
  files: [],
};

const MOMENT = /^@?([A-Z][a-z]{2,8} \d{1,2}, \d{4})(?: (\d{1,2}:\d{2}(?: [AP]M)?))?$/;

/**
 * Parses a time as Notion writes it. It has no zone and is read as UTC.
 *
 * @returns milliseconds since the Unix epoch; undefined for anything else
 */
function parseNotionTime(text: string): number | undefined {
  const [, day, time = '00:00'] = MOMENT.exec(text.trim()) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day} ${time} UTC`);
  return Number.isNaN(at) ? undefined : at;
}

/** Converts a date without a time to ISO 8601; returns any other text unchanged. */
function toIsoDay(text: string): string {
  const at = text.includes(':') ? undefined : parseNotionTime(text);
  return at === undefined ? text : new Date(at).toISOString().slice(0, 10);
}

const ROW_TYPE = /property-row-(\w+)/;

/** Reads the properties at the top of an HTML page. */
export function readTable(page: Element, rules: NoteRules): Properties {
  const table = findFirst(page, (found) => found.name === 'table' && hasClass(found, 'properties'));
  const values = new Map<string, Value>();
  const files: PropertyFile[] = [];
  for (const row of table === undefined ? [] : walkElements(table)) {
    const type = ROW_TYPE.exec(row.attributes.class ?? '')?.[1];
    const [name, value] = ['th', 'td'].map((cell) => findFirst(row, (found) => found.name === cell));
    if (type === undefined || name === undefined || value === undefined) continue;
    if (type === 'file') files.push(...listLinkedFiles(value));
    const read = readCell(type, value);
    if (read !== '') values.set(getTextLine(name), read);
  }
  return values.size + files.length === 0 ? NO_PROPERTIES : toProperties(values, files, rules);
}

/** Returns true for an address that leads out of the export. */
export const isOnWeb = (address: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

/** Returns the files that a cell links, without those on the web. */
const listLinkedFiles = (cell: Element): PropertyFile[] =>
  [...walkElements(cell)].flatMap(({ name, attributes: { href = '' } }) =>
    name === 'a' && href !== '' && !isOnWeb(href) ? [toPropertyFile(decodePath(href))] : [],
  );

const toPropertyFile = (path: string): PropertyFile => ({ name: basename(path), target: toLinkTarget(path) });

function decodePath(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function readCell(type: string, cell: Element): Value {
  if (type === 'checkbox') return findFirst(cell, (found) => hasClass(found, 'checkbox-on')) !== undefined;
  if (type === 'number' || type === 'auto_increment_id') return parseNumber(getTextLine(cell));
  if (type !== 'multi_select') return toIsoDay(getTextLine(cell));
  return [...walkElements(cell)].filter((found) => hasClass(found, 'selected-value')).map(getTextLine);
}

/** Returns a number, unless it is written as money or a percentage. */
const parseNumber = (text: string): Value => (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : text);

const LINE = /^([^:\n]{1,120}): (.*)$/;

/** Returns true for the path of a file in the export, relative to the page. */
export type HasFile = (path: string) => boolean;

/**
 * Reads the properties at the start of a Markdown page, up to an empty line.
 *
 * @returns the properties and the text after them
 */
export function readLines(text: string, hasFile: HasFile, rules: NoteRules): { properties: Properties; body: string } {
  const end = text.search(/\n[ \t]*(?:\n|$)|$/);
  const values = new Map<string, Value>();
  const files: PropertyFile[] = [];
  for (const line of text.slice(0, end).split('\n')) {
    const [, name, value = ''] = LINE.exec(line) ?? [];
    if (name === undefined) return { properties: NO_PROPERTIES, body: text };
    values.set(name.trim(), toIsoDay(value.trim()));
    files.push(...listNamedFiles(value, hasFile));
  }
  return { properties: toProperties(values, files, rules), body: text.slice(end).replace(/^\s*\n/, '') };
}

/** Returns the files that a value consists of: their paths, separated by commas. */
const listNamedFiles = (value: string, hasFile: HasFile): PropertyFile[] =>
  value.split(', ').flatMap((written) => {
    const path = decodePath(written.trim());
    return path !== '' && hasFile(path) ? [toPropertyFile(path)] : [];
  });
