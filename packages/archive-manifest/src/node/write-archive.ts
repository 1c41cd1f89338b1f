import { ENTITIES, type EntityName } from '../entities.js';
import { type ArchiveMetadata, buildManifest } from '../manifest/commit.js';
import type { Manifest } from '../manifest/schema.js';
import type { ArchiveRecord } from '../records/schemas.js';
import { ArchiveWriter, type ArchiveWriterOptions } from './archive-writer.js';

/** Blob to write: the SHA-256 of its bytes in hexadecimal, its size in bytes, and the bytes. */
export interface ArchiveBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly read: () => Iterable<Uint8Array>;
}

/** Input of {@link writeArchive}: facts of the snapshot, records by entity, and blobs. */
export interface ArchiveSource extends ArchiveMetadata {
  /** Records in ascending order of their keys. */
  readonly records: { readonly [Entity in EntityName]?: Iterable<ArchiveRecord<Entity>> };
  /** Blobs in ascending order of their digests. */
  readonly blobs: Iterable<ArchiveBlob>;
}

/**
 * Writes a whole archive in one call and commits it. Callers that stop, resume or verify on the way use an {@link
 * ArchiveWriter} directly.
 *
 * @throws errors of the writer
 */
export function writeArchive(directory: string, source: ArchiveSource, options?: ArchiveWriterOptions): Manifest {
  const writer = new ArchiveWriter(directory, options);
  try {
    for (const entity of ENTITIES) addRecords(writer, entity, source.records[entity]);
    for (const { sha256, sizeBytes, read } of source.blobs) writer.addBlob(sha256, sizeBytes, read);
    const manifest = buildManifest(writer.finish(), source, options?.hash);
    writer.stage(manifest);
    writer.commit();
    return manifest;
  } finally {
    writer.close();
  }
}

function addRecords<Entity extends EntityName>(
  writer: ArchiveWriter,
  entity: Entity,
  records: Iterable<ArchiveRecord<Entity>> = [],
): void {
  for (const record of records) writer.addRecord(entity, record);
}
