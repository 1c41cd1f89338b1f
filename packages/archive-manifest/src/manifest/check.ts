import { LIMITS } from '../limits.js';
import { makeProblem, type Problem } from '../problems.js';
import { checkLocation } from './location.js';
import type { Compatibility, Manifest } from './schema.js';

/** Capabilities that this package supports and an archive may require. */
export const CAPABILITIES = ['body.blob', 'codec.deflate', 'layout.fanout', 'layout.pack', 'records.jsonl.v1'] as const;

/** Checks rules between the fields of a manifest whose schema is valid. */
export function checkManifest(manifest: Manifest): Problem[] {
  return [
    ...checkRange(manifest.compatibility),
    ...checkCollections(manifest),
    ...checkIndex(manifest),
    ...checkTotals(manifest),
  ];
}

function checkRange(versions: Compatibility): Problem[] {
  const { source_schema_version: source, minimum_schema_version: least, maximum_schema_version: most } = versions;
  if (least <= source && source <= most) return [];
  return [
    makeProblem('archive_schema_range', 'The schema of the source is outside the minimum and maximum versions', {
      path: ['compatibility', 'source_schema_version'],
    }),
  ];
}

function checkCollections({ snapshot: { collection_ids: ids } }: Manifest): Problem[] {
  if (new Set(ids).size === ids.length) return [];
  return [
    makeProblem('archive_schema_invalid', 'A collection is listed twice', { path: ['snapshot', 'collection_ids'] }),
  ];
}

function checkIndex({ index, totals }: Manifest): Problem[] {
  const problems = index.flatMap((object, n) => checkLocation(object, ['index', n, 'location']));
  const entries = index.reduce((sum, object) => sum + object.entries, 0);
  if (entries !== totals.objects)
    problems.push(
      makeProblem('archive_totals_mismatch', 'The number of objects differs from the sum of the entries', {
        path: ['totals', 'objects'],
      }),
    );
  if (new Set(index.map(({ sha256 }) => sha256)).size < index.length)
    problems.push(makeProblem('archive_index_order', 'An index object is listed twice', { path: ['index'] }));
  return problems;
}

/** Checks bounds between totals, independent of the index. */
function checkTotals({ totals, counts }: Manifest): Problem[] {
  const { objects, blobs, record_chunks: chunks, packs = 0 } = totals;
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const recordObjects = objects - blobs;
  const broken: [boolean, string, string][] = [
    [blobs > objects, 'blobs', 'There are more blobs than objects'],
    [packs > objects, 'packs', 'There are more packs than objects'],
    [totals.packs === 0, 'packs', 'The field must be omitted when there are no packs'],
    [chunks < recordObjects, 'record_chunks', 'There are fewer chunks than record objects'],
    [
      chunks > recordObjects * LIMITS.chunksPerObject,
      'record_chunks',
      `There are more than ${LIMITS.chunksPerObject} chunks per record object`,
    ],
    [chunks > records, 'record_chunks', 'There are more chunks than records'],
  ];
  return broken
    .filter(([breaks]) => breaks)
    .map(([, field, detail]) => makeProblem('archive_totals_mismatch', detail, { path: ['totals', field] }));
}

/** Abilities of a reader. */
export interface ReaderAbilities {
  /** Schema of the reader's libraries; undefined for a reader without libraries. */
  readonly schemaVersion?: number | undefined;
  /** Oldest schema that the reader can migrate; `schemaVersion` by default. */
  readonly oldestSchemaVersion?: number | undefined;
  readonly capabilities: readonly string[];
}

/**
 * Checks that a reader supports an archive. Unknown optional capabilities are reported too:
 * `archive_capability_unknown`.
 */
export function checkCompatibility({ compatibility }: Manifest, reader: ReaderAbilities): Problem[] {
  const { minimum_schema_version: least, maximum_schema_version: most } = compatibility;
  const unknown = (field: 'required_capabilities' | 'optional_capabilities', code: Problem['code']) =>
    compatibility[field].flatMap((id, n) =>
      reader.capabilities.includes(id) ? [] : [makeProblem(code, id, { path: ['compatibility', field, n] })],
    );
  const problems = [
    ...unknown('required_capabilities', 'archive_capability_unsupported'),
    ...unknown('optional_capabilities', 'archive_capability_unknown'),
  ];
  const { schemaVersion, oldestSchemaVersion = schemaVersion } = reader;
  if (schemaVersion !== undefined && (schemaVersion < least || (oldestSchemaVersion ?? schemaVersion) > most))
    problems.push(
      makeProblem(
        'archive_schema_range',
        `This program has schema ${schemaVersion}; the archive needs schema ${least} to ${most}`,
        {
          path: ['compatibility'],
        },
      ),
    );
  return problems;
}
