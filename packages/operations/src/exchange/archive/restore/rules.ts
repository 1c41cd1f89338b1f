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
const { tag } = operations.addDocumentTag.input.shape;

/** Accepts values that the input schema leaves unchanged. */
const admitted = (schema: Schema) => (value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success && parsed.data === value;
};
const ofKind = (kind: IdKind) => (id: string) => isId(kind, id);
const storable = (text: string) => !text.includes('\0');
const isFormat = (kind: string) => (importFormats as readonly string[]).includes(kind);
/** Imports accept any time that RFC 3339 can express as the time of a note. Times compare as text. */
const isDated = (at: string) => at >= '0001';
/** Times of actions in a library, which has existed since 1970 at the earliest. */
const isClocked = (at: string | null) => at === null || at >= '1970';
const isNull = (value: unknown) => value === null;
const isEmpty = (list: readonly unknown[]) => list.length === 0;
const isCollection = (id: string) => id === COLLECTION;
const isDistinct = (list: readonly unknown[]) => new Set(list).size === list.length;
const named = (builtins: readonly { readonly id: string; readonly name: string }[], id: string, name: string) =>
  builtins.every((builtin) => builtin.id === id || nameKey(builtin.name) !== nameKey(name));
const isOf = (builtins: readonly { readonly id: string }[], id: string) =>
  builtins.some((builtin) => builtin.id === id);

/**
 * Rules of a library beyond the archive format. The API refuses values that break them, so no archive may contain such
 * values.
 */
const RULES: { readonly [Entity in EntityName]: Rules<Entity> } = {
  collections: { id: isCollection, created_at: isClocked },
  notebooks: {
    id: ofKind('notebook'),
    collection_id: isCollection,
    depth: (depth) => depth < MAX_LEVELS,
    name: (name, { id, depth }) => admitted(notebook.name)(name) && (depth > 0 || named(builtinNotebooks, id, name)),
    icon_emoji: admitted(notebook.icon_emoji),
    builtin: (builtin, { id }) => builtin === isOf(builtinNotebooks, id),
    read_only: (readOnly, { id }) => readOnly === builtinNotebooks.some((each) => each.id === id && each.readOnly),
    created_at: isClocked,
    updated_at: isClocked,
  },
  search_notebooks: {
    id: ofKind('search_notebook'),
    name: (name, { id }) => admitted(search.name)(name) && named(builtinSearches, id, name),
    query: (query) => admitted(search.query)(query) && parseQuery(query).ok,
    icon_emoji: admitted(search.icon_emoji),
    builtin: (builtin, { id }) => builtin === isOf(builtinSearches, id),
    created_at: isClocked,
  },
  tags: { id: ofKind('tag'), name: admitted(tag), created_at: isClocked },
  documents: {
    id: ofKind('document'),
    collection_id: isCollection,
    title: admitted(document.title),
    file_name: (name) => name === null || storable(name),
    former_titles: (titles) => isDistinct(titles) && titles.every(storable),
    deleted_at: isClocked,
    created_at: isDated,
    updated_at: isDated,
  },
  revisions: {
    id: ofKind('revision'),
    // The library schema has no column for either.
    parent_ids: isEmpty,
    author_replica_id: isNull,
    title: admitted(document.title),
    body: (body, record) => body === null || (admitted(document.body)(body) && isBodyOf(body, record)),
    origin: (origin) => (origins as readonly string[]).includes(origin),
    created_at: isClocked,
  },
  document_tags: {},
  resources: {
    id: ofKind('resource'),
    filename: (name) => cleanFilename(name) === name,
    mime_type: (type) => cleanMimeType(type) === type,
    created_at: isClocked,
    unattached_at: isClocked,
    unattached_by: (by, { unattached_at }) =>
      (by === null) === (unattached_at === null) && (by === null || (UNATTACHED as readonly string[]).includes(by)),
    sources: (sources) =>
      sources.every(
        ({ source_kind, source_id, imported_at }) =>
          isFormat(source_kind) && storable(source_id) && isClocked(imported_at),
      ),
  },
  document_resources: {},
  links: { target: storable },
  provenance: { source_kind: isFormat, source_id: storable, imported_at: isClocked },
  source_bundles: { id: ofKind('source_bundle'), created_at: isClocked },
};

/** Returns true when a text has the size and digest recorded in its revision. */
export const isBodyOf = (body: string, { body_sha256, body_bytes }: ArchiveRecords['revisions']) =>
  Buffer.byteLength(body) === body_bytes && sha256(body) === body_sha256;

/** Returns the first field of a record that breaks a rule; null when all are valid. */
export function flawOf<Entity extends EntityName>(entity: Entity, record: ArchiveRecords[Entity]): string | null {
  const rules: Rules<Entity> = RULES[entity];
  for (const field of Object.keys(rules) as (keyof ArchiveRecords[Entity] & string)[])
    if (rules[field]?.(record[field], record) === false) return field;
  return null;
}
