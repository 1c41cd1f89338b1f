import fs, { constants, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LIMITS } from '../limits.js';
import { checkManifest } from '../manifest/check.js';
import { verifyCommit } from '../manifest/commit.js';
import { locateObject } from '../manifest/location.js';
import { parseManifest } from '../manifest/parse.js';
import type { Manifest } from '../manifest/schema.js';
import { EXPORT_FOLDER, EXPORT_OWNER_PATH, fanoutPath, formerManifestPath, MANIFEST_PATH, packPath } from '../paths.js';
import {
  ArchiveError,
  type ArchiveErrorOptions,
  failWith,
  makeProblem,
  type Problem,
  type Result,
} from '../problems.js';
import { isDesktopFile } from './desktop-files.js';
import { type ArchiveFs, getErrorCode, unlessMissing } from './fs.js';
import { nodeSha256 } from './hash.js';

/** State of the target folder of an export. Every other folder holds foreign data. */
export type TargetState =
  | { readonly kind: 'empty' }
  /** An export that was stopped before its first manifest. `databaseId` is null where the export did not record it. */
  | { readonly kind: 'unfinished'; readonly databaseId: string | null; readonly isLocked: boolean }
  | { readonly kind: 'archive'; readonly manifest: Manifest };

/** A link is not followed, and a pipe does not wait for its other end. Windows has neither flag. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const LOCK = 'lock';
const OWNER = EXPORT_OWNER_PATH.slice(EXPORT_FOLDER.length + 1);
/** Files of the writer itself in the folder of an unfinished export. */
const DRAFT = /^(?:draft-\d{1,9}|manifest\.json|former\.json)$/;
/** Databases of the program that runs the writer: its lock, and the objects it knows. */
const DATABASE = /^(?:lock|known\.db|named\.db)$/;
const DATABASE_LOG = /^(?:lock|known\.db|named\.db)-(?:journal|wal|shm)$/;
const DATABASE_HEADER = 'SQLite format 3\0';
const DATABASE_ID = /^[a-z0-9][a-z0-9_.:-]{1,127}\n$/;
const MAX_OWNER_BYTES = 256;
const UNFINISHED: ReadonlySet<string> = new Set([EXPORT_FOLDER, 'objects', 'packs']);
const HEX_PAIR = /^[0-9a-f]{2}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const PACK = /^([0-9a-f]{64})\.pack$/;

/**
 * Reads what a folder holds before an archive is written into it. Changes nothing.
 *
 * @throws ArchiveError `archive_target_not_empty` for a folder that is neither empty nor holds a valid manifest nor
 *   only an unfinished export; `archive_not_regular` where the folder itself, or a folder or file that the export would
 *   use, is a link or something else
 */
export function readTargetState(directory: string, files: ArchiveFs = fs): TargetState {
  refuseLink(directory, files);
  const names = (unlessMissing(() => files.readdirSync(directory)) ?? []).filter((name) => !isDesktopFile(name));
  if (names.length === 0) return { kind: 'empty' };
  const hasFormer = names.includes(dirname(formerManifestPath('')));
  if (names.includes(MANIFEST_PATH)) {
    const manifest = readManifestFile(join(directory, MANIFEST_PATH), files);
    if (manifest.ok) {
      checkFolders(directory, manifest.value, files);
      return { kind: 'archive', manifest: manifest.value };
    }
    throw notAnArchive(directory, `its manifest.json is invalid (${describeFirst(manifest.problems)})`, {
      advice: hasFormer ? FORMER_ADVICE : COPY_ADVICE,
    });
  }
  if (hasFormer)
    throw notAnArchive(directory, 'it contains the folder manifests and no manifest.json', { advice: FORMER_ADVICE });
  if (!names.includes(EXPORT_FOLDER))
    throw notAnArchive(directory, `it contains ${quoteName(names[0])} and no manifest.json`);
  const foreign = names.find((name) => !UNFINISHED.has(name));
  if (foreign !== undefined) throw notAnArchive(directory, `it contains ${quoteName(foreign)} and no manifest.json`);
  return new UnfinishedExport(directory, files).read();
}

/**
 * Reads a manifest and checks it as level 0 of a verification does, except for the abilities of the reader.
 *
 * @throws the error of the system when the disk fails
 */
