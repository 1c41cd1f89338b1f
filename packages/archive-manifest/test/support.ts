import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ArchiveErrorCode,
  type ArchiveRecords,
  type ByteReader,
  commitManifest,
  type Manifest,
  NotRegularFile,
  parseManifest,
  serializeManifest,
  type VerifyLevel,
  type VerifyReport,
  verifyArchive,
} from '../src/index.js';
import { type ArchiveSource, type ArchiveWriterOptions, nodeSha256, writeArchive } from '../src/node/index.js';
import vectors from '../vectors/libraries.json' with { type: 'json' };

export const SEED = 20_261_121;
export const ARCHIVES = vectors.archives as { name: string; library: Library; options: ArchiveWriterOptions }[];
type Library = keyof typeof vectors.libraries;

/** True when the readers in Python can run here. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

export const computeSha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

export function makeBlob(content: Uint8Array | string) {
  const bytes = Buffer.from(content);
  return { sha256: computeSha256(bytes), sizeBytes: bytes.length, read: () => [bytes] };
}

/** Returns a library of the vectors as input of a writer. */
export function readLibrary(name: Library): ArchiveSource {
  const { about, records, blobs } = vectors.libraries[name];
  return { ...(about as ArchiveSource), records: records as ArchiveSource['records'], blobs: blobs.map(makeBlob) };
}

/** Copies a record of the vectors, so that a test can change it. */
export const sampleRecord = <Entity extends keyof ArchiveRecords>(entity: Entity) =>
  structuredClone(vectors.libraries.full.records[entity][0]) as unknown as ArchiveRecords[Entity];

export const goldenFolder = (name: string) => fileURLToPath(new URL(`../vectors/archives/${name}`, import.meta.url));

/** Calls `use` with a temporary folder and removes it afterwards. */
export async function withFolder<Value>(use: (folder: string) => Value | Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'notes-archive-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Files = Map<string, Uint8Array>;

/** Reads every file below a folder, by its path. */
export function readFiles(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [relative(folder, path), new Uint8Array(readFileSync(path))]));
}

export const goldenFiles = (name: string) => readFiles(goldenFolder(name));

/** Returns the files of an archive of some library. */
export const makeArchiveFiles = (source: ArchiveSource, options?: ArchiveWriterOptions) =>
  withFolder((folder) => {
    writeArchive(join(folder, 'archive'), source, options);
    return readFiles(join(folder, 'archive'));
  });

/** Returns a reader of an archive in memory; `special` lists paths that are not regular files. */
export function createReader(files: ReadonlyMap<string, Uint8Array>, special: readonly string[] = []): ByteReader {
  return {
    size: async (path) => {
      if (special.includes(path)) throw new NotRegularFile(path);
      return files.get(path)?.length ?? null;
    },
    read: async (path, offset, length) => files.get(path)?.subarray(offset, offset + length) ?? new Uint8Array(),
    countFiles: async () => files.size,
  };
}

export const verify = (reader: ByteReader, level: VerifyLevel): Promise<VerifyReport> =>
  verifyArchive(reader, { level, hash: nodeSha256, schemaVersion: 12 });

/** Returns the distinct codes of a report. */
export const listCodes = ({ problems }: VerifyReport) => [...new Set(problems.map(({ code }) => code))].sort();

/** Returns the lowest level that finds a problem, and its codes. */
export async function firstFinding(
  reader: ByteReader,
): Promise<{ level: VerifyLevel; codes: ArchiveErrorCode[] } | null> {
  for (const level of [0, 1, 2, 3] as const) {
    const codes = listCodes(await verify(reader, level));
    if (codes.length > 0) return { level, codes };
  }
  return null;
}

export function manifestIn(files: Files): Manifest {
  const parsed = parseManifest(files.get('manifest.json') ?? '');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** Returns the archive with its manifest changed and committed anew, as a hostile writer would. */
export function withManifest(files: Files, change: (manifest: Manifest) => Manifest): Files {
  const { commit_sha256: _, ...changed } = change(manifestIn(files));
  const text = serializeManifest(commitManifest(changed));
  return new Map(files).set('manifest.json', new TextEncoder().encode(text));
}

/** Damage to a file in the vectors; one member is set. */
export interface Damage {
  readonly delete?: boolean;
  readonly zero?: boolean;
  /** New length in bytes. */
  readonly truncate?: number;
  /** Bytes in hexadecimal. */
  readonly append?: string;
  /** Offset of a byte and number of its bit. */
  readonly flip?: readonly number[];
  /** Path of the file whose bytes are copied. */
  readonly copy?: string;
}

export function damageFile(files: Files, path: string, damage: Damage): Files {
  const { append = '', copy = path, flip: [byte, bit = 0] = [] } = damage;
  const result = new Map(files);
  result.delete(path);
  if (damage.delete) return result;
  const source = files.get(copy) as Uint8Array;
  const bytes = Buffer.concat([source.subarray(0, damage.truncate), Buffer.from(append, 'hex')]);
  if (damage.zero) bytes.fill(0);
  if (byte !== undefined) bytes[byte] = (bytes[byte] as number) ^ (1 << bit);
  return result.set(path, new Uint8Array(bytes));
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}
