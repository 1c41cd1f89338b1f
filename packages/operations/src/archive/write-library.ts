import { type ArchiveRecord, ENTITIES, fitsInline, type Manifest, manifestOf } from '@notes/archive-manifest';
import { nodeSha256 } from '@notes/archive-manifest/node';
import { type ElsewhereReader, StorageError } from '@notes/storage';
import { Pacer } from '../pacer.js';
import { COLLECTION } from '../selection/gather.js';
import type { PlanTask } from '../selection/plan-task.js';
import { isWithheld } from '../selection/targets.js';
import { sha256 } from '../sha256.js';
import { blobsOf, type LongBodies } from './blobs.js';
import { NewestTime, RecordMaker } from './records.js';
import { oldestSchemaFor } from './schema.js';
import type { ArchiveTarget } from './target.js';

export interface LibrarySource {
  /** Whose selection is complete. */
  readonly reader: ElsewhereReader;
  readonly plan: PlanTask;
  readonly selectionSha256: string;
  /** Records of each entity, counted otherwise than by reading them. */
  readonly counts: Manifest['counts'];
  readonly replicaId: string;
  readonly schemaVersion: number;
  /** Instead of the time of the newest change. */
  readonly createdAt: string | undefined;
  /** After each record and blob: throws to stop. */
  readonly onObject: () => void;
}

/** Writes what is selected of a library and makes it the archive of the target. Lets other work in between. */
export async function writeLibrary(target: ArchiveTarget, source: LibrarySource): Promise<Manifest> {
  const { plan, createdAt, selectionSha256 } = source;
  const { newest, longBodies } = await addRecords(target, source);
  await addBlobs(target, source, longBodies);
  const written = target.writer.finish();
  checkCounts(written.counts, source.counts);
  const manifest = manifestOf(
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

/** An index of a damaged library may lead to fewer rows than there are. */
function checkCounts(written: Manifest['counts'], expected: Manifest['counts']): void {
  for (const entity of ENTITIES)
    if (written[entity] !== expected[entity])
      throw damaged(`${expected[entity]} ${entity} are there and ${written[entity]} were read`);
}

const damaged = (detail: string) =>
  new StorageError('damaged', `the library file is damaged (notes doctor): ${detail}`);

async function addRecords({ writer }: ArchiveTarget, { reader, plan, onObject }: LibrarySource) {
  const pacer = new Pacer();
  const longBodies = new Map<string, { revisionId: string; sizeBytes: number }>();
  const newest = new NewestTime();
  for (const entity of ENTITIES) {
    if (isWithheld(plan.target, entity)) continue;
    const { columns, rows } = reader.archive.rows(entity);
    const maker = new RecordMaker(entity, columns, plan.target, newest);
    for (const row of rows) {
      const record = maker.recordOf(row);
      writer.addRecord(entity, 'body' in record ? withoutLong(record, longBodies) : record);
      onObject();
      if (pacer.isDue) await pacer.step();
    }
  }
  return { newest: newest.text, longBodies };
}

/** A revision without a body that is too long for it, which is noted. SQLite does not notice bytes that have changed. */
function withoutLong(
  record: ArchiveRecord<'revisions'>,
  longBodies: Map<string, { revisionId: string; sizeBytes: number }>,
): ArchiveRecord<'revisions'> {
  if (record.body === null || sha256(record.body) !== record.body_sha256)
    throw damaged(`the text of revision ${record.id} is not as it was written`);
  if (fitsInline(record)) return record;
  longBodies.set(record.body_sha256, { revisionId: record.id, sizeBytes: record.body_bytes });
  return { ...record, body: null };
}

async function addBlobs({ writer }: ArchiveTarget, { reader, onObject }: LibrarySource, long: LongBodies) {
  const pacer = new Pacer();
  for (const { sha256, sizeBytes, read } of blobsOf(reader, long)) {
    writer.addBlob(sha256, sizeBytes, read);
    onObject();
    await pacer.step();
  }
}
