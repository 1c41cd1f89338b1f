export { ENTITIES, type EntityName } from './entities.js';
export { type Hash, type HashFactory, sha256 } from './hash.js';
export {
  type BlobEntry,
  compareEntries,
  type IndexEntry,
  indexEntrySchema,
  parseEntry,
  RECORDS_MEDIA_TYPE,
  type RecordsEntry,
  serializeEntry,
} from './index/entry.js';
export { IndexStream } from './index/index-stream.js';
export { RunState } from './index/run-state.js';
export { canonicalJson } from './json/canonical-json.js';
export { LIMITS, type LimitName } from './limits.js';
export { CAPABILITIES, checkCompatibility, checkManifest, type ReaderAbilities } from './manifest/check.js';
export {
  type ArchiveMetadata,
  buildManifest,
  commitManifest,
  computeCommit,
  type SnapshotContents,
  serializeManifest,
  snapshotId,
  type UncommittedManifest,
  verifyCommit,
  type WrittenContents,
} from './manifest/commit.js';
export { parseKnownManifest } from './manifest/known-manifest.js';
export {
  checkLocation,
  locateObject,
  type ObjectPosition,
  PACK_HEADER_BYTES,
  PACK_PREFIX_BYTES,
  type StoredObject,
} from './manifest/location.js';
export { type PackKind, packHeader, packPrefix } from './manifest/pack.js';
export { parseManifest, validateManifest } from './manifest/parse.js';
export {
  type Compatibility,
  type Counts,
  compatibilitySchema,
  countsSchema,
  FORMAT,
  INDEX_MEDIA_TYPE,
  type IndexObject,
  idSchema,
  indexObjectSchema,
  type Location,
  locationSchema,
  type Manifest,
  manifestJsonSchema,
  manifestSchema,
  type Snapshot,
  sha256Schema,
  snapshotSchema,
  TARGETS,
  type Totals,
  totalsSchema,
  VERSION,
} from './manifest/schema.js';
export {
  checkPath,
  EXPORT_FOLDER,
  EXPORT_OWNER_PATH,
  fanoutPath,
  formerManifestPath,
  MANIFEST_PATH,
  packPath,
} from './paths.js';
export {
  ARCHIVE_ERROR_CODES,
  ArchiveError,
  type ArchiveErrorCode,
  describe,
  type Problem,
  type Result,
} from './problems.js';
export { encodeChunk } from './records/chunk.js';
export { ChunkStream } from './records/chunk-stream.js';
export { Chunker, ObjectBuffers, type RecordObject } from './records/chunker.js';
export { readChunks, type StoredChunk } from './records/payloads.js';
export { fitsInline, parseRecord, serializeRecord } from './records/record.js';
export { type FormerLines, LINES_BUFFER_BYTES, LineMaker, type RecordLines } from './records/record-lines.js';
export { type ArchiveRecord, type ArchiveRecords, RECORD_FIELDS, recordSchemas } from './records/schemas.js';
export { compareKeys, readSortKey, type SortKey, sortKey, sortKeyFields } from './records/sort-key.js';
export {
  SELECTION_KINDS,
  type SelectedEntity,
  type SelectionHeader,
  type SelectionKind,
  type SelectionManifest,
  selectionManifest,
} from './selection.js';
export { ArchiveContents } from './verify/archive-contents.js';
export { type ByteReader, NotRegularFile } from './verify/reader.js';
export type { BlobSink, Progress, StopSignal } from './verify/run.js';
export { type VerifyLevel, type VerifyOptions, type VerifyReport, verifyArchive } from './verify/verify-archive.js';
