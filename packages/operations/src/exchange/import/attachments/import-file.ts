import { createHash } from 'node:crypto';
import { createRejection, type FileItem, type OpenFile, type Rejection } from '@notes/note-formats';
import { type Source, StorageError } from '@notes/storage';
import { toNewResource } from '../../../notes/resources/admit.js';
import { decideMimeType } from '../../../notes/resources/file-type.js';
import { newId } from '../../../platform/ids.js';
import { fileSources } from '../identity.js';
import type { ImportRun } from '../import-run.js';
import type { Outcome } from '../outcome.js';
import { toRejectedOutcome } from '../outcome.js';

/** Imports a file as an attachment, unless its bytes were imported before. */
export async function importFile(run: ImportRun, file: FileItem): Promise<Outcome> {
  const taken = file.rejection ?? (await file.open((open) => importOpenFile(run, file, open)));
  return 'status' in taken ? taken : toRejectedOutcome(taken);
}

async function importOpenFile(run: ImportRun, file: FileItem, open: OpenFile): Promise<Outcome | Rejection> {
  const { library, parameters } = run;
  const maxBytes = library.config['resources.max_bytes'];
  if (open.sizeBytes > maxBytes) return createRejection('too_large');
  const warnings = checkLength(file, open);
  const sources = fileSources(parameters, file);
  const [source] = sources as [Source];
  const known = library.store.read(({ resources }) => {
    for (const each of sources) {
      const found = resources.findBySource(each);
      if (found !== undefined) return found;
    }
    return undefined;
  });
  if (known !== undefined) {
    const unchanged = { status: 'unchanged', resourceId: known.id } as const;
    if (known.sha256 === (await computeDigest(open.pieces(maxBytes)))) return { ...unchanged, warnings };
    if (parameters.on_duplicate === 'skip')
      return { ...unchanged, warnings: [...warnings, 'the file changed, but its attachment is unchanged'] };
  }
  const resourceId = run.dryRun ? newId('resource') : await storeFile(run, file, source, open, maxBytes);
  if (resourceId === undefined) return createRejection('too_large');
  return { status: known === undefined ? 'imported' : 'updated', resourceId, warnings };
}

const checkLength = ({ declaredBytes }: FileItem, { sizeBytes }: OpenFile): string[] =>
  declaredBytes === undefined || declaredBytes === sizeBytes
    ? []
    : [`the file has ${sizeBytes} bytes, but the source declares ${declaredBytes}`];

/** Stores a file with its source; undefined when it has grown too large meanwhile. */
async function storeFile(
  { library, write, now }: ImportRun,
  { filename, mimeType: declared }: FileItem,
  source: Source,
  open: OpenFile,
  maxBytes: number,
): Promise<string | undefined> {
  const { blobs } = library.store;
  const received = await blobs.receive(open.pieces(maxBytes), { maxBytes }).catch(ignoreTooLarge);
  if (received === undefined) return undefined;
  try {
    const mimeType = await decideMimeType({ filename, declared, head: received.head });
    return await write(({ resources }) => {
      const createdAt = Math.min(open.modifiedAt ?? now(), now());
      const { resource } = resources.adopt(received, toNewResource({ filename, mimeType }, createdAt), now());
      resources.recordImport(resource, source, now());
      return resource.id;
    });
  } finally {
    blobs.discard(received);
  }
}

function ignoreTooLarge(error: unknown): undefined {
  if (error instanceof StorageError && error.reason === 'too_large') return undefined;
  throw error;
}

/** Returns the SHA-256 digest (hex) of some bytes. */
export async function computeDigest(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
