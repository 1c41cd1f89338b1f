/** Entities with records in an archive: the names of its counts, in the order of their records. */
export const ENTITIES = [
  'collections',
  'notebooks',
  'search_notebooks',
  'tags',
  'documents',
  'revisions',
  'document_tags',
  'resources',
  'document_resources',
  'links',
  'provenance',
  'source_bundles',
] as const;
/** Name of an entity, one of {@link ENTITIES}. */
export type EntityName = (typeof ENTITIES)[number];

/** Number of an entity in a chunk: 1 to 12. */
export const getEntityOrdinal = (entity: EntityName) => ENTITIES.indexOf(entity) + 1;

/** Makes an object with a value for each entity. */
export const mapEntities = <Value>(make: (entity: EntityName) => Value) =>
  Object.fromEntries(ENTITIES.map((entity) => [entity, make(entity)])) as Record<EntityName, Value>;
