import { frontMatter } from '@notes/markdown-blocks';
import { OWN_ID, readFrontMatter, readYaml } from '@notes/note-formats/front-matter';
import { nameKey } from '@notes/query-language';
import type { DocumentWithBody } from '@notes/storage';
import { isMap, isScalar, stringify } from 'yaml';
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
  const { note, body } = file;
  if (file.isImported && statesAllFields(file)) return body;
  const fields = makeFields(file);
  const ownId = file.isImported ? {} : { [OWN_ID]: note.id };
  return (
    completeFrontMatter(body, { ...fields, ...ownId }) ?? `---\n${formatYaml({ id: note.id, ...fields })}---\n${body}`
  );
}

/**
 * Returns the text of a note with its own front matter completed, as an import reads it back; undefined when it has
 * none.
 */
export const completeText = (note: DocumentWithBody, aliases: readonly string[]): string | undefined =>
  completeFrontMatter(note.body, makeFields({ note, aliases }));

function completeFrontMatter(body: string, fields: Readonly<Record<string, unknown>>): string | undefined {
  const own = frontMatter(body);
  const text = own && completeYaml(body.slice(own.contentStart, own.contentEnd), fields);
  return own === null || text === null
    ? undefined
    : body.slice(0, own.contentStart) + text + body.slice(own.contentEnd);
}

function statesAllFields({ note, body, stem }: NoteFile): boolean {
  const said = readFrontMatter(body, { rules: NOTE_RULES });
  const times = resolveTimes({ created: said.created, updated: said.updated, modifiedAt: note.updatedAt });
  return (
    adaptTitle(said.title ?? stem).name === note.title &&
    times.createdAt === note.createdAt &&
    times.updatedAt === note.updatedAt &&
    sameTags(said.tags, note.tags)
  );
}

function sameTags(said: readonly string[], tags: readonly string[]): boolean {
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

const formatYaml = (value: unknown): string => stringify(value, { lineWidth: 0 });

/** Keys, in any case, that are replaced by the fields of the note. */
const WRITTEN: ReadonlySet<string> = new Set(['title', 'tags', 'tag', 'created', 'updated', OWN_ID]);

/** Returns front matter with these fields set and all others unchanged; null when it is not a mapping. */
function completeYaml(written: string, fields: Readonly<Record<string, unknown>>): string | null {
  const document = readYaml(written);
  if ('message' in document || !isMap(document.contents)) return null;
  const { contents } = document;
  contents.items = contents.items.filter(({ key }) => !(isScalar(key) && WRITTEN.has(String(key.value).toLowerCase())));
  // Block style puts each key on a line of its own.
  contents.flow = false;
  for (const [name, value] of Object.entries(fields)) document.set(name, value);
  const text = document.toString({ lineWidth: 0 });
  return written.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}
