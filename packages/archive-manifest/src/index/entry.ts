import { z } from 'zod';
import { ENTITIES } from '../entities.js';
import { parseCanonical } from '../json/canonical-line.js';
import { LIMITS } from '../limits.js';
import { checkLocation } from '../manifest/location.js';
import { integer, type Location, locationSchema, sha256Schema } from '../manifest/schema.js';
import { failWith, makeProblem, type Problem, type Result } from '../problems.js';
import { decodeUtf8 } from '../utf8.js';

/** Media type of a chunk: JSON Lines of records. */
export const RECORDS_MEDIA_TYPE = 'application/vnd.service.archive-v2-records+jsonl';

/** Largest size of an object of records. */
const MAX_RECORDS_OBJECT_BYTES = LIMITS.chunksPerObject * (LIMITS.chunkBytes + 48);
const MAX_RECORDS_PER_OBJECT = LIMITS.chunksPerObject * LIMITS.recordsPerChunk;

const stored = { sha256: sha256Schema, location: locationSchema };

export const recordsEntrySchema = z.strictObject({
  kind: z.literal('records'),
  ...stored,
  size_bytes: integer(1, MAX_RECORDS_OBJECT_BYTES),
  media_type: z.literal(RECORDS_MEDIA_TYPE),
  entity: z.enum(ENTITIES),
  seq: integer(0, LIMITS.objects - 1),
  record_chunks: integer(1, LIMITS.chunksPerObject),
  records: integer(1, MAX_RECORDS_PER_OBJECT),
});

export const blobEntrySchema = z.strictObject({
  kind: z.literal('blob'),
  ...stored,
  size_bytes: integer(0, LIMITS.bytes),
});

/** Schema of {@link IndexEntry}. */
export const indexEntrySchema = z.discriminatedUnion('kind', [recordsEntrySchema, blobEntrySchema]);

/** Entry of the index for a chunk of records. */
export type RecordsEntry = z.infer<typeof recordsEntrySchema>;
/** Entry of the index for the bytes of an attachment or source. */
export type BlobEntry = z.infer<typeof blobEntrySchema>;
/** A line of the index: a chunk of records or a blob. */
export type IndexEntry = z.infer<typeof indexEntrySchema>;

/**
 * Returns the line of an entry, without its LF. Writes the members in canonical order, so that no general writer has to
 * sort them.
 */
export function serializeEntry(entry: IndexEntry): string {
  const { kind, sha256, size_bytes } = entry;
  const { layout, length, offset, pack_sha256, path } = entry.location;
  const location = { layout, length, offset, pack_sha256, path };
  if (kind === 'blob') return JSON.stringify({ kind, location, sha256, size_bytes });
  const { entity, media_type, record_chunks, records, seq } = entry;
  return JSON.stringify({ entity, kind, location, media_type, record_chunks, records, seq, sha256, size_bytes });
}

/** Parses a line without its LF. The line has to equal the output of {@link serializeEntry}, byte for byte. */
export function parseEntry(line: Uint8Array): Result<IndexEntry> {
  const rejectLine = (detail: string) => failWith(makeProblem('archive_index_line', detail));
  if (line.length >= LIMITS.indexLineBytes) return rejectLine(`The line has more than ${LIMITS.indexLineBytes} bytes`);
  const usual = parseUsualEntry(line);
  if (usual !== null) return { ok: true, value: usual };
  const value = parseCanonical(line);
  if (value === undefined) return rejectLine('The line is not canonical JSON');
  const checked = indexEntrySchema.safeParse(value);
  if (!checked.success) {
    const field = checked.error.issues[0]?.path.join('.') || null;
    return rejectLine(
      field === null ? 'The entry is not an object with the fields of the format' : `The field ${field} is invalid`,
    );
  }
  const problems = checkLocation(checked.data, ['location']);
  if (problems.length === 0) return { ok: true, value: checked.data };
  return failWith(...problems.map(toLineProblem));
}

