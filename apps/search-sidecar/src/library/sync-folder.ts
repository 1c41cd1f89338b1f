import type { Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes the files of a folder durable. LanceDB writes each file once and never again, but leaves writing it to the disk
 * to the system.
 */
export class FolderSync {
  readonly #folder: string;
  #durable = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes the files that are new since the last call to the disk, then the folders that name them. */
  async sync(): Promise<void> {
    const [folders, files] = await this.#list();
    const added = files.filter((path) => !this.#durable.has(path));
    await Promise.all(added.map(syncPath));
    // Windows has no way to write a folder to the disk.
    if (added.length > 0 && process.platform !== 'win32') await Promise.all(folders.map(syncPath));
    this.#durable = new Set(files);
  }

  async #list(): Promise<[folders: string[], files: string[]]> {
    const folders = [this.#folder];
    const files: string[] = [];
    for (const folder of folders)
      for (const entry of await readFolder(folder)) {
        if (entry.isDirectory()) folders.push(join(folder, entry.name));
        else if (entry.isFile()) files.push(join(folder, entry.name));
      }
    return [folders, files];
  }
}

/** Returns nothing for a folder that was removed meanwhile, with a table that is not needed any more. */
async function readFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Does nothing for a path that was removed meanwhile. */
async function syncPath(path: string): Promise<void> {
  try {
    // Windows writes a file to the disk only through a handle that may write.
    const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
