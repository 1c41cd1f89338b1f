import { frontMatter } from '@notes/markdown-blocks';
import { getScalarText, OWN_ID, readFrontMatter, splitTagText, trimTagName } from '@notes/note-formats/front-matter';
import { nameKey } from '@notes/query-language';
import type { DocumentWithBody } from '@notes/storage';
import { isScalar, isSeq, stringify, type YAMLMap } from 'yaml';
import { timestamp } from '../../platform/wire.js';
import { adaptTitle } from '../import/names.js';
import { NOTE_RULES } from '../import/note-rules.js';
import { resolveTimes } from '../import/parse-note.js';
import { editYaml, findPair, getIndent, readMapping, type YamlValue } from './edit-yaml.js';

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
  const values = { title: { title }, tags: mergeTags(contents, note.tags), created: { created }, updated: { updated } };
  const fields: Record<string, YamlValue> = aliases.length > 0 ? addAliases(contents, aliases) : {};
  const text = editYaml(written, contents, Object.assign(fields, ...changes.map((field) => values[field]), ownId));
  return text === null ? undefined : body.slice(0, own.contentStart) + text + body.slice(own.contentEnd);
}

/** Returns true when an import finds an id that is added: each key begins a line, and none is an id of the author. */
const canHoldId = (written: string, contents: YAMLMap): boolean =>
  contents.flow !== true &&
  findPair(contents, OWN_ID) === undefined &&
  getIndent(written, contents.items[0]?.key) === '';

/** Returns the values of the keys with tags: those of the note, and what is no tag, in the order in which they stand. */
function mergeTags(contents: YAMLMap, tags: readonly string[]): Record<string, readonly string[]> {
  const missing = new Map(tags.map((tag) => [nameKey(tag), tag]));
  const isKept = (text: string) => {
    const read = NOTE_RULES.readTag(trimTagName(text));
    return !('tag' in read) || missing.delete(nameKey(read.tag));
  };
  const merged = new Map<string, string[]>();
  for (const key of ['tags', 'tag']) {
    const texts = listTexts(contents, key, splitTagText);
    if (texts !== undefined) merged.set(key, texts.filter(isKept));
  }
  const [first = 'tags'] = merged.keys();
  merged.set(first, [...(merged.get(first) ?? []), ...missing.values()]);
  return Object.fromEntries(merged);
}

function addAliases(contents: YAMLMap, aliases: readonly string[]): Record<string, readonly string[]> {
  const keys = ['aliases', 'alias'].map((key) => [key, listTexts(contents, key, (text) => [text])] as const);
  const [key, own = []] = keys.find(([, texts]) => texts !== undefined) ?? ['aliases'];
  const known = new Set(own.map(nameKey));
  return { [key]: [...own, ...aliases.filter((alias) => !known.has(nameKey(alias)))] };
}

/** Returns the texts of a key: the items of a list, or the parts of a single text; undefined without the key. */
function listTexts(contents: YAMLMap, name: string, split: (text: string) => string[]): string[] | undefined {
  const pair = findPair(contents, name);
  if (pair === undefined) return undefined;
  const items = isSeq(pair.value) ? pair.value.items : [pair.value];
  const texts = items.flatMap((item) => (isScalar(item) && item.value !== null ? [getScalarText(item)] : []));
  return (isSeq(pair.value) ? texts : texts.flatMap(split)).map((text) => text.trim()).filter((text) => text !== '');
}
