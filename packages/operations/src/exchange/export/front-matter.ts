import { frontMatter } from '@notes/markdown-blocks';
import {
  editYaml,
  findPair,
  getIndent,
  getScalarText,
  keepItem,
  OWN_ID,
  readFrontMatter,
  readMapping,
  splitTagText,
  trimTagName,
  type YamlItem,
  type YamlValue,
} from '@notes/note-formats/front-matter';
import { nameKey } from '@notes/query-language';
import type { DocumentWithBody } from '@notes/storage';
import { isCollection, isMap, isScalar, isSeq, stringify, type YAMLMap } from 'yaml';
import { timestamp } from '../../platform/wire.js';
import { adaptTitle } from '../import/names.js';
import { NOTE_RULES } from '../import/note-rules.js';
import { resolveTimes } from '../import/parse-note.js';

export interface NoteFile {
  readonly note: DocumentWithBody;
  /** Body as written to the file. */
  readonly body: string;
  /** File name without its extension. */
  readonly stem: string;
  /** True when the note was imported from a file. */
  readonly isImported: boolean;
  /** Aliases of the note. */
  readonly aliases: readonly string[];
}

/**
 * Returns the file content of a note. An imported file that already states the title, tags and times of its note stays
 * unchanged. Any other note gets front matter with its id, or its own front matter is completed. Without a known file,
 * its own front matter also gets the id under another key, which an import removes again.
 */
export function addFrontMatter(file: NoteFile): string {
  const { note, body, isImported } = file;
  const changes = findChanges(file, isImported ? file.stem : undefined);
  if (isImported && changes.length === 0) return body;
  const completed = completeFrontMatter(file, changes, isImported ? {} : { [OWN_ID]: note.id });
  return completed ?? `---\n${stringify({ id: note.id, ...makeFields(file) }, { lineWidth: 0 })}---\n${body}`;
}

/**
 * Returns the text of a note with its own front matter completed, as an import reads it back; undefined when it has
 * none.
 */
export const completeText = (note: DocumentWithBody, aliases: readonly string[]): string | undefined =>
  completeFrontMatter({ note, body: note.body, aliases }, findChanges({ note, body: note.body }));

/** Fields of a note that its front matter can state. */
type Field = 'title' | 'tags' | 'created' | 'updated';

/**
 * Returns the fields that an import would read otherwise than they are. In an imported file, a time that cannot be read
 * stays as its author wrote it: that of the note is the time of the file.
 *
 * @param stem name of the imported file, which states the title where the front matter does not. Its front matter gets
 *   times only with another change: the file has a time of its own, which a copy may lose
 */
function findChanges({ note, body }: Pick<NoteFile, 'note' | 'body'>, stem?: string): Field[] {
  const said = readFrontMatter(body, { rules: NOTE_RULES });
  const title = said.title ?? stem;
  const isKept = (name: string) => stem !== undefined && said.unreadable?.includes(name) === true;
  const isStated = {
    title: title !== undefined && adaptTitle(title).name === note.title,
    tags: isSameTags(said.tags, note.tags),
    created: said.created === note.createdAt || isKept('created'),
    updated: said.updated === note.updatedAt || isKept('updated'),
  };
  const times = resolveTimes({ created: said.created, updated: said.updated, modifiedAt: note.updatedAt });
  const isSameFile = times.createdAt === note.createdAt && times.updatedAt === note.updatedAt;
  if (stem !== undefined && isStated.title && isStated.tags && isSameFile) return [];
  return (Object.keys(isStated) as Field[]).filter((field) => !isStated[field]);
}

function isSameTags(said: readonly string[], tags: readonly string[]): boolean {
  const keys = new Set(said.map(nameKey));
  return keys.size === tags.length && tags.every((tag) => keys.has(nameKey(tag)));
}

const makeFields = ({ note, aliases }: Pick<NoteFile, 'note' | 'aliases'>) => ({
  title: note.title,
  ...(aliases.length > 0 && { aliases }),
  ...(note.tags.length > 0 && { tags: note.tags }),
  created: timestamp(note.createdAt),
  updated: timestamp(note.updatedAt),
});

