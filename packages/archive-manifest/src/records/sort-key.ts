import type { EntityName } from '../entities.js';
import { compareUtf8 } from '../utf8.js';
import type { ArchiveRecord, ArchiveRecords } from './schemas.js';

/** What tells the records of an entity apart, and their order. */
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

/** The fields a record is sorted by. */
export const sortKeyFields = (entity: EntityName): readonly string[] => KEYS[entity] as readonly string[];

export function sortKey<Entity extends EntityName>(entity: Entity, record: ArchiveRecord<Entity>): SortKey {
  const values = record as Readonly<Record<string, string | number>>;
  const key: (string | number)[] = [];
  for (const field of KEYS[entity]) key.push(values[field] as string | number);
  return key;
}

/**
 * The canonical JSON of the sort key of a record, read off its line. A quote within a text is escaped, so that nothing
 * but a field looks as one; those of the key come before what lies deeper.
 */
export function keyOfLine(entity: EntityName, line: string): string {
  const values = KEYS[entity].map((field) => {
    const start = line.indexOf(`"${field}":`) + field.length + 3;
    return line.slice(start, endOfValue(line, start));
  });
  return `[${values.join()}]`;
}

/** Of a text or a number, which is not the last of its record. */
function endOfValue(line: string, start: number): number {
  if (line[start] !== '"') return line.indexOf(',', start);
  let at = start + 1;
  while (line[at] !== '"') at += line[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Texts by their bytes in UTF-8, integers by value. Keys are of one entity. */
export function compareKeys(a: SortKey, b: SortKey): number {
  for (let n = 0; n < a.length; n += 1) {
    const part = a[n] as string | number;
    const other = b[n] as string | number;
    const order = typeof part === 'number' ? part - (other as number) : compareUtf8(part, other as string);
    if (order !== 0) return order;
  }
  return 0;
}
