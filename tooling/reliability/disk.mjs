// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** @typedef {import('./trace.mjs').Call} Call */
/** @typedef {() => number} Random between 0 and 1 */
/** @typedef {{ at: number, data: Buffer } | { size: number }} Change effect of a write or a truncation on a file */
/** @typedef {{ synced: Buffer, changes: Change[] }} File */
/** @typedef {{ names: Map<string, Node>, synced: Map<string, Node>, changes: Naming[] }} Folder names as the program sees them, and those of the last sync */
/** @typedef {File | Folder} Node */
/** @typedef {{ name: string, node: Node | undefined }} Naming an entry made in a folder; undefined: removed */
/** @typedef {{ path: string, node: Node | undefined, position: number }} Handle */

/** Bytes of a sector: disks tear a write between sectors, not within one. */
const SECTOR = 512;

/** @returns {Folder} */
const createFolder = () => ({ names: new Map(), synced: new Map(), changes: [] });

/**
 * Model of a disk's guarantees: a file holds the data written before its last sync, and a folder has the names of its
 * last sync. Any part of later changes may be there.
 */
export class Disk {
  #root;
  #forgetful;
  #top = createFolder();
  /** @type {Map<number, Handle>} */
  #handles = new Map();

  /**
   * @param {string} root the folder to follow; it exists and is empty
   * @param {(path: string) => boolean} forgetful files whose syncs the disk answers without doing them
   */
  constructor(root, forgetful = () => false) {
    this.#root = root;
    this.#forgetful = forgetful;
  }

  /**
   * Creates a disk that holds files already.
   * @param {string} root
   * @param {ReadonlyMap<string, Buffer | undefined>} tree every file and folder by path; folders have no bytes
   * @param {(path: string) => boolean} [forgetful]
   */
  static load(root, tree, forgetful) {
    const disk = new Disk(root, forgetful);
    for (const [path, bytes] of tree) disk.#add(path, bytes);
    return disk;
  }

  #add(/** @type {string} */ path, /** @type {Buffer | undefined} */ bytes) {
    const folder = /** @type {Folder} */ (this.#find(dirname(path)));
    const node = bytes === undefined ? createFolder() : { synced: bytes, changes: [] };
    for (const names of [folder.names, folder.synced]) names.set(basename(path), node);
  }

  /**
   * Lists the path and content of every file as the program sees them.
   * @returns {[path: string, bytes: Buffer][]}
   */
  files(folder = this.#top, path = this.#root) {
    return [...folder.names].flatMap(([name, node]) => {
      const own = `${path}/${name}`;
      return 'names' in node ? this.files(node, own) : [[own, applyChanges(node.synced, node.changes)]];
    });
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
        return this.#truncate(handle, call.numbers[1] ?? 0);
      case 'fsync':
      case 'fdatasync':
        return this.#sync(handle);
      case 'mkdir':
        return this.#name(/** @type {string} */ (path), createFolder());
      case 'rmdir':
      case 'unlink':
        return this.#name(/** @type {string} */ (path), undefined);
      case 'link':
        return this.#name(/** @type {string} */ (other), this.#find(path ?? ''));
      case 'rename':
        this.#name(/** @type {string} */ (other), this.#find(path ?? ''));
        return this.#name(/** @type {string} */ (path), undefined);
    }
  }

  /** Splits a path into the names below the root. */
  #split(/** @type {string} */ path) {
    return path.slice(this.#root.length).split('/').filter(Boolean);
  }

  #isBelow(/** @type {string} */ path) {
    return path === this.#root || path.startsWith(`${this.#root}/`);
  }

  /** @returns {Node | undefined} */
  #find(/** @type {string} */ path) {
    if (!this.#isBelow(path)) return undefined;
    /** @type {Node | undefined} */
    let node = this.#top;
    for (const name of this.#split(path))
      node = node !== undefined && 'names' in node ? node.names.get(name) : undefined;
    return node;
  }

  #open(/** @type {string} */ path, /** @type {Call} */ { flags, result }) {
    if (!this.#isBelow(path)) return void this.#handles.delete(result);
    if (flags.includes('O_CREAT') && this.#find(path) === undefined)
      this.#name(path, { synced: Buffer.alloc(0), changes: [] });
    const node = this.#find(path);
    if (flags.includes('O_TRUNC') && node !== undefined && !('names' in node)) node.changes.push({ size: 0 });
    this.#handles.set(result, { path, node, position: 0 });
  }

  #write(/** @type {Handle | undefined} */ handle, /** @type {Call} */ call, /** @type {number | undefined} */ at) {
    if (handle?.node === undefined || 'names' in handle.node) return;
    const data = Buffer.concat(call.texts).subarray(0, call.result);
    handle.node.changes.push({ at: at ?? handle.position, data });
    if (at === undefined) handle.position += data.length;
  }

  #truncate(/** @type {Handle | undefined} */ handle, /** @type {number} */ size) {
    if (handle?.node !== undefined && !('names' in handle.node)) handle.node.changes.push({ size });
  }

  #sync(/** @type {Handle | undefined} */ handle) {
    if (handle?.node === undefined || this.#forgetful(handle.path)) return;
    const { node } = handle;
    if ('names' in node) {
      for (const naming of node.changes) rename(node.synced, naming);
      node.changes = [];
      return;
    }
    node.synced = applyChanges(node.synced, node.changes);
    node.changes = [];
  }

  #name(/** @type {string} */ path, /** @type {Node | undefined} */ node) {
    const folder = this.#find(dirname(path));
    if (folder === undefined || !('names' in folder)) return;
    const naming = { name: basename(path), node };
    rename(folder.names, naming);
    folder.changes.push(naming);
  }

  /** Writes below `target` a state that may remain if the power fails now. */
  cut(/** @type {string} */ target, /** @type {Random} */ random, folder = this.#top) {
    mkdirSync(target, { recursive: true });
    const names = new Map(folder.synced);
    // A file system writes the names of a folder in order, so a prefix of the changes remains.
    for (const naming of folder.changes.slice(0, Math.floor(random() * (folder.changes.length + 1))))
      rename(names, naming);
    for (const [name, node] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const path = join(target, name);
      if ('names' in node) this.cut(path, random, node);
      else if (!name.endsWith('-shm'))
        writeFileSync(path, applyChanges(node.synced, pickSurvivingChanges(node.changes, random)));
    }
  }
}

function rename(/** @type {Map<string, Node>} */ names, /** @type {Naming} */ { name, node }) {
  if (node === undefined) names.delete(name);
  else names.set(name, node);
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
