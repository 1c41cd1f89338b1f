import { createHash, randomBytes } from 'node:crypto';
import nodeFs from 'node:fs/promises';
import { ARTIFACT_CLASSES, type ArtifactClass, isArtifactClass } from '../artifact-class.js';
import { type ArtifactPage, type Carrier, CarrierError, type CarrierIdentity } from '../carrier/carrier.js';
import { isNamespace } from '../carrier/names.js';
import type { PairingBoxes } from '../control/pairing/pairing-boxes.js';
import { MAX_ARTIFACT_BYTES } from '../frames/header.js';
import { parseArtifactName } from '../frames/name.js';
import { CarrierFiles, type CarrierFs } from './carrier-files.js';
import { MARKER, readMarker, repairMarker, writeMarker } from './carrier-marker.js';
import { DirectoryPairing } from './directory-pairing.js';

const NAMESPACES = 'n';
const SCRATCH = '.tmp';
const MAX_SCRATCH_AGE_MS = 24 * 60 * 60 * 1000;
const SHARD = /^[0-9a-f]{2}$/;
/** Names in lower case that file systems, desktops and network storage create by themselves, beside hidden ones. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  'lost+found',
  'system volume information',
  '$recycle.bin',
  'desktop.ini',
  'thumbs.db',
  'icon\r',
  '@eadir',
  '#recycle',
]);
/** Maximum number of foreign files that are counted. */
const MAX_FOREIGN_FILES = 100_000;

/** Options of a carrier in a folder. */
export interface DirectoryCarrierOptions {
  /** Replica that opens the carrier; its artifacts are written to the namespace of this name. */
  readonly replicaId: string;
  readonly fs?: CarrierFs | undefined;
}

/**
 * Inspects a folder to be used as a carrier: it is empty, or a carrier already.
 *
 * @param wasCarrier true for a folder that was a carrier: its disk may not be mounted, or its files may still be copied
 * @throws CarrierError `not_a_carrier` for a file, a damaged marker, or a folder with other content; `unreachable` when
 *   it cannot be read, and for other content in a folder that was a carrier
 */
export async function inspectDirectory(
  root: string,
  fs: CarrierFs = nodeFs,
  wasCarrier = false,
): Promise<{ readonly state: 'empty' } | { readonly state: 'carrier'; readonly identity: CarrierIdentity }> {
  const files = new CarrierFiles(root, fs);
  const identity = await readMarker(files);
  if (identity !== null) return { state: 'carrier', identity };
  const folder = await files.stat('');
  if (folder === null)
    throw new CarrierError('unreachable', 'There is no such folder. Create it, or check that its disk is mounted.');
  if (folder.isFile()) throw new CarrierError('not_a_carrier', 'This is a file, not a folder. Choose a folder.');
  // Hidden entries are ignored, because file sync programs and desktops create some.
  const isVisible = (name: string) => !name.startsWith('.') && !SYSTEM_NAMES.has(name.toLowerCase());
  const visible = (await files.entries('')).filter(({ name }) => isVisible(name));
  if (visible.some(({ name }) => name === NAMESPACES))
    throw new CarrierError(
      wasCarrier ? 'unreachable' : 'not_a_carrier',
      `${MARKER} is missing in the folder. Run notes sync run on a device that has used this folder, or copy the whole folder again.`,
    );
  if (visible.length > 0)
    throw wasCarrier
      ? new CarrierError(
          'unreachable',
          'The folder contains other files, but it was the sync folder before. Check that its disk is mounted.',
        )
      : new CarrierError(
          'not_a_carrier',
          'The folder contains other files. Choose an empty folder, or the sync folder of this group.',
        );
  return { state: 'empty' };
}

/**
 * Makes an empty folder a carrier of a library.
 *
 * @throws CarrierError as `inspectDirectory`; `conflict` when the folder is a carrier already
 */
export async function createDirectoryCarrier(
  root: string,
  databaseId: string,
  fs: CarrierFs = nodeFs,
): Promise<CarrierIdentity> {
  const found = await inspectDirectory(root, fs);
  if (found.state === 'carrier') throw new CarrierError('conflict', 'The folder is already a sync folder.');
  return await writeMarker(new CarrierFiles(root, fs), databaseId, randomBytes(16));
}

