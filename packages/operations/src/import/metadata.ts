import { nameKey } from '@notes/query-language';
import type { DocumentWithBody, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import { attachTags } from '../documents/create.js';
import type { ParsedNote } from './parse-note.js';
import type { Places } from './place.js';
import { MAX_TAGS } from './tags.js';

const metadata = z.object({
  tags: z.array(z.string()),
  /** Milliseconds since 1970, where the source says them. */
  created: z.number().nullable(),
  updated: z.number().nullable(),
  /** The names of its notebooks there. */
  folder: z.array(z.string()),
});
const imported = metadata.extend({ notebook_pk: z.number() });

/** What a source says of a note beside its text. */
export type Metadata = Readonly<z.infer<typeof metadata>>;
/** The same as it was when it was imported, and the notebook that the import put the note in. */
export type ImportedMetadata = Readonly<z.infer<typeof imported>>;

export const metadataOf = ({ tags, created, updated }: ParsedNote, folder: readonly string[]): Metadata => ({
  tags: [...tags],
  created: created ?? null,
  updated: updated ?? null,
  folder: [...folder],
});

/** What the library remembers; null where it does not. */
export function readMetadata(stored: string | null): ImportedMetadata | null {
  return stored === null ? null : (imported.safeParse(JSON.parse(stored)).data ?? null);
}

/** Whatever the order and case of tags. */
export const isSameMetadata = (one: Metadata, other: Metadata): boolean => comparable(one) === comparable(other);

const comparable = ({ tags, created, updated, folder }: Metadata) =>
  JSON.stringify([tags.map(nameKey).sort(), created, updated, folder]);

/**
 * Takes over what changed in a source since it was imported, and nothing else: what somebody has changed here since stays.
 * Answers the notebook that the import has put the note in.
 *
 * @param base null: what the source says is added to what is here
 * @param revisedAt when the text was written, where that is taken over too
 */
export function takeMetadata(
  unit: UnitOfWork,
  places: Places,
  { current, base, now, revisedAt }: MetadataChange,
  at: number,
): number {
  if (takeTags(unit, current, base?.tags ?? null, now.tags, at)) unit.documents.touchTags(current, at);
  const notebookPk = takeNotebook(unit, places, { current, base, now }, at);
  const isTimeOfSource = base !== null && base.updated === current.updatedAt;
  const updatedAt = (isTimeOfSource ? now.updated : null) ?? current.updatedAt;
  unit.documents.setTimes(current, now.created ?? current.createdAt, revisedAt ?? updatedAt);
  return notebookPk;
}

export interface MetadataChange {
  readonly current: DocumentWithBody;
  readonly base: ImportedMetadata | null;
  readonly now: Metadata;
  readonly revisedAt: number | undefined;
}

/** Answers whether the note has other tags now. */
function takeTags(
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
  // Of more than an import reads nobody knows which are gone.
  const isGone = (name: string) => now.length < MAX_TAGS && were.has(nameKey(name)) && !are.has(nameKey(name));
  const gone = unit.tags.ofDocument(pk).filter(({ name }) => isGone(name));
  for (const tag of gone) unit.tags.detach(pk, tag);
  return added || gone.length > 0;
}

/** A note that was moved here stays where it is. */
function takeNotebook(
  unit: UnitOfWork,
  places: Places,
  { current, base, now }: Omit<MetadataChange, 'revisedAt'>,
  at: number,
): number {
  if (base === null) return current.notebookPk;
  if (current.notebookPk !== base.notebook_pk || base.folder.join('/') === now.folder.join('/'))
    return base.notebook_pk;
  const notebookPk = places.notebookOf(now.folder);
  if (notebookPk !== current.notebookPk) unit.documents.move(current, notebookPk, at);
  return notebookPk;
}
