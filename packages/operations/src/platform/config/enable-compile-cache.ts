import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { CodeCache } from './code-cache.js';
import { locateUserFolders } from './user-folders.js';

/** Parts of `node:module` that Node 20 does not have: https://nodejs.org/api/module.html#module-compile-cache */
interface CompilingModule {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}

/** Age in milliseconds at which stored code is removed: 90 days. A start that still needs it stores it again. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Keeps the compiled code of the modules that are loaded from now on, and reuses that of earlier starts: by Node itself,
 * or by {@link CodeCache} in a Node that cannot. The folder belongs to the user, because whoever can write to it can
 * change the program. Without such a folder nothing happens.
 *
 * @param environment - variables that locate the user's cache
 * @param ownFolder - folder for the code instead of one in the user's cache
 * @returns function that stores new code before the process exits, so that it is kept when the process is killed, and
 *   removes that of former releases
 */
export function enableCompileCache(
  environment: Readonly<Record<string, string | undefined>>,
  ownFolder?: string,
): () => void {
  const { enableCompileCache: enable, flushCompileCache: flush } = module as CompilingModule;
  try {
    const folder = ownFolder ?? join(locateUserFolders(environment).cache, 'compiled');
    // A home that does not exist is not created.
    for (const path of [dirname(dirname(folder)), dirname(folder), folder])
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (enable !== undefined) {
      enable(folder);
      return () => {
        flush?.();
        removeOldCode(folder);
      };
    }
    const cache = new CodeCache(folder);
    // A program in CommonJS is bundled into its folder.
    cache.install(undefined, process.mainModule?.path);
    return () => {
      cache.store();
      removeOldCode(folder);
    };
  } catch {
    // The program starts without the cache, for example from a home that cannot be written to.
    return () => {};
  }
}

function removeOldCode(folder: string): void {
  const oldest = Date.now() - KEPT_MS;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && statSync(path).mtimeMs < oldest) rmSync(path, { force: true });
    }
  } catch {
    // Another process may remove files at the same time. The next start removes the others.
  }
}