/**
 * Repairs the marker of a carrier that has the namespace of a replica, see `repairMarker`. A folder without the
 * namespace stays as it is, because its disk may not be mounted.
 *
 * @throws CarrierError `unreachable` when the folder cannot be read or written
 */
export async function repairDirectoryCarrier(
  root: string,
  identity: CarrierIdentity,
  replicaId: string,
  fs: CarrierFs = nodeFs,
): Promise<void> {
  const files = new CarrierFiles(root, fs);
  if ((await files.stat(`${NAMESPACES}/${replicaId}`)) !== null) await repairMarker(files, identity);
}

/**
 * Carrier in a folder that several devices can access: a disk, a network share, or a folder that a program
 * synchronises. Artifacts are files under `n/<namespace>/<class>/<two digits>/`; they are written atomically and never
 * changed.
 */
export class DirectoryCarrier implements Carrier {
  readonly pairing: PairingBoxes;
  readonly #files: CarrierFiles;
  readonly #own: string;
  readonly #foreign = new Set<string>();
  /** Listing that was started last. It is kept for its next pages, so 256 folders are read once. */
  #listing: { readonly folder: string; readonly names: readonly string[]; readonly next: string | null } | null = null;
  #tidied = false;

  constructor(root: string, { replicaId, fs = nodeFs }: DirectoryCarrierOptions) {
    this.#files = new CarrierFiles(root, fs, MARKER);
    this.#own = `${NAMESPACES}/${replicaId}`;
    this.pairing = new DirectoryPairing(this.#files);
  }

  async identity(): Promise<CarrierIdentity> {
    const identity = await readMarker(this.#files);
    if (identity === null)
      throw new CarrierError(
        'not_a_carrier',
        'The folder is not a sync folder: it has no service-sync-carrier.json. Check that its disk is mounted.',
      );
    return identity;
  }

  foreignFiles(): number {
    return this.#foreign.size;
  }

  async namespaces(): Promise<readonly string[]> {
    const entries = await this.#files.entries(NAMESPACES);
    return entries
      .filter((entry) => this.#noteForeign(NAMESPACES, entry.name, entry.isDirectory() && isNamespace(entry.name)))
      .map(({ name }) => name)
      .sort();
  }

  async list(
    namespace: string,
    artifactClass: ArtifactClass,
    after: string | null,
    limit: number,
  ): Promise<ArtifactPage> {
    const folder = getClassFolder(namespace, artifactClass);
    if (folder === null) return { artifacts: [], next: null };
    const names = await this.#listNames(folder, artifactClass, after);
    const rest = after === null ? names : names.slice(findFirstAfter(names, after));
    const page = rest.slice(0, limit);
    const next = rest.length > limit ? (page.at(-1) ?? null) : null;
    this.#listing = next === null ? null : { folder, names, next };
    const found = await Promise.all(page.map((name) => this.#files.stat(getPath(folder, name))));
    // A network share may list a removed file for some time.
    return { artifacts: page.flatMap((name, at) => toListed(name, found[at]?.size)), next };
  }

  async get(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    range?: { readonly start: number; readonly length: number },
  ): Promise<Uint8Array | null> {
    const folder = getClassFolder(namespace, artifactClass);
    if (folder === null || parseArtifactName(artifactClass, name) === null) return null;
    const bytes = await this.#readWhole(getPath(folder, name), name);
    return range === undefined || bytes === null ? bytes : bytes.slice(range.start, range.start + range.length);
  }

  async put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void> {
    if (
      parseArtifactName(artifactClass, name) === null ||
      !matchesName(name, bytes) ||
      bytes.length > MAX_ARTIFACT_BYTES
    )
      throw new CarrierError('refused', `Not a valid artifact: ${name}.`);
    await this.#tidy();
    const path = getPath(`${this.#own}/${artifactClass}`, name);
    // An existing file with other bytes is an incomplete copy of this artifact, or damaged.
    if ((await this.#files.stat(path)) !== null && (await this.#readWhole(path, name)) !== null) {
      // The process that put it may have been killed before its name was durable.
      await this.#files.syncParent(path);
      return;
    }
    await this.#files.write(path, bytes, `${this.#own}/${SCRATCH}`);
    this.#foreign.delete(path);
  }

  async remove(artifactClass: ArtifactClass, name: string): Promise<void> {
    if (parseArtifactName(artifactClass, name) !== null)
      await this.#files.remove(getPath(`${this.#own}/${artifactClass}`, name));
  }

  /**
   * Returns a fingerprint of the artifacts of all replicas but `except`: their number and last name by class. It
   * changes when another replica publishes or removes an artifact.
   */
  async tally(except: string): Promise<string> {
    const lines: string[] = [];
    for (const namespace of await this.namespaces())
      for (const artifactClass of namespace === except ? [] : ARTIFACT_CLASSES) {
        const names = await this.#listNames(`${NAMESPACES}/${namespace}/${artifactClass}`, artifactClass, null);
        if (names.length > 0) lines.push(`${namespace} ${artifactClass} ${names.length} ${names.at(-1)}`);
      }
    return lines.sort().join('\n');
  }

  async #listNames(folder: string, artifactClass: ArtifactClass, after: string | null): Promise<readonly string[]> {
    const begun = this.#listing;
    if (after !== null && begun?.folder === folder && begun.next === after) return begun.names;
    const shards = await this.#files.entries(folder);
    const found = await Promise.all(
      shards
        .filter(({ name }) => this.#noteForeign(folder, name, SHARD.test(name)))
        .map(({ name }) => this.#listNamesIn(`${folder}/${name}`, name, artifactClass)),
    );
    return found.flat().sort();
  }

  async #listNamesIn(folder: string, shard: string, artifactClass: ArtifactClass): Promise<string[]> {
    const entries = await this.#files.entries(folder);
    return entries
      .filter((entry) => {
        const { name } = entry;
        const named = parseArtifactName(artifactClass, name)?.digest.startsWith(shard) ?? false;
        return this.#noteForeign(folder, name, named && entry.isFile());
      })
      .map(({ name }) => name);
  }

  /** Reads a complete artifact; returns null when it does not exist or does not match the digest in its name. */
  async #readWhole(path: string, name: string): Promise<Uint8Array | null> {
    const bytes = await this.#files.read(path, MAX_ARTIFACT_BYTES);
    if (bytes !== null && matchesName(name, bytes)) {
      this.#foreign.delete(path);
      return bytes;
    }
    if ((await this.#files.stat(path)) !== null) this.#noteForeign('', path, false);
    return null;
  }

  #noteForeign(folder: string, name: string, ours: boolean): boolean {
    if (!ours && this.#foreign.size < MAX_FOREIGN_FILES) this.#foreign.add(folder === '' ? name : `${folder}/${name}`);
    return ours;
  }

  /**
   * Removes scratch files that earlier runs of this replica left behind: old ones, and those that a disk with another
   * clock dates far into the future. One that cannot be removed stays.
   */
  async #tidy(): Promise<void> {
    if (this.#tidied) return;
    this.#tidied = true;
    for (const { name } of await this.#files.entries(`${this.#own}/${SCRATCH}`)) {
      const path = `${this.#own}/${SCRATCH}/${name}`;
      const found = await this.#files.stat(path);
      if (found !== null && Math.abs(Date.now() - found.mtimeMs) > MAX_SCRATCH_AGE_MS)
        await this.#files.remove(path).catch(() => undefined);
    }
  }
}

/** Returns the folder of a class; null for an invalid namespace or class, which may come from another device. */
function getClassFolder(namespace: string, artifactClass: ArtifactClass): string | null {
  const named = isNamespace(namespace) && isArtifactClass(artifactClass);
  return named ? `${NAMESPACES}/${namespace}/${artifactClass}` : null;
}

const toListed = (name: string, sizeBytes: number | undefined) =>
  sizeBytes === undefined ? [] : [{ name, sizeBytes }];

/** Returns the digest part of a name. */
const getDigest = (name: string) => name.slice(-32);

const getPath = (folder: string, name: string) => `${folder}/${getDigest(name).slice(0, 2)}/${name}`;

const matchesName = (name: string, bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest('hex').startsWith(getDigest(name));

/** Returns the index of the first name above `after`, by binary search in ascending names. */
function findFirstAfter(names: readonly string[], after: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] as string) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