export function readManifestFile(path: string, files: ArchiveFs = fs): Result<Manifest> {
  const bytes = readRegularFile(path, LIMITS.manifestBytes, files);
  if (!(bytes instanceof Uint8Array)) return failWith(bytes);
  const parsed = parseManifest(bytes);
  if (!parsed.ok) return parsed;
  const [wrong] = checkManifest(parsed.value);
  if (wrong !== undefined) return failWith(wrong);
  return verifyCommit(parsed.value, nodeSha256)
    ? parsed
    : failWith(makeProblem('archive_commit_mismatch', 'The manifest was altered after it was written'));
}

/**
 * Rejects a link in place of the folder.
 * @throws ArchiveError `archive_not_regular`
 */
function refuseLink(directory: string, files: ArchiveFs): void {
  if (unlessMissing(() => files.lstatSync(directory))?.isSymbolicLink() !== true) return;
  const target = unlessMissing(() => realpathSync.native(directory));
  if (target === null)
    throw new ArchiveError('archive_not_regular', `${directory} is a link to a folder that does not exist`);
  throw new ArchiveError('archive_not_regular', `${directory} is a link`, {
    advice: `Export to the folder it points to: ${target}.`,
  });
}

const PARTS = [EXPORT_FOLDER, 'objects', 'packs', dirname(formerManifestPath(''))];

/**
 * Checks that the folders an export reads first, or writes into, are real folders.
 *
 * @throws ArchiveError `archive_not_regular`
 */
function checkFolders(directory: string, { index }: Manifest, files: ArchiveFs): void {
  const folders = new Set(PARTS);
  for (const object of index) {
    const segments = locateObject(object).path.split('/');
    for (let n = 1; n < segments.length; n += 1) folders.add(segments.slice(0, n).join('/'));
  }
  for (const folder of folders) checkFolder(join(directory, folder), files);
}

/**
 * Checks that a path is a folder or does not exist; a link is not followed.
 *
 * @returns false where nothing has this path
 * @throws ArchiveError `archive_not_regular`
 */
export function checkFolder(path: string, files: Pick<ArchiveFs, 'lstatSync'> = fs): boolean {
  const found = unlessMissing(() => files.lstatSync(path));
  if (found === null) return false;
  if (found.isDirectory()) return true;
  const kind = found.isSymbolicLink() ? 'a link' : found.isFile() ? 'a file' : 'a device';
  throw new ArchiveError('archive_not_regular', `${path} must be a folder, but it is ${kind}`);
}

const COPY_ADVICE = 'Choose another folder, or put the manifest.json of another copy of the archive in its place.';
const FORMER_ADVICE =
  'Choose another folder. To continue this archive, put the manifest.json of another copy, or the newest valid file in the folder manifests, in its place.';

const describeFirst = ([first]: readonly Problem[]) =>
  first === undefined ? 'unknown problem' : `${first.code}: ${first.detail}`;
/** Quotes a name, because names of foreign files may hold anything. */
const quoteName = (name: string | undefined) => JSON.stringify(name ?? '');

const notAnArchive = (directory: string, reason: string, options?: ArchiveErrorOptions) =>
  new ArchiveError('archive_target_not_empty', `${directory} is not an archive: ${reason}`, options);

const UNREADABLE: Readonly<Record<string, string>> = {
  EACCES: 'The file cannot be read: permission denied',
  EPERM: 'The file cannot be read: permission denied',
  ELOOP: 'The file is a link',
  EMLINK: 'The file is a link',
  ENXIO: 'The file is a socket',
};

