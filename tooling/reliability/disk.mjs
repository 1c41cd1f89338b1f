// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {import('./trace.mjs').Call} Call */
/** @typedef {() => number} Random between 0 and 1 */
/** @typedef {{ at: number, data: Buffer } | { size: number }} Change effect of a write or a truncation on a file */
/** @typedef {{ synced: Buffer, changes: Change[] }} File */
/** @typedef {{ name: string, file: File | 'folder' | undefined }} Naming an entry made in a folder; undefined: removed */
/** @typedef {{ path: string, file: File | undefined, position: number }} Handle */

/** Bytes of a sector: disks tear a write between sectors, not within one. */
const SECTOR = 512;

/**
 * Model of a disk's guarantees: a file holds the data written before its last sync, and a folder has the names of its
 * last sync. Any part of later changes may be there.
 */
export class Disk {
  #root;
  #forgetful;
  /** @type {Map<number, Handle>} */
  #handles = new Map();
  /** @type {Map<string, File | 'folder'>} every name as the program sees it */
  #names = new Map();
  /** @type {Map<string, File | 'folder'>} */
  #syncedNames = new Map();
  /** @type {Map<string, Naming[]>} by folder */
  #renamings = new Map();

  /**
   * @param {string} root the folder to follow; it exists and is empty
   * @param {(path: string) => boolean} forgetful files whose syncs the disk answers without doing them
   */
  constructor(root, forgetful = () => false) {
    this.#root = root;
    this.#forgetful = forgetful;
  }

  apply(/** @type {Call} */ call) {
    const [path, other] = call.texts.map((text) => text.toString());
    const handle = this.#handles.get(call.numbers[0] ?? -1);
    switch (call.name) {
      case 'openat':
        return this.#open(/** @type {string} */ (path), call);
      case 'close':
        return void this.#handles.delete(call.numbers[0] ?? -1);
      case 'pwrite64':
        return this.#write(handle, call, call.numbers[2] ?? 0);
      case 'write':
      case 'writev':
        return this.#write(handle, call, undefined);
      case 'ftruncate':
        return void handle?.file?.changes.push({ size: call.numbers[1] ?? 0 });
      case 'fsync':
      case 'fdatasync':
        return this.#sync(handle);
      case 'mkdir':
        return this.#name(/** @type {string} */ (path), 'folder');
      case 'unlink':
        return this.#name(/** @type {string} */ (path), undefined);
      case 'link':
        return this.#name(/** @type {string} */ (other), this.#names.get(path ?? ''));
      case 'rename':
        this.#name(/** @type {string} */ (other), this.#names.get(path ?? ''));
        return this.#name(/** @type {string} */ (path), undefined);
    }
  }

  #open(/** @type {string} */ path, /** @type {Call} */ { flags, result }) {
    if (!path.startsWith(this.#root)) return void this.#handles.delete(result);
    if (flags.includes('O_CREAT') && !this.#names.has(path)) this.#name(path, { synced: Buffer.alloc(0), changes: [] });
    const found = this.#names.get(path);
    const file = found === 'folder' ? undefined : found;
    if (flags.includes('O_TRUNC')) file?.changes.push({ size: 0 });
    this.#handles.set(result, { path, file, position: 0 });
  }

  #write(/** @type {Handle | undefined} */ handle, /** @type {Call} */ call, /** @type {number | undefined} */ at) {
    if (handle?.file === undefined) return;
    const data = Buffer.concat(call.texts).subarray(0, call.result);
    handle.file.changes.push({ at: at ?? handle.position, data });
    if (at === undefined) handle.position += data.length;
  }

  #sync(/** @type {Handle | undefined} */ handle) {
    if (handle === undefined || this.#forgetful(handle.path)) return;
    const { file, path } = handle;
    if (file !== undefined) {
      file.synced = applyChanges(file.synced, file.changes);
      file.changes = [];
      return;
    }
    for (const naming of this.#renamings.get(path) ?? []) rename(this.#syncedNames, naming);
    this.#renamings.delete(path);
  }

  #name(/** @type {string} */ path, /** @type {File | 'folder' | undefined} */ file) {
    if (!path.startsWith(this.#root)) return;
    const naming = { name: path, file };
    rename(this.#names, naming);
    const folder = dirname(path);
    this.#renamings.set(folder, [...(this.#renamings.get(folder) ?? []), naming]);
  }

  /** Writes below `folder` a state that may remain if the power fails now. */
  cut(/** @type {string} */ folder, /** @type {Random} */ random) {
    const names = new Map(this.#syncedNames);
    // A file system writes the names of a folder in order, so a prefix of the changes remains.
    for (const namings of this.#renamings.values()) {
      for (const naming of namings.slice(0, Math.floor(random() * (namings.length + 1)))) rename(names, naming);
    }
    for (const [path, file] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!this.#isReached(path, names) || path.endsWith('-shm')) continue;
      const target = join(folder, path.slice(this.#root.length));
      if (file === 'folder') mkdirSync(target, { recursive: true });
      else writeFileSync(target, applyChanges(file.synced, pickSurvivingChanges(file.changes, random)));
    }
  }

  /** Returns true when every folder above a name exists too. */
  #isReached(/** @type {string} */ path, /** @type {Map<string, unknown>} */ names) {
    for (let at = path; at !== this.#root; at = dirname(at)) if (!names.has(at)) return false;
    return true;
  }
}

function rename(/** @type {Map<string, File | 'folder'>} */ names, /** @type {Naming} */ { name, file }) {
  if (file === undefined) names.delete(name);
  else names.set(name, file);
}

/** Chooses the changes since a sync that survive: none, all, some, or all up to a torn one. */
function pickSurvivingChanges(/** @type {readonly Change[]} */ changes, /** @type {Random} */ random) {
  const choice = random();
  if (choice < 0.2) return [];
  if (choice < 0.4) return changes;
  if (choice < 0.7) return changes.filter(() => random() < 0.5);
  const last = Math.floor(random() * changes.length);
  return changes.slice(0, last + 1).map((change, index) => (index === last ? tearChange(change, random) : change));
}

/** @returns {Change} */
function tearChange(/** @type {Change} */ change, /** @type {Random} */ random) {
  if ('size' in change) return change;
  const toSector = SECTOR - (change.at % SECTOR);
  const sectors = Math.floor((random() * change.data.length) / SECTOR);
  return { at: change.at, data: change.data.subarray(0, toSector + sectors * SECTOR) };
}

function applyChanges(/** @type {Buffer} */ base, /** @type {readonly Change[]} */ changes) {
  let size = base.length;
  let room = base.length;
  for (const change of changes) room = Math.max(room, 'size' in change ? change.size : change.at + change.data.length);
  const bytes = Buffer.concat([base, Buffer.alloc(room - base.length)]);
  for (const change of changes) {
    if ('size' in change) {
      bytes.fill(0, change.size);
      size = change.size;
    } else {
      change.data.copy(bytes, change.at);
      size = Math.max(size, change.at + change.data.length);
    }
  }
  return bytes.subarray(0, size);
}