/** Matches at most fifteen digits, so that each number is a safe integer. */
const NUMBER = '(0|[1-9][0-9]{0,14})';
const DIGEST = '([0-9a-f]{64})';
const IN_PACK = `(?:"length":${NUMBER},"offset":${NUMBER},"pack_sha256":"${DIGEST}",)?`;
const LOCATION = `\\{"layout":"(fanout|pack)",${IN_PACK}"path":"([a-z0-9/.]{1,${LIMITS.pathCharacters}})"\\}`;
const BLOB = new RegExp(`^\\{"kind":"blob","location":${LOCATION},"sha256":"${DIGEST}","size_bytes":${NUMBER}\\}$`);
const MEDIA_TYPE = RECORDS_MEDIA_TYPE.replaceAll(/[.+]/g, '\\$&');
const NUMBERS = `"record_chunks":${NUMBER},"records":${NUMBER},"seq":${NUMBER},"sha256":"${DIGEST}","size_bytes":${NUMBER}`;
const RECORDS = new RegExp(
  `^\\{"entity":"(${ENTITIES.join('|')})","kind":"records","location":${LOCATION},"media_type":"${MEDIA_TYPE}",${NUMBERS}\\}$`,
);

/** Parses the usual form of a line, many times as fast as the schema. Returns null for a line that needs the schema. */
function parseUsualEntry(line: Uint8Array): IndexEntry | null {
  const text = decodeUtf8(line) ?? '';
  const entry = parseUsualBlob(text) ?? parseUsualRecords(text);
  return entry !== null && checkLocation(entry, ['location']).length === 0 ? entry : null;
}

function parseUsualBlob(text: string): BlobEntry | null {
  const parts = BLOB.exec(text);
  if (parts === null) return null;
  const [sha256, size] = parts.slice(6) as [string, string];
  const entry = { kind: 'blob', sha256, location: makeLocation(parts, 1), size_bytes: Number(size) } as const;
  return entry.size_bytes <= LIMITS.bytes ? entry : null;
}

function parseUsualRecords(text: string): RecordsEntry | null {
  const parts = RECORDS.exec(text);
  if (parts === null) return null;
  const [chunks, records, seq, sha256, size] = parts.slice(7) as [string, string, string, string, string];
  const entry = {
    kind: 'records',
    sha256,
    location: makeLocation(parts, 2),
    size_bytes: Number(size),
    media_type: RECORDS_MEDIA_TYPE,
    entity: parts[1] as RecordsEntry['entity'],
    seq: Number(seq),
    record_chunks: Number(chunks),
    records: Number(records),
  } as const;
  const isWithin =
    isBetween(entry.size_bytes, MAX_RECORDS_OBJECT_BYTES) &&
    isBetween(entry.record_chunks, LIMITS.chunksPerObject) &&
    isBetween(entry.records, MAX_RECORDS_PER_OBJECT) &&
    entry.seq < LIMITS.objects;
  return isWithin ? entry : null;
}

const isBetween = (value: number, most: number) => value >= 1 && value <= most;

/** Builds a location from the parts of a line; `at` is the index of the layout. */
function makeLocation(parts: readonly (string | undefined)[], at: number): Location {
  const [layout, length, offset, pack, path] = parts.slice(at, at + 5) as [Location['layout'], ...string[]];
  if (pack === undefined) return { layout, path };
  return { layout, path, pack_sha256: pack, offset: Number(offset), length: Number(length) };
}

/** Replaces the code of a schema problem by that of a problem in an index line. */
const toLineProblem = (found: Problem): Problem =>
  found.code === 'archive_schema_invalid' ? { ...found, code: 'archive_index_line' } : found;

/**
 * Compares entries by index order: records by entity and number, then blobs by digest. Returns 0 for entries that
 * exclude each other.
 */
export function compareEntries(a: IndexEntry, b: IndexEntry): number {
  if (a.kind === 'blob' || b.kind === 'blob') {
    if (a.kind !== b.kind) return a.kind === 'blob' ? 1 : -1;
    return a.sha256 < b.sha256 ? -1 : Number(a.sha256 > b.sha256);
  }
  return ENTITIES.indexOf(a.entity) - ENTITIES.indexOf(b.entity) || a.seq - b.seq;
}