/** Returns the bytes of a regular file, or the reason why it is not read. */
function readRegularFile(path: string, maxBytes: number, files: ArchiveFs): Uint8Array | Problem {
  let descriptor: number;
  try {
    descriptor = files.openSync(path, READ);
  } catch (error) {
    const reason = UNREADABLE[getErrorCode(error) ?? ''];
    if (reason === undefined) throw error;
    return makeProblem('archive_not_regular', reason);
  }
  try {
    const found = files.fstatSync(descriptor);
    if (!found.isFile()) return makeProblem('archive_not_regular', 'The path is not a regular file');
    if (found.size > maxBytes)
      return makeProblem('archive_manifest_oversize', `The file has ${found.size} bytes; the maximum is ${maxBytes}`);
    const bytes = new Uint8Array(found.size);
    return bytes.subarray(0, files.readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    files.closeSync(descriptor);
  }
}

/** Recognises an export interrupted before its first manifest by the names and first bytes of everything in it. */
class UnfinishedExport {
  readonly #directory: string;
  readonly #fs: ArchiveFs;

  constructor(directory: string, files: ArchiveFs) {
    this.#directory = directory;
    this.#fs = files;
  }

  read(): TargetState {
    const names = this.#namesIn(EXPORT_FOLDER);
    for (const name of names) this.#checkExportFile(name);
    this.#checkObjects();
    this.#checkPacks();
    const databaseId = names.includes(OWNER) ? this.#head(EXPORT_OWNER_PATH, MAX_OWNER_BYTES).trimEnd() : '';
    return { kind: 'unfinished', databaseId: databaseId || null, isLocked: names.length === 0 || names.includes(LOCK) };
  }

  #checkExportFile(name: string): void {
    const path = `${EXPORT_FOLDER}/${name}`;
    if (!DATABASE.test(name) && !DATABASE_LOG.test(name) && !DRAFT.test(name) && name !== OWNER)
      throw this.#foreign(path);
    this.#checkFile(path);
    if (DATABASE.test(name) && !isDatabase(this.#head(path, DATABASE_HEADER.length))) throw this.#foreign(path);
    if (name === OWNER && !isOwner(this.#head(path, MAX_OWNER_BYTES))) throw this.#foreign(path);
  }

  #checkObjects(): void {
    for (const first of this.#pairsIn('objects'))
      for (const second of this.#pairsIn(first))
        for (const name of this.#namesIn(second))
          if (!SHA256.test(name) || `${second}/${name}` !== fanoutPath(name)) throw this.#foreign(`${second}/${name}`);
  }

  #checkPacks(): void {
    for (const folder of this.#pairsIn('packs'))
      for (const name of this.#namesIn(folder)) {
        const sha256 = PACK.exec(name)?.[1];
        if (sha256 === undefined || `${folder}/${name}` !== packPath(sha256)) throw this.#foreign(`${folder}/${name}`);
      }
  }

  /** Folders named by two digits of a digest. */
  #pairsIn(folder: string): string[] {
    const names = this.#namesIn(folder);
    const foreign = names.find((name) => !HEX_PAIR.test(name));
    if (foreign !== undefined) throw this.#foreign(`${folder}/${foreign}`);
    return names.map((name) => `${folder}/${name}`);
  }

  /** Returns the names in a folder; none where another export has just removed it. */
  #namesIn(folder: string): string[] {
    const at = join(this.#directory, folder);
    if (!checkFolder(at, this.#fs)) return [];
    return (unlessMissing(() => this.#fs.readdirSync(at)) ?? []).filter((name) => !isDesktopFile(name));
  }

  #checkFile(path: string): void {
    const at = join(this.#directory, path);
    const found = unlessMissing(() => this.#fs.lstatSync(at));
    if (found === null || found.isFile()) return;
    const kind = found.isDirectory() ? 'a folder' : found.isSymbolicLink() ? 'a link' : 'a device';
    throw new ArchiveError('archive_not_regular', `${at} must be a file, but it is ${kind}`);
  }

  /** Returns the first bytes of a file; empty where another export has just removed it. */
  #head(path: string, maxBytes: number): string {
    const descriptor = unlessMissing(() => this.#fs.openSync(join(this.#directory, path), READ));
    if (descriptor === null) return '';
    try {
      const bytes = Buffer.alloc(maxBytes);
      return bytes.toString('latin1', 0, this.#fs.readSync(descriptor, bytes, 0, maxBytes, 0));
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  #foreign(path: string): ArchiveError {
    return notAnArchive(this.#directory, `it contains ${quoteName(path)}, which no export creates`);
  }
}

/** An empty file is accepted: a process may end between the creation of a file and its first byte. */
const isDatabase = (head: string) => head === '' || head === DATABASE_HEADER;
const isOwner = (head: string) => head === '' || DATABASE_ID.test(head);
