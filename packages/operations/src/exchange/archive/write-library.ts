import { buildManifest, ENTITIES, type Manifest } from '@notes/archive-manifest';
import { nodeSha256 } from '@notes/archive-manifest/node';
import type { WorkerReader } from '@notes/storage';
import { Pacer } from '@notes/storage';
import { COLLECTION } from '../../organise/selection/gather.js';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import { timestamp } from '../../platform/timestamp.js';
import { type LongBodies, readBlobs } from './blobs.js';
import { damagedLibraryError, type LongBody, type PartLines } from './record-parts.js';
import { oldestSchemaFor } from './schema.js';
import type { ArchiveTarget } from './target.js';

export interface LibrarySource {
  /** Reader with a complete selection. */
  readonly reader: WorkerReader;
  /** All records, in the order of the archive. Each batch is used up before the next is requested. */
  readonly records: AsyncIterable<PartLines>;
  readonly plan: SelectionTask;
  readonly selectionSha256: string;
  /** Expected number of records of each entity, counted independently of the records. */
  readonly counts: Manifest['counts'];
  readonly replicaId: string;
  readonly schemaVersion: number;
  /** Creation time of the snapshot instead of the time of the newest change. */
  readonly createdAt: string | undefined;
  /** Called after each record and blob; throws to stop. */
  readonly onObject: () => void;
}

/** Writes the selected records and blobs, and commits the archive. Yields to other work in between. */
export async function writeLibrary(target: ArchiveTarget, source: LibrarySource): Promise<Manifest> {
  const { plan, createdAt, selectionSha256 } = source;
  const { newest, longBodies } = await addRecords(target, source);
  await addBlobs(target, source, longBodies);
  const written = target.writer.finish();
  checkCounts(written.counts, source.counts);
  const manifest = buildManifest(
    written,
    {
      snapshot: {
        created_at: createdAt ?? newest,
        target: plan.target,
        database_id: plan.databaseId,
        source_replica_id: source.replicaId,
        collection_ids: [COLLECTION],
        selection_manifest_sha256: selectionSha256,
      },
      schemaVersions: {
        source: source.schemaVersion,
        minimum: oldestSchemaFor(written.counts),
        maximum: source.schemaVersion,
      },
    },
    nodeSha256,
  );
  await target.commit(manifest);
  return manifest;
}

/** Compares the counts, since a damaged index of the library may yield fewer rows than the tables have. */
function checkCounts(written: Manifest['counts'], expected: Manifest['counts']): void {
  for (const entity of ENTITIES)
    if (written[entity] !== expected[entity])
      throw damagedLibraryError(`the library has ${expected[entity]} ${entity}, but ${written[entity]} could be read`);
}

async function addRecords({ writer }: ArchiveTarget, { records, onObject }: LibrarySource) {
  const pacer = new Pacer();
  const longBodies = new Map<string, LongBody>();
  let newestMs = Number.NEGATIVE_INFINITY;
  for await (const made of records) {
    writer.addLines(made.lines);
    newestMs = Math.max(newestMs, made.newestMs);
    for (const body of made.longBodies) longBodies.set(body.sha256, body);
    for (let left = made.lines.ends.length; left > 0; left -= 1) onObject();
    await pacer.step();
  }
  return { newest: Number.isFinite(newestMs) ? timestamp(newestMs) : '', longBodies };
}

async function addBlobs({ writer }: ArchiveTarget, { reader, onObject }: LibrarySource, long: LongBodies) {
  const pacer = new Pacer();
  for (const { sha256, sizeBytes, read } of readBlobs(reader, long)) {
    writer.addBlob(sha256, sizeBytes, read);
    onObject();
    await pacer.step();
  }
}
