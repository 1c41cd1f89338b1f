import { nameKey } from '@notes/query-language';
import type { DocumentWithBody, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import { attachTags } from '../../notes/documents/create.js';
import { NOTE_RULES } from './note-rules.js';
import type { NotebookPlacer } from './notebook-placer.js';
import type { ParsedNote } from './parse-note.js';

const metadata = z.object({
  tags: z.array(z.string()),
  /** Milliseconds since the Unix epoch, when the source states them. */
  created: z.number().nullable(),
  updated: z.number().nullable(),
  /** Names of the notebooks in the source. */
  folder: z.array(z.string()),
});
const imported = metadata.extend({
  notebook_pk: z.number(),
  /** Name of the source that was read last; missing in records of earlier versions. */
  source: z.string().optional(),
  /** Name of the notebook at the top of that source; missing in records of earlier versions. */
  root: z.string().optional(),
  /** Generation of the source's files when the note's file was first seen; see `findGeneration`. */
  generation: z.int().positive().optional(),
});

/** Metadata of a note in its source. */
export type Metadata = Readonly<z.infer<typeof metadata>>;
/** Metadata at the time of the import, and the notebook into which the import put the note. */
export type ImportedMetadata = Readonly<z.infer<typeof imported>>;

export const toMetadata = ({ tags, created, updated }: ParsedNote, folder: readonly string[]): Metadata => ({
  tags: [...tags],
  created: created ?? null,
  updated: updated ?? null,
  folder: [...folder],
});

/** Parses the stored metadata; null when there are none. */
export function readMetadata(stored: string | null): ImportedMetadata | null {
  return stored === null ? null : (imported.safeParse(JSON.parse(stored)).data ?? null);
}

/** Location of a note in a source. */
export interface SourceLocation {
  readonly sourceName: string;
  /** Name of the notebook at the top of the source. */
  readonly rootName: string;
  /** Names of the notebooks below the top. */
  readonly folder: readonly string[];
}

/**
 * Returns the notebooks of a note in its source. A source that begins above or below the last one, such as one file of
 * an imported folder, shows the same notebooks from another top, which is no move.
 */
export function locateFolder(base: ImportedMetadata | null, location: SourceLocation): readonly string[] {
  const { sourceName, rootName, folder } = location;
  if (base?.root === undefined || base.source === sourceName) return folder;
  const [was, is] = [
    [base.root, ...base.folder],
    [rootName, ...folder],
  ] as const;
  const length = Math.min(was.length, is.length);
  return was.slice(-length).join('/') === is.slice(-length).join('/') ? base.folder : folder;
}

/** Compares metadata, ignoring the order and case of tags. */
export const isSameMetadata = (one: Metadata, other: Metadata): boolean => toComparable(one) === toComparable(other);

const toComparable = ({ tags, created, updated, folder }: Metadata) =>
  JSON.stringify([tags.map(nameKey).sort(), created, updated, folder]);

/**
 * Applies the changes in a source since the last import. Local changes stay.
 *
 * @param base metadata of the last import; null adds the metadata of the source to the local ones
 * @param revisedAt time of the new text; undefined when the text stays
 * @returns the notebook into which the import put the note
 */
export function applyMetadata(
  unit: UnitOfWork,
  places: NotebookPlacer,
  { current, base, now, revisedAt }: MetadataChange,
  at: number,
): number {
  if (applyTags(unit, current, base?.tags ?? null, now.tags, at)) unit.documents.touchTags(current, at);
  const notebookPk = applyNotebook(unit, places, { current, base, now }, at);
  const isTimeOfSource = base !== null && base.updated === current.updatedAt;
  const updatedAt = (isTimeOfSource ? now.updated : null) ?? current.updatedAt;
  unit.documents.setTimes(current, now.created ?? current.createdAt, revisedAt ?? updatedAt);
  return notebookPk;
}

/** Metadata of a note before and after a change in its source. */
export interface MetadataChange {
  readonly current: DocumentWithBody;
  readonly base: ImportedMetadata | null;
  readonly now: Metadata;
  readonly revisedAt: number | undefined;
}

/** Returns true when the tags of the note have changed. */
function applyTags(
  unit: UnitOfWork,
  { pk }: DocumentWithBody,
  before: readonly string[] | null,
  now: readonly string[],
  at: number,
): boolean {
  const [were, are] = [before ?? [], now].map((names) => new Set(names.map(nameKey))) as [Set<string>, Set<string>];
  const added = attachTags(
    unit,
    pk,
    now.filter((name) => !were.has(nameKey(name))),
    at,
  );
  // Beyond the limit of read tags, removed ones are unknown.
  const isGone = (name: string) =>
    now.length < NOTE_RULES.maxTags && were.has(nameKey(name)) && !are.has(nameKey(name));
  const gone = unit.tags.listForDocument(pk).filter(({ name }) => isGone(name));
  for (const tag of gone) unit.tags.detach(pk, tag);
  return added || gone.length > 0;
}

/** Moves the note when its folder in the source changed, unless it was moved locally. */
function applyNotebook(
  unit: UnitOfWork,
  places: NotebookPlacer,
  { current, base, now }: Omit<MetadataChange, 'revisedAt'>,
  at: number,
): number {
  if (base === null) return current.notebookPk;
  if (current.notebookPk !== base.notebook_pk || base.folder.join('/') === now.folder.join('/'))
    return base.notebook_pk;
  const notebookPk = places.findOrCreateNotebook(now.folder);
  if (notebookPk !== current.notebookPk) unit.documents.move(current, notebookPk, at);
  return notebookPk;
}
