import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Source, StorageError } from '@notes/storage';
import { newId } from '../../ids.js';
import { asResource } from '../../resources/admit.js';
import { fileMimeType } from '../../resources/file-type.js';
import type { Outcome } from '../apply.js';
import type { ImportRun } from '../import-files.js';
import { withFile } from '../read-file.js';
import { type Rejection, rejected, rejection } from '../reasons.js';
import type { Found } from '../walk.js';

/** Imports a file as an attachment, unless what it holds is what was imported from it before. */
export async function takeFile(run: ImportRun, found: Found): Promise<Outcome> {
  const taken =
    found.rejection ?? (await withFile(found.location, (handle, { size }) => take(run, found, handle, size)));
  return 'status' in taken ? taken : rejected(taken);
}

async function take(run: ImportRun, found: Found, handle: FileHandle, size: number): Promise<Outcome | Rejection> {
  const { library, parameters } = run;
  const maxBytes = library.config['resources.max_bytes'];
  if (size > maxBytes) return rejection('too_large');
  const source = { kind: parameters.format, id: `${parameters.source}:${found.path}` };
  const known = library.store.read(({ resources }) => resources.ofSource(source));
  if (known !== undefined) {
    const unchanged = { status: 'unchanged', resourceId: known.id } as const;
    if (known.sha256 === (await digestOf(handle, maxBytes))) return { ...unchanged, warnings: [] };
    if (parameters.on_duplicate === 'skip')
      return { ...unchanged, warnings: ['it changed; its attachment is left as it is'] };
  }
  const resourceId = run.dryRun ? newId('resource') : await admit(run, found, source, handle, maxBytes);
  if (resourceId === undefined) return rejection('too_large');
  return { status: known === undefined ? 'imported' : 'updated', resourceId, warnings: [] };
}

/** Stores a file with where it came from; undefined when it has grown too large meanwhile. */
async function admit(
  { library, write, now }: ImportRun,
  { path }: Found,
  source: Source,
  handle: FileHandle,
  maxBytes: number,
): Promise<string | undefined> {
  const { blobs } = library.store;
  const received = await blobs.receive(piecesOf(handle, maxBytes), { maxBytes }).catch(unlessTooLarge);
  if (received === undefined) return undefined;
  try {
    const filename = basename(path);
    const mimeType = await fileMimeType(filename, received.head);
    return await write(({ resources }) => {
      const { resource } = resources.adopt(received, asResource({ filename, mimeType }, now()));
      resources.recordSource(resource, source, now());
      return resource.id;
    });
  } finally {
    blobs.discard(received);
  }
}

function unlessTooLarge(error: unknown): undefined {
  if (error instanceof StorageError && error.reason === 'too_large') return undefined;
  throw error;
}

async function digestOf(handle: FileHandle, maxBytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(handle, maxBytes)) hash.update(piece);
  return hash.digest('hex');
}

/** At most one byte more than may be: a file can grow while it is read. */
const piecesOf = (handle: FileHandle, maxBytes: number) =>
  handle.createReadStream({ start: 0, end: maxBytes, autoClose: false }) as AsyncIterable<Buffer>;
