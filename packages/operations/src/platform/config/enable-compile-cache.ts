import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { CodeCache } from './code-cache.js';

/** Parts of `node:module` that Node 20 does not have: https://nodejs.org/api/module.html#module-compile-cache */
interface CompilingModule {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}

/**
 * Keeps the compiled code of the modules that are loaded from now on, and reuses that of earlier starts: by Node itself,
 * or by {@link CodeCache} in a Node that cannot. The folder belongs to the user, because whoever can write to it can
 * change the program. Without such a folder nothing happens.
 *
 * @param folder - folder for the code; a folder in the user's cache by default
 * @returns function that stores new code before the process exits, so that it is kept when the process is killed
 */
export function enableCompileCache(folder = join(envPaths('notes', { suffix: '' }).cache, 'compiled')): () => void {
  const { enableCompileCache: enable, flushCompileCache: flush } = module as CompilingModule;
  try {
    // A home that does not exist is not created.
    for (const path of [dirname(dirname(folder)), dirname(folder), folder])
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (enable !== undefined) {
      enable(folder);
      return () => flush?.();
    }
    const cache = new CodeCache(folder);
    // A program in CommonJS is bundled into its folder.
    cache.install(undefined, process.mainModule?.path);
    return () => cache.store();
  } catch {
    // The program starts without the cache, for example from a home that cannot be written to.
    return () => {};
  }
}
