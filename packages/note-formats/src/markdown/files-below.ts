import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { fileBelow } from '../files/folder.js';
import { isAppleDouble, isSkipped, MARKDOWN } from '../files/tree.js';
import type { FileItem } from '../item.js';
import { createRejection } from '../rejection.js';
import { type FileReference, type ResolvedFile, resolvePath } from './file-index.js';

/** Resolves the references of a single note by testing each path, since listing its folder could take very long. */
export class FilesBelow {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  resolve({ path, folder, inVault }: FileReference): ResolvedFile {
    const top = resolvePath([], path);
    const near = path.startsWith('/') ? top : resolvePath(folder, path);
    let isSkippedPath = false;
    for (const place of inVault && !path.startsWith('.') ? [top, near] : [near, top]) {
      const found = place === undefined ? undefined : this.#find(place);
      if (found === undefined) continue;
      if (!isLeftOut(found)) return found;
      isSkippedPath = true;
    }
    if (near === undefined) return 'outside';
    return isSkippedPath ? 'skipped' : 'missing';
  }

  /** Follows no links. Another note is not an attachment. */
  #find(path: string): FileItem | undefined {
    const names = path.split('/');
    if (path === '' || MARKDOWN.test(path)) return undefined;
    for (const depth of names.keys()) {
      const status = examine(join(this.#root, ...names.slice(0, depth + 1)));
      if (status === undefined) return undefined;
      const isLast = depth === names.length - 1;
      if (status.isSymbolicLink()) return { ...fileBelow(this.#root, path), rejection: createRejection('symlink') };
      if (isLast ? status.isDirectory() : !status.isDirectory()) return undefined;
      if (isLast && !status.isFile())
        return { ...fileBelow(this.#root, path), rejection: createRejection('not_a_file') };
    }
    return fileBelow(this.#root, path);
  }
}

/** Returns true for a file that an import of its folder skips. */
const isLeftOut = ({ folder, filename }: FileItem): boolean => isSkipped(folder) || isAppleDouble(filename);

/** Returns undefined for a path that does not exist or cannot be examined. */
function examine(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
