import type { ArchiveRecords, EntityName } from '@notes/archive-manifest';
import { type IdKind, importFormats, isId, operations, origins } from '@notes/contract';
import { nameKey, parseQuery } from '@notes/query-language';
import { UNATTACHED } from '@notes/storage';
import { cleanFilename } from '../../../notes/resources/filename.js';
import { cleanMimeType } from '../../../notes/resources/mime-type.js';
import { MAX_LEVELS } from '../../../organise/notebooks/write.js';
import { COLLECTION } from '../../../organise/selection/gather.js';
import { builtinNotebooks, builtinSearches } from '../../../platform/builtins.js';
import { sha256 } from '../../../platform/sha256.js';

/** Predicates for the fields of an entity. Each returns true for a value that a library can contain. */
type Rules<Entity extends EntityName> = {
  readonly [Field in keyof ArchiveRecords[Entity]]?: (
    value: ArchiveRecords[Entity][Field],
    record: ArchiveRecords[Entity],
  ) => boolean;
};

interface Schema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

const notebook = operations.createNotebook.input.shape;
const document = operations.createDocument.input.shape;
const search = operations.createSearchNotebook.input.shape;
/** Existing tags may have names that new ones may not. */
const { tag } = operations.removeDocumentTag.input.shape;

/** Accepts values that the input schema leaves unchanged. */
const conformsTo = (schema: Schema) => (value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success && parsed.data === value;
};
const hasIdKind = (kind: IdKind) => (id: string) => isId(kind, id);
const isStorable = (text: string) => !text.includes('\0');
const isFormat = (kind: string) => (importFormats as readonly string[]).includes(kind);
/** Imports accept any time that RFC 3339 can express as the time of a note. Times compare as text. */
const isNoteTime = (at: string) => at >= '0001';
/** Times of actions in a library, which has existed since 1970 at the earliest. */
const isLibraryTime = (at: string | null) => at === null || at >= '1970';
const isNull = (value: unknown) => value === null;
const isEmpty = (list: readonly unknown[]) => list.length === 0;
const isCollection = (id: string) => id === COLLECTION;
const isDistinct = (list: readonly unknown[]) => new Set(list).size === list.length;
const isNameFree = (builtins: readonly { readonly id: string; readonly name: string }[], id: string, name: string) =>
  builtins.every((builtin) => builtin.id === id || nameKey(builtin.name) !== nameKey(name));
const isBuiltin = (builtins: readonly { readonly id: string }[], id: string) =>
  builtins.some((builtin) => builtin.id === id);

/**
 * Rules of a library beyond the archive format. The API refuses values that break them, so no archive may contain such
 * values.
 */
const RULES: { readonly [Entity in EntityName]: Rules<Entity> } = {
  collections: { id: isCollection, created_at: isLibraryTime },
  notebooks: {
    id: hasIdKind('notebook'),
    collection_id: isCollection,
    depth: (depth) => depth < MAX_LEVELS,
    name: (name, { id, depth }) =>
      conformsTo(notebook.name)(name) && (depth > 0 || isNameFree(builtinNotebooks, id, name)),
    icon_emoji: conformsTo(notebook.icon_emoji),
    builtin: (builtin, { id }) => builtin === isBuiltin(builtinNotebooks, id),
    read_only: (readOnly, { id }) => readOnly === builtinNotebooks.some((each) => each.id === id && each.readOnly),
    created_at: isLibraryTime,
    updated_at: isLibraryTime,
  },
  search_notebooks: {
    id: hasIdKind('search_notebook'),
    name: (name, { id }) => conformsTo(search.name)(name) && isNameFree(builtinSearches, id, name),
    query: (query) => conformsTo(search.query)(query) && parseQuery(query).ok,
    icon_emoji: conformsTo(search.icon_emoji),
    builtin: (builtin, { id }) => builtin === isBuiltin(builtinSearches, id),
    created_at: isLibraryTime,
  },
  tags: { id: hasIdKind('tag'), name: conformsTo(tag), created_at: isLibraryTime },
  documents: {
    id: hasIdKind('document'),
    collection_id: isCollection,
    title: conformsTo(document.title),
    file_name: (name) => name === null || isStorable(name),
    former_titles: (titles) => isDistinct(titles) && titles.every(isStorable),
    deleted_at: isLibraryTime,
    created_at: isNoteTime,
    updated_at: isNoteTime,
  },
  revisions: {
    id: hasIdKind('revision'),
    // The library schema has no column for either.
    parent_ids: isEmpty,
    author_replica_id: isNull,
    title: conformsTo(document.title),
    body: (body, record) => body === null || (conformsTo(document.body)(body) && matchesRevision(body, record)),
    origin: (origin) => (origins as readonly string[]).includes(origin),
    created_at: isLibraryTime,
  },
  document_tags: {},
  resources: {
    id: hasIdKind('resource'),
    filename: (name) => cleanFilename(name) === name,
    mime_type: (type) => cleanMimeType(type) === type,
    created_at: isLibraryTime,
    unattached_at: isLibraryTime,
    unattached_by: (by, { unattached_at }) =>
      (by === null) === (unattached_at === null) && (by === null || (UNATTACHED as readonly string[]).includes(by)),
    sources: (sources) =>
      sources.every(
        ({ source_kind, source_id, imported_at }) =>
          isFormat(source_kind) && isStorable(source_id) && isLibraryTime(imported_at),
      ),
  },
  document_resources: {},
  links: { target: isStorable },
  provenance: { source_kind: isFormat, source_id: isStorable, imported_at: isLibraryTime },
  source_bundles: { id: hasIdKind('source_bundle'), created_at: isLibraryTime },
};

/** Returns true when a text has the size and digest recorded in its revision. */
export const matchesRevision = (body: string, { body_sha256, body_bytes }: ArchiveRecords['revisions']) =>
  Buffer.byteLength(body) === body_bytes && sha256(body) === body_sha256;

/** Returns the first field of a record that breaks a rule; null when all are valid. */
export function findInvalidField<Entity extends EntityName>(
  entity: Entity,
  record: ArchiveRecords[Entity],
): string | null {
  const rules: Rules<Entity> = RULES[entity];
  for (const field of Object.keys(rules) as (keyof ArchiveRecords[Entity] & string)[])
    if (rules[field]?.(record[field], record) === false) return field;
  return null;
}
