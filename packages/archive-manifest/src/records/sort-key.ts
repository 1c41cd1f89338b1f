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
