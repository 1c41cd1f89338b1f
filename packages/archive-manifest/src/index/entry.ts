import { z } from 'zod';
import { ENTITIES } from '../entities.js';
import { canonicalJson } from '../json/canonical-json.js';
import { parseCanonical } from '../json/canonical-line.js';
import { LIMITS } from '../limits.js';
import { checkLocation } from '../manifest/location.js';
import { integer, locationSchema, sha256Schema } from '../manifest/schema.js';
import { failed, type Problem, problem, type Result } from '../problems.js';

export const RECORDS_MEDIA_TYPE = 'application/vnd.service.archive-v2-records+jsonl';

const stored = { sha256: sha256Schema, location: locationSchema };

export const recordsEntrySchema = z.strictObject({
  kind: z.literal('records'),
  ...stored,
  size_bytes: integer(1, LIMITS.chunksPerObject * (LIMITS.chunkBytes + 48)),
  media_type: z.literal(RECORDS_MEDIA_TYPE),
  entity: z.enum(ENTITIES),
  seq: integer(0, LIMITS.objects - 1),
  record_chunks: integer(1, LIMITS.chunksPerObject),
  records: integer(1, LIMITS.chunksPerObject * LIMITS.recordsPerChunk),
});

export const blobEntrySchema = z.strictObject({
  kind: z.literal('blob'),
  ...stored,
  size_bytes: integer(0, LIMITS.bytes),
});

export const indexEntrySchema = z.discriminatedUnion('kind', [recordsEntrySchema, blobEntrySchema]);

export type RecordsEntry = z.infer<typeof recordsEntrySchema>;
export type BlobEntry = z.infer<typeof blobEntrySchema>;
export type IndexEntry = z.infer<typeof indexEntrySchema>;

/** The line of an entry, without its LF. */
export const serializeEntry = (entry: IndexEntry) => canonicalJson(entry);

/** Reads a line without its LF. It has to be as {@link serializeEntry} writes it, byte for byte. */
export function parseEntry(line: Uint8Array): Result<IndexEntry> {
  const refused = (detail: string) => failed(problem('archive_index_line', detail));
  if (line.length >= LIMITS.indexLineBytes) return refused(`has more than ${LIMITS.indexLineBytes} bytes`);
  const value = parseCanonical(line);
  if (value === undefined) return refused('is not canonical JSON');
  const checked = indexEntrySchema.safeParse(value);
  if (!checked.success)
    return refused(`breaks the format in ${checked.error.issues[0]?.path.join('.') || 'its fields'}`);
  const problems = checkLocation(checked.data, ['location']);
  if (problems.length === 0) return { ok: true, value: checked.data };
  return failed(...problems.map(asLine));
}

/** What breaks the schema breaks it in a line. */
const asLine = (found: Problem): Problem =>
  found.code === 'archive_schema_invalid' ? { ...found, code: 'archive_index_line' } : found;

/** Order in the index: records by entity and number, then blobs by digest. Zero for entries that may not both be there. */
export function compareEntries(a: IndexEntry, b: IndexEntry): number {
  if (a.kind === 'blob' || b.kind === 'blob') {
    if (a.kind !== b.kind) return a.kind === 'blob' ? 1 : -1;
    return a.sha256 < b.sha256 ? -1 : Number(a.sha256 > b.sha256);
  }
  return ENTITIES.indexOf(a.entity) - ENTITIES.indexOf(b.entity) || a.seq - b.seq;
}
