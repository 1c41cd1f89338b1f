import { readText } from '../files/read-text.js';
import {
  addToFrontMatter,
  type FrontMatterValues,
  formatFrontMatter,
  toOriginFields,
} from '../front-matter/format-front-matter.js';
import { type PageText, pageText, withHtml } from '../html/page.js';
import type { FileItem, SourceNote } from '../item.js';
import { parseMoment } from '../moment.js';
import type { NoteRules } from '../note-rules.js';
import { createRejection, type Rejection } from '../rejection.js';
import { readTags } from '../tags.js';
import { type ItemText, readItem } from './item-text.js';

type Four = [string, string, string, string];

/** Value of `markup_language` for a body in HTML. */
const HTML = '2';

/** Reads a note of an export. */
export async function readNote(
  file: FileItem,
  tagNames: readonly string[],
  rules: NoteRules,
): Promise<SourceNote | Rejection> {
  const read = await readText(file, rules.maxTextBytes);
  if ('reason' in read) return read;
  const item = readItem(read.text);
  if (item === undefined) return createRejection('malformed');
  const page = getPageText(item, file, rules);
  if ('reason' in page) return page;
  const { tags, warnings } = readTags(tagNames, rules);
  const title = item.title || 'Untitled';
  const { properties } = item;
  const source = properties.get('source_url') ?? '';
  const said: FrontMatterValues = source === '' ? {} : { source };
  const value = (name: string) => properties.get(name) ?? '';
  const [author, latitude, longitude, altitude] = ['author', 'latitude', 'longitude', 'altitude'].map(value) as Four;
  const fields = { ...said, ...toOriginFields({ author, latitude, longitude, altitude }) };
  return {
    ...page,
    ...addFields(page.text, { said, fields, todo: formatTodoLine(item, title) }),
    title,
    fileName: title,
    tags,
    created: readTime(properties, 'created_time'),
    updated: readTime(properties, 'updated_time'),
    modifiedAt: read.modifiedAt,
    warnings: [...read.warnings, ...warnings],
  };
}

interface AddedText {
  /** Fields of earlier versions, and all fields. */
  readonly said: FrontMatterValues;
  readonly fields: FrontMatterValues;
  /** Task line of a to-do, or an empty text. */
  readonly todo: string;
}

/** Adds fields to the front matter of a text, or in front matter before it, and a task line behind the front matter. */
function addFields(text: string, { said, fields, todo }: AddedText): Pick<SourceNote, 'text' | 'formerFrontMatter'> {
  const [front, former] = [fields, said].map(formatFrontMatter) as [string, string];
  if (front + todo === '') return { text };
  const own = addToFrontMatter(text, fields);
  const [now, rest] = own === undefined ? [front + todo, text] : [own.front + todo, own.rest];
  const before = former + todo + text.slice(0, text.length - rest.length);
  return { text: now + rest, ...(now !== before && { formerFrontMatter: { now, before } }) };
}

const getPageText = (
  { body, properties }: ItemText,
  file: FileItem,
  { maxTextBytes }: NoteRules,
): PageText | Rejection =>
  properties.get('markup_language') === HTML
    ? withHtml(body, { selfClosing: false }, (root) =>
        pageText(root, file, { divsAreLines: false, maxLength: maxTextBytes }),
      )
    : { text: body };

/** Returns a time set by the user, else the one recorded by Joplin. */
const readTime = (properties: ItemText['properties'], name: string) =>
  parseMoment(properties.get(`user_${name}`)) ?? parseMoment(properties.get(name));

/** Returns a task line for a to-do; empty for a note. */
function formatTodoLine({ properties }: ItemText, title: string): string {
  if (properties.get('is_todo') !== '1') return '';
  const due = parseMoment(properties.get('todo_due'));
  const isDone = Number(properties.get('todo_completed') || 0) > 0;
  const day = due === undefined ? '' : ` 📅 ${new Date(due).toISOString().slice(0, 10)}`;
  return `- [${isDone ? 'x' : ' '}] ${title}${day}\n\n`;
}