/** Sets fields and aliases in the note's own front matter; undefined when it has none in which they can be set. */
function completeFrontMatter(
  { note, body, aliases }: Pick<NoteFile, 'note' | 'body' | 'aliases'>,
  changes: readonly Field[],
  ownId: Readonly<Record<string, string>> = {},
): string | undefined {
  const own = frontMatter(body);
  if (own === null) return undefined;
  const written = body.slice(own.contentStart, own.contentEnd);
  const contents = readMapping(written);
  if (contents === null || (OWN_ID in ownId && !canHoldId(written, contents))) return undefined;
  const { title, created, updated } = makeFields({ note, aliases });
  const tags = changes.includes('tags') ? mergeTags({ written, contents }, note.tags) : {};
  if (tags === null) return undefined;
  const values = { title: { title }, tags, created: { created }, updated: { updated } };
  const fields: Record<string, YamlValue> = aliases.length > 0 ? addAliases({ written, contents }, aliases) : {};
  const text = editYaml(written, contents, Object.assign(fields, ...changes.map((field) => values[field]), ownId));
  return text === null ? undefined : body.slice(0, own.contentStart) + text + body.slice(own.contentEnd);
}

/** Returns true when an import finds an id that is added: each key begins a line, and none is an id of the author. */
const canHoldId = (written: string, contents: YAMLMap): boolean =>
  contents.flow !== true &&
  findPair(contents, OWN_ID) === undefined &&
  getIndent(written, contents.items[0]?.key) === '';

/** Front matter and its mapping. */
interface OwnMatter {
  readonly written: string;
  readonly contents: YAMLMap;
}

/** Items by key, in the order in which they are read. */
type Lists = Map<string, readonly YamlItem[]>;

/**
 * Returns the keys with tags: those of the note, and what is no tag, in the order in which they stand. A mapping stays as
 * it is, and the tags are under the other key.
 *
 * @returns null when neither key can have the tags
 */
function mergeTags(own: OwnMatter, tags: readonly string[]): Record<string, readonly YamlItem[]> | null {
  const missing = new Map(tags.map((tag) => [nameKey(tag), tag]));
  const isKept = (item: YamlItem) => {
    if (typeof item !== 'string') return true;
    const read = NOTE_RULES.readTag(trimTagName(item));
    return !('tag' in read) || missing.delete(nameKey(read.tag));
  };
  const lists = readLists(own, ['tags', 'tag'], splitTagText);
  if (lists === null) return null;
  const merged = new Map([...lists].map(([key, items]) => [key, items.filter(isKept)]));
  const [first] = merged.keys();
  if (first !== undefined) merged.set(first, [...(merged.get(first) ?? []), ...missing.values()]);
  return Object.fromEntries(merged);
}

function addAliases(own: OwnMatter, aliases: readonly string[]): Record<string, readonly YamlItem[]> {
  const [list] = readLists(own, ['aliases', 'alias'], (text) => [text]) ?? [];
  if (list === undefined) return {};
  const [key, items] = list;
  const known = new Set(items.map((item) => (typeof item === 'string' ? nameKey(item) : '')));
  return { [key]: [...items, ...aliases.filter((alias) => !known.has(nameKey(alias)))] };
}

/**
 * Returns the lists under the keys of the front matter, except mappings; without any, an empty one under a key that it
 * lacks.
 *
 * @returns null when an item takes several lines, or every key is a mapping
 */
function readLists({ written, contents }: OwnMatter, keys: readonly string[], split: Split): Lists | null {
  const lists: Lists = new Map();
  for (const key of keys) {
    const pair = findPair(contents, key);
    if (pair === undefined || isMap(pair.value)) continue;
    const items = listItems(written, pair.value, split);
    if (items === null) return null;
    lists.set(key, items);
  }
  const missing = keys.find((key) => findPair(contents, key) === undefined);
  if (lists.size > 0) return lists;
  return missing === undefined ? null : lists.set(missing, []);
}

/** Splits a single text into items. */
type Split = (text: string) => string[];

/** Returns the items of a list, or the parts of a single text; null when an item takes several lines. */
function listItems(written: string, value: unknown, split: Split): YamlItem[] | null {
  if (!isSeq(value)) return trimTexts(readText(value).flatMap(split));
  const items = value.items.flatMap((item): (YamlItem | null)[] =>
    isCollection(item) ? [keepItem(written, item)] : trimTexts(readText(item)),
  );
  return items.every((item) => item !== null) ? items : null;
}

const readText = (node: unknown): string[] => (isScalar(node) && node.value !== null ? [getScalarText(node)] : []);

const trimTexts = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '');
