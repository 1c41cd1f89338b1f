import type { EntityName } from '../entities.js';
import { compareUtf8 } from '../utf8.js';
import type { ArchiveRecord, ArchiveRecords } from './schemas.js';

/** Key that identifies and orders the records of an entity. */
export type SortKey = readonly (string | number)[];

const KEYS: { readonly [Entity in EntityName]: readonly (keyof ArchiveRecords[Entity])[] } = {
  collections: ['id'],
  notebooks: ['depth', 'id'],
  search_notebooks: ['id'],
  tags: ['id'],
  documents: ['id'],
  revisions: ['document_id', 'ordinal', 'id'],
  document_tags: ['document_id', 'tag_id'],
  resources: ['id'],
  document_resources: ['document_id', 'resource_id', 'relation_type'],
  links: ['document_id', 'ordinal'],
  provenance: ['document_id', 'source_kind', 'source_id'],
  source_bundles: ['id'],
};

/** Returns the names of the fields that records are sorted by. */
export const sortKeyFields = (entity: EntityName): readonly string[] => KEYS[entity] as readonly string[];

/** Returns the key by which the records of an entity are ordered; {@link compareKeys} compares two keys. */
export function sortKey<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): SortKey {
  const values = record as Readonly<Record<string, string | number>>;
  const key: (string | number)[] = [];
  for (const field of KEYS[entity]) key.push(values[field] as string | number);
  return key;
}

/**
 * Returns the canonical JSON of the sort key of a record, read from its line without parsing. Quotes within texts are
 * escaped, so only a field matches a quoted name; the fields of the key come before nested objects.
 */
export function readSortKey(entity: EntityName, line: string): string {
  const values = KEYS[entity].map((field) => {
    const start = line.indexOf(`"${field}":`) + field.length + 3;
    return line.slice(start, findValueEnd(line, start));
  });
  return `[${values.join()}]`;
}

/** Returns the end of a text or number that is not the last value of its record. */
function findValueEnd(line: string, start: number): number {
  if (line[start] !== '"') return line.indexOf(',', start);
  let at = start + 1;
  while (line[at] !== '"') at += line[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Compares keys of one entity: texts by their bytes in UTF-8, integers by value. */
export function compareKeys(a: SortKey, b: SortKey): number {
  for (let n = 0; n < a.length; n += 1) {
    const part = a[n] as string | number;
    const other = b[n] as string | number;
    const order = typeof part === 'number' ? part - (other as number) : compareUtf8(part, other as string);
    if (order !== 0) return order;
  }
  return 0;
}
