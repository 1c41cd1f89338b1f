import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Output } from '@notes/contract';
import type { ReceivedBlob } from '@notes/storage';
import { idOfSource } from '../ids.js';
import { fileTree, folderTree } from './files/folder.js';
import type { ImportRun } from './import-run.js';
import type { FileItem } from './item.js';
import { notesFiles } from './open-source.js';
import type { Rejection } from './reasons.js';
import type { SourcePath } from './source.js';

type Bundle = NonNullable<Output<'importFolder'>['bundle']>;
type Keeping = Pick<ImportRun, 'library' | 'parameters' | 'write' | 'now'>;

const READ_AT_ONCE = 8;
const INVENTORY = 'inventory';

/**
 * Keeps what a source was when it was imported: the file itself, up to `imports.max_kept_bytes`; of a larger one and of a
 * folder an inventory, which is JSON Lines with the source first and then each file that notes are read from, with its
 * SHA-256. There is one for each source; null when nothing of it can be read any more.
 */
export async function keepBundle(run: Keeping, found: SourcePath, signal: AbortSignal): Promise<Bundle | null> {
  const { library, parameters, write, now } = run;
  const { blobs } = library.store;
  const id = idOfSource('source_bundle', { kind: parameters.format, id: parameters.source });
  const received = await receive(run, found, signal);
  if (received === null) return null;
  try {
    const { kind, bytes } = received;
    await write(({ sourceBundles }) => sourceBundles.keep(bytes, { id, kind }, now()));
    return { id, kind, sha256: bytes.sha256, size_bytes: bytes.sizeBytes };
  } finally {
    blobs.discard(received.bytes);
  }
}

interface Received {
  /** The ending of the file's name, or that it is an inventory. */
  readonly kind: string;
  readonly bytes: ReceivedBlob;
}

async function receive(run: Keeping, found: SourcePath, signal: AbortSignal): Promise<Received | null> {
  const { blobs } = run.library.store;
  const maxBytes = run.library.config['imports.max_kept_bytes'];
  const { files } = await (found.isFolder ? folderTree(found.path) : fileTree(found.path)).walk(signal);
  signal.throwIfAborted();
  const options = { maxBytes: Number.POSITIVE_INFINITY, signal };
  const [only] = found.isFolder ? [] : files;
  const original = await only?.open(async (file): Promise<Received | Rejection | 'large'> => {
    if (file.sizeBytes > maxBytes) return 'large';
    const bytes = await blobs.receive(file.pieces(file.sizeBytes), options);
    return { kind: extname(found.path).slice(1).toLowerCase(), bytes };
  });
  if (original !== undefined && original !== 'large') return 'reason' in original ? null : original;
  const { format } = run.parameters;
  const listed = found.isFolder ? files.filter(({ path }) => notesFiles(format).test(path)) : files;
  return { kind: INVENTORY, bytes: await blobs.receive(inventory(run, listed), options) };
}

async function* inventory({ parameters }: Keeping, files: readonly FileItem[]): AsyncGenerator<Buffer> {
  const { format, source } = parameters;
  yield line({ format, source });
  for (let at = 0; at < files.length; at += READ_AT_ONCE) {
    const lines = await Promise.all(files.slice(at, at + READ_AT_ONCE).map(entryOf));
    yield Buffer.concat(lines);
  }
}

/** The line of a file; none of one that cannot be read, whose notes are rejected. */
async function entryOf(file: FileItem): Promise<Buffer> {
  const entry =
    file.rejection ??
    (await file.open(async ({ sizeBytes, pieces }) => {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of pieces(sizeBytes)) {
        hash.update(piece);
        size += piece.length;
      }
      return line({ path: file.path, sha256: hash.digest('hex'), size_bytes: size });
    }));
  return Buffer.isBuffer(entry) ? entry : Buffer.alloc(0);
}

const line = (value: Readonly<Record<string, string | number>>) => Buffer.from(`${JSON.stringify(value)}\n`);
