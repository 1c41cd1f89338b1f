import { rmSync, statSync } from 'node:fs';
import type { Output } from '@notes/contract';
import { dataPaths, type ImageBytes, LibraryImage, StagedBlobs, StorageError } from '@notes/storage';
import { BackupError, type PayloadManifest } from '@notes/sync-protocol';
import { digestOf, type Opening, readSealed, SealError } from './sealed-file.js';
import { type Answer, answered } from './task-answer.js';
import { Unpacked } from './unpacked.js';

export interface InspectTask extends Opening {
  readonly path: string;
  /** Declared size and digest of the backup's bytes. */
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Path to which the library in the backup is written for inspection. */
  readonly image: string;
  /** Data directory that receives the library and its attachments; null for an inspection alone. */
  readonly into: string | null;
}

type Inspection = Output<'inspectBackup'>;
type Problem = Inspection['problems'][number];

/** Contents and problems of a backup. */
export type Inspected = Pick<Inspection, 'payload' | 'problems'>;

const FAULTS_TOLD = 20;

/** Reads a whole backup in a worker. Nothing is decrypted before its bytes match the declared digest. */
export default (task: InspectTask): Promise<Answer<Inspected>> => answered(() => inspect(task));

async function inspect(task: InspectTask): Promise<Inspected> {
  if (statSync(task.path).size !== task.sizeBytes || (await digestOf(task.path)) !== task.sha256)
    return unread('changed', 'The size or digest of the file differs from the declared one');
  rmSync(task.image, { force: true });
  const blobs = task.into === null ? null : new StagedBlobs(dataPaths(task.into));
  const unpacked = new Unpacked(task.image, blobs);
  try {
    const manifest = await readSealed(task.path, task, unpacked);
    await unpacked.end();
    return lookAtImage(task.image, manifest, unpacked.assets);
  } catch (error) {
    if (error instanceof SealError) return unread('sealed', error.message);
    if (error instanceof BackupError) return unread('payload', error.message);
    throw error;
  } finally {
    unpacked.close();
    if (task.into === null) rmSync(task.image, { force: true });
  }
}

const unread = (code: Problem['code'], detail: string): Inspected => ({ payload: null, problems: [{ code, detail }] });

function lookAtImage(path: string, manifest: PayloadManifest, assets: ReadonlyMap<string, number>): Inspected {
  let image: LibraryImage | undefined;
  try {
    image = LibraryImage.open(path);
    if (!image.hasOurSchema()) return unread('schema', 'The tables in the backup are not those of a Notes library');
    const faults = image.faults();
    if (faults.length > 0) return { payload: null, problems: faults.slice(0, FAULTS_TOLD).map(damage) };
    return lookAtLibrary(image, manifest, assets);
  } catch (error) {
    if (error instanceof StorageError && IN_IT.has(error.reason)) return unread('damaged', error.message);
    throw error;
  } finally {
    image?.close();
  }
}

/** Errors caused by the file rather than by the disk. */
const IN_IT: ReadonlySet<string> = new Set(['foreign', 'empty', 'newer', 'damaged']);

const damage = (detail: string): Problem => ({ code: 'damaged', detail });

function lookAtLibrary(
  image: LibraryImage,
  { database_id, schema_version, vv }: PayloadManifest,
  assets: ReadonlyMap<string, number>,
): Inspected {
  const named = image.namedBytes();
  const vector = image.vector();
  const missing = named.filter(({ sha256 }) => !assets.has(sha256)).length;
  const payload = {
    database_id,
    schema_version,
    vv,
    ...image.counts(),
    attachment_bytes: [...assets.values()].reduce((sum, size) => sum + size, 0),
    missing_attachments: missing,
  };
  const isSaid = schema_version === image.schemaVersion && (vector === null || sameVector(vv, vector));
  const problems: Problem[] = [
    ...(isSaid ? [] : [{ code: 'payload' as const, detail: 'The manifest of the backup does not match its library' }]),
    ...foreign(named, assets),
    ...image.damagedNotes().map((note): Problem => ({ code: 'text', detail: `A text of ${note} is damaged` })),
    ...(missing === 0 ? [] : [missingBytes(missing)]),
  ];
  return { payload, problems };
}

const missingBytes = (count: number): Problem => ({
  code: 'missing_bytes',
  detail: `Attachments without their bytes, which the source did not have: ${count}`,
});

/** Reports bytes that belong to no attachment. */
function foreign(named: readonly ImageBytes[], assets: ReadonlyMap<string, number>): Problem[] {
  const sizes = new Map(named.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
  const others = [...assets].filter(([sha256, size]) => sizes.get(sha256) !== size);
  return others.length === 0
    ? []
    : [{ code: 'payload', detail: `Packed files that are no attachments of the library: ${others.length}` }];
}

const sameVector = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, seq]) => b[id] === seq);
