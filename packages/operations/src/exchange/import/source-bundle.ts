import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Output } from '@notes/contract';
import { type FileItem, fileTree, folderTree, getNoteFilePattern, type Rejection } from '@notes/note-formats';
import type { ReceivedBlob } from '@notes/storage';
import { idForSource } from '../../platform/ids.js';
import type { ImportRun } from './import-run.js';
import type { SourcePath } from './source.js';

type Bundle = NonNullable<Output<'importFolder'>['bundle']>;
type BundleContext = Pick<ImportRun, 'library' | 'parameters' | 'write' | 'now'>;

const READ_AT_ONCE = 8;
const INVENTORY = 'inventory';

/**
 * Stores a record of the imported source: the file itself, up to `imports.max_kept_bytes`, else an inventory. An
 * inventory is a JSON Lines file with the source first and then each file with notes and its SHA-256 digest. Each
 * source has one bundle.
 *
 * @returns the stored bundle; null when the source cannot be read any more
 */
export async function keepBundle(run: BundleContext, found: SourcePath, signal: AbortSignal): Promise<Bundle | null> {
  const { library, parameters, write, now } = run;
  const { blobs } = library.store;
  const { format, source } = parameters;
  // The bundle of a single file does not replace the bundle of its folder.
  const part = found.within === undefined ? source : `${source}:${found.within.path}`;
  const id = idForSource('source_bundle', { kind: format, id: part });
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
  /** File extension, or `inventory`. */
  readonly kind: string;
  readonly bytes: ReceivedBlob;
}

async function receive(run: BundleContext, found: SourcePath, signal: AbortSignal): Promise<Received | null> {
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
  const listed = found.isFolder ? files.filter(({ path }) => getNoteFilePattern(format).test(path)) : files;
  return { kind: INVENTORY, bytes: await blobs.receive(writeInventory(run, listed), options) };
}

async function* writeInventory({ parameters }: BundleContext, files: readonly FileItem[]): AsyncGenerator<Buffer> {
  const { format, source } = parameters;
  yield toInventoryLine({ format, source });
  for (let at = 0; at < files.length; at += READ_AT_ONCE) {
    const lines = await Promise.all(files.slice(at, at + READ_AT_ONCE).map(readInventoryLine));
    yield Buffer.concat(lines);
  }
}

/** Returns the line of a file; empty for a file that cannot be read, whose notes are rejected. */
async function readInventoryLine(file: FileItem): Promise<Buffer> {
  const entry =
    file.rejection ??
    (await file.open(async ({ sizeBytes, pieces }) => {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of pieces(sizeBytes)) {
        hash.update(piece);
        size += piece.length;
      }
      return toInventoryLine({ path: file.path, sha256: hash.digest('hex'), size_bytes: size });
    }));
  return Buffer.isBuffer(entry) ? entry : Buffer.alloc(0);
}

const toInventoryLine = (value: Readonly<Record<string, string | number>>) => Buffer.from(`${JSON.stringify(value)}\n`);
