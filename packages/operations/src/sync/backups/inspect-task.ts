import { rmSync, statSync } from 'node:fs';
import type { Output } from '@notes/contract';
import { dataPaths, type ImageBytes, LibraryImage, StagedBlobs, StorageError } from '@notes/storage';
import { BackupError, type PayloadManifest } from '@notes/sync-protocol/backup';
import { type DecryptionContext, DecryptionError, digestFile, readEncrypted } from './encrypted-file.js';
import { PayloadReceiver } from './payload-receiver.js';
import { type Answer, toAnswer } from './task-answer.js';

export interface InspectTask extends DecryptionContext {
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
export type InspectionResult = Pick<Inspection, 'payload' | 'problems'>;

const MAX_REPORTED_FAULTS = 20;

/** Reads a whole backup in a worker. Nothing is decrypted before its bytes match the declared digest. */
export default (task: InspectTask): Promise<Answer<InspectionResult>> => toAnswer(() => inspect(task));

async function inspect(task: InspectTask): Promise<InspectionResult> {
  if (statSync(task.path).size !== task.sizeBytes || (await digestFile(task.path)) !== task.sha256)
    return toUnreadable('changed', 'The size or digest of the file differs from the declared one');
  rmSync(task.image, { force: true });
  const blobs = task.into === null ? null : new StagedBlobs(dataPaths(task.into));
  const unpacked = new PayloadReceiver(task.image, blobs);
  try {
    const manifest = await readEncrypted(task.path, task, unpacked);
    await unpacked.end();
    return inspectImage(task.image, manifest, unpacked.assets);
  } catch (error) {
    if (error instanceof DecryptionError) return toUnreadable('sealed', error.message);
    if (error instanceof BackupError) return toUnreadable('payload', error.message);
    throw error;
  } finally {
    unpacked.close();
    if (task.into === null) rmSync(task.image, { force: true });
  }
}

const toUnreadable = (code: Problem['code'], detail: string): InspectionResult => ({
  payload: null,
  problems: [{ code, detail }],
});

function inspectImage(path: string, manifest: PayloadManifest, assets: ReadonlyMap<string, number>): InspectionResult {
  let image: LibraryImage | undefined;
  try {
    image = LibraryImage.open(path);
    if (!image.hasOurSchema())
      return toUnreadable('schema', 'The tables in the backup are not those of a Notes library');
    const faults = image.faults();
    if (faults.length > 0)
      return { payload: null, problems: faults.slice(0, MAX_REPORTED_FAULTS).map(toDamageProblem) };
    return inspectLibrary(image, manifest, assets);
  } catch (error) {
    if (error instanceof StorageError && FILE_ERRORS.has(error.reason)) return toUnreadable('damaged', error.message);
    throw error;
  } finally {
    image?.close();
  }
}

/** Errors caused by the file rather than by the disk. */
const FILE_ERRORS: ReadonlySet<string> = new Set(['foreign', 'empty', 'newer', 'damaged']);

const toDamageProblem = (detail: string): Problem => ({ code: 'damaged', detail });

function inspectLibrary(
  image: LibraryImage,
  { database_id, schema_version, vv }: PayloadManifest,
  assets: ReadonlyMap<string, number>,
): InspectionResult {
  const named = image.listReferencedBytes();
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
    ...findForeignFiles(named, assets),
    ...image.damagedNotes().map((note): Problem => ({ code: 'text', detail: `A text of ${note} is damaged` })),
    ...(missing === 0 ? [] : [toMissingBytesProblem(missing)]),
  ];
  return { payload, problems };
}

const toMissingBytesProblem = (count: number): Problem => ({
  code: 'missing_bytes',
  detail: `Attachments without their bytes, which the source did not have: ${count}`,
});

/** Reports bytes that belong to no attachment. */
function findForeignFiles(named: readonly ImageBytes[], assets: ReadonlyMap<string, number>): Problem[] {
  const sizes = new Map(named.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
  const others = [...assets].filter(([sha256, size]) => sizes.get(sha256) !== size);
  return others.length === 0
    ? []
    : [{ code: 'payload', detail: `Packed files that are no attachments of the library: ${others.length}` }];
}

const sameVector = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, seq]) => b[id] === seq);
