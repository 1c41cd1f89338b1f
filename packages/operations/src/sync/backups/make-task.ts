import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '@notes/contract';
import {
  asFileError,
  Blobs,
  copyLibrary,
  type DataPaths,
  dataPaths,
  type ImageBytes,
  LibraryImage,
  StorageError,
} from '@notes/storage';
import {
  type Asset,
  type BackupContext,
  BackupError,
  encryptBackup,
  newBackup,
  type PayloadSource,
  packAssets,
  planPayload,
  writePayload,
} from '@notes/sync-protocol/backup';
import { nodeHash } from '@notes/sync-protocol/node';
import { syncCrypto as crypto } from '../crypto.js';
import { DecryptionError, digestFile, readBytes, readEncrypted } from './encrypted-file.js';
import { type Answer, toAnswer } from './task-answer.js';

export interface MakeTask {
  /** Data directory of the library that is copied. */
  readonly dataDir: string;
  /** Folder for the copy. The caller removes its remains. */
  readonly folder: string;
  /** File to write. */
  readonly into: string;
  readonly context: BackupContext;
  readonly epoch: { readonly id: string; readonly key: Uint8Array };
}

/** Result of writing a backup. */
export interface WrittenBackup {
  readonly sizeBytes: number;
  /** Digest in hexadecimal. */
  readonly sha256: string;
  readonly frameBytes: number;
  readonly frames: number;
  readonly vector: Readonly<Record<string, number>>;
}

/** Makes a backup of the current library in a worker: copies, packs, encrypts and verifies it. */
export default (task: MakeTask): Promise<Answer<WrittenBackup>> => toAnswer(() => make(task));

async function make({ dataDir, folder, into, context, epoch }: MakeTask): Promise<WrittenBackup> {
  const paths = dataPaths(dataDir);
  const image = join(folder, 'image.db');
  rmSync(image, { force: true });
  copyLibrary(paths, image);
  const { source, vector } = await readSource(paths, image, context);
  const { backup, sha256 } = await whileUnchanged(async () => {
    const plan = await planPayload(source, nodeHash);
    const begun = newBackup(crypto, context, epoch, plan.sizeBytes);
    const sealed = encryptBackup(crypto, begun, writePayload(source, plan, nodeHash));
    return { backup: begun, sha256: await writeDurably(into, sealed) };
  });
  rmSync(image);
  await verifyWritten(into, { context, epochs: new Map([[epoch.id, epoch.key]]) }, sha256);
  const { sizeBytes, frameBytes, frames } = backup;
  return { sizeBytes, sha256, frameBytes, frames, vector };
}

/** Reports an attachment deleted during the work as a conflict. Deletions are not blocked meanwhile. */
async function whileUnchanged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isGone && !(cause instanceof BackupError)) throw cause;
    throw new ServiceError('conflict', 'An attachment was deleted while the backup copied it. Make the backup again', {
      cause,
    });
  }
}

async function readSource(paths: DataPaths, image: string, { databaseId }: BackupContext) {
  const copy = LibraryImage.open(image);
  try {
    const faults = copy.faults();
    if (faults[0] !== undefined)
      throw new StorageError('damaged', `The library file is damaged: ${faults[0]}. Run \`notes doctor\``);
    const vector = copy.vector() ?? {};
    const { size } = await stat(image);
    const source: PayloadSource = {
      database_id: databaseId,
      schema_version: copy.schemaVersion,
      vv: vector,
      image: { sizeBytes: size, read: () => readBytes(image) },
      assets: packAssets(await listIntactAssets(paths, copy.listReferencedBytes())),
    };
    return { source, vector };
  } finally {
    copy.close();
  }
}

/**
 * Returns the files whose contents match the digests in their names. Readers would refuse the others, so they are
 * omitted.
 */
async function listIntactAssets(paths: DataPaths, named: readonly ImageBytes[]): Promise<Asset[]> {
  const blobs = new Blobs(paths);
  const assets: Asset[] = [];
  for (const { sha256, sizeBytes } of named) {
    const path = blobs.getPath(sha256);
    if (blobs.find(sha256)?.sizeBytes !== sizeBytes || (await digestFile(path)) !== sha256) continue;
    assets.push({ sha256, sizeBytes, read: () => readBytes(path) });
  }
  return assets;
}

/** Writes a file durably and returns its SHA-256. */
async function writeDurably(path: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  try {
    const file = await open(path, 'w', 0o600);
    try {
      for await (const piece of pieces) {
        hash.update(piece);
        await file.writeFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asFileError(error);
  }
  return hash.digest('hex');
}

const DISCARDING_SINK = { manifest: () => {}, image: () => {}, asset: () => {}, assetBytes: () => {} };

/** Verifies the written backup, so that a defect is found while the source library still exists. */
async function verifyWritten(
  path: string,
  opening: Parameters<typeof readEncrypted>[1],
  sha256: string,
): Promise<void> {
  try {
    await readEncrypted(path, opening, DISCARDING_SINK);
    if ((await digestFile(path)) === sha256) return;
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof DecryptionError)) throw error;
  }
  throw new StorageError('failed', 'The backup reads back differently than it was written. Check the disk');
}
