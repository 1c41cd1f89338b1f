import { ArchiveError, buildManifest, ENTITIES, type FormerLines, type Manifest } from '@notes/archive-manifest';
import { type ArchiveWriter, type KeptRecords, nodeSha256 } from '@notes/archive-manifest/node';
import type { WorkerReader } from '@notes/storage';
import { Pacer } from '@notes/storage';
import { COLLECTION } from '../../organise/selection/gather.js';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import { isFieldWithheld } from '../../organise/selection/targets.js';
import { timestamp } from '../../platform/timestamp.js';
import { type LongBodies, readBlobs } from './blobs.js';
import type { ExportFacts } from './export-facts.js';
import { OutdatedExport } from './outdated-export.js';
import { damagedLibraryError, type PartLines } from './record-parts.js';
import { oldestSchemaFor } from './schema.js';
import type { ArchiveTarget } from './target.js';

export interface LibrarySource {
  /** Reader with a complete selection. */
  readonly reader: WorkerReader;
  /**
   * All records, in the order of the archive, or lines and objects of the earlier archive in place of records. Each
   * batch is used up before the next is requested.
   */
  readonly records: AsyncIterable<PartLines | FormerLines | KeptRecords>;
  /** True when all records are made; false when some are taken from the earlier archive. */
  readonly isComplete: boolean;
  /** Facts about the records, with those that are known before. */
  readonly facts: ExportFacts;
  readonly plan: SelectionTask;
  readonly selectionSha256: string;
  /** Expected number of records of each entity, counted independently of the records. */
  readonly counts: Manifest['counts'];
  readonly replicaId: string;
  readonly schemaVersion: number;
  /** Creation time of the snapshot instead of the time of the newest change. */
  readonly createdAt: string | undefined;
  /** Called after records and blobs with their number; throws to stop. */
  readonly onObjects: (count: number) => void;
}

/** Writes the selected records and blobs, and commits the archive. Yields to other work in between. */
export async function writeLibrary(
  target: ArchiveTarget,
  writer: ArchiveWriter,
  source: LibrarySource,
): Promise<Manifest> {
  const { plan, createdAt, selectionSha256, facts } = source;
  await addRecords(writer, source);
  if (facts.longBodies.length > 0) writer.declareBlobBodies();
  await addBlobs(writer, source);
  const written = writer.finish();
  checkCounts(written.counts, source);
  const manifest = buildManifest(
    written,
    {
      snapshot: {
        created_at: createdAt ?? (facts.newestMs === null ? '' : timestamp(facts.newestMs)),
        target: plan.target,
        database_id: plan.databaseId,
        source_replica_id: source.replicaId,
        collection_ids: [COLLECTION],
        selection_manifest_sha256: selectionSha256,
      },
      schemaVersions: {
        source: source.schemaVersion,
        minimum: oldestSchemaFor(written.counts, hasSharedSources(source)),
        maximum: source.schemaVersion,
      },
    },
    nodeSha256,
  );
  await target.commit(manifest);
  return manifest;
}

/** Returns true when the records of several attachments have the same source. */
const hasSharedSources = ({ reader, plan }: LibrarySource): boolean =>
  !isFieldWithheld(plan.target, 'resources', 'sources') && reader.archive.hasSharedSources();

/** Compares the counts, since a damaged index of the library may yield fewer rows than the tables have. */
function checkCounts(written: Manifest['counts'], { counts: expected, isComplete }: LibrarySource): void {
  for (const entity of ENTITIES) {
    if (written[entity] === expected[entity]) continue;
    if (!isComplete) throw new OutdatedExport();
    throw damagedLibraryError(`the library has ${expected[entity]} ${entity}, but ${written[entity]} could be read`);
  }
}

async function addRecords(writer: ArchiveWriter, { records, facts, onObjects }: LibrarySource): Promise<void> {
  const pacer = new Pacer();
  for await (const made of records) {
    if ('lines' in made) {
      facts.addLines(made);
      writer.addLines(made.lines);
    } else if ('bytes' in made) writer.addFormerLines(made);
    else {
      keepRecords(writer, made);
      facts.addObject(made);
    }
    onObjects('lines' in made ? made.lines.ends.length : made.records);
    if (pacer.isDue) await pacer.step();
  }
}

/** @throws OutdatedExport for an object that does not come next, or whose file is gone */
function keepRecords(writer: ArchiveWriter, object: KeptRecords): void {
  try {
    writer.keepRecords(object);
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof ArchiveError && error.code === 'archive_object_missing'))
      throw error;
    throw new OutdatedExport();
  }
}

async function addBlobs(writer: ArchiveWriter, { reader, facts, onObjects }: LibrarySource): Promise<void> {
  const pacer = new Pacer();
  const long: LongBodies = new Map(facts.longBodies.map((body) => [body.sha256, body]));
  for (const { sha256, sizeBytes, read } of readBlobs(reader, long)) {
    writer.addBlob(sha256, sizeBytes, read);
    onObjects(1);
    if (pacer.isDue) await pacer.step();
  }
}
