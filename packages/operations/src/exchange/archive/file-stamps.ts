import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Computes a digest of the paths, sizes and times of files in a folder: the time of the last change of each file, and
 * that of its entry in the file system, which a program cannot set. An equal digest means that no program wrote to a
 * file. It does not detect bytes that the disk altered.
 */
export class FileStamps {
  readonly #directory: string;
  readonly #hash = createHash('sha256');
  /** Folders that are no links, some 66,000 at most: their names are digits of digests. */
  readonly #folders = new Set(['.']);
  #lastPath: string | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Adds a file. The objects of a pack mostly follow each other.
   *
   * @throws Error for a path that is missing, no regular file or below a link
   */
  add(path: string): void {
    if (path === this.#lastPath) return;
    this.#lastPath = path;
    this.#checkFolder(dirname(path));
    const found = lstatSync(join(this.#directory, path), { bigint: true });
    if (!found.isFile()) throw new Error(`${path} is no regular file`);
    this.#hash.update(`${path} ${found.size} ${found.mtimeNs} ${found.ctimeNs}\n`);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }

  #checkFolder(path: string): void {
    if (this.#folders.has(path)) return;
    this.#checkFolder(dirname(path));
    if (!lstatSync(join(this.#directory, path)).isDirectory()) throw new Error(`${path} is no folder`);
    this.#folders.add(path);
  }
}
