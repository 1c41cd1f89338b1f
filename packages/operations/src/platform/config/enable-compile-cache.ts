import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';

/** Part of `node:module` that Node 20 does not have: https://nodejs.org/api/module.html#module-compile-cache */
interface CompilingModule {
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * Makes Node keep the compiled code of the modules that are loaded from now on, and reuse that of earlier starts. The
 * folder belongs to the user, because whoever can write to it can change the program. Without such a folder, or with a
 * Node that cannot keep code, nothing happens.
 *
 * @param folder - folder for the code; a folder in the user's cache by default
 */
export function enableCompileCache(folder = join(envPaths('notes', { suffix: '' }).cache, 'compiled')): void {
  const { enableCompileCache: enable } = module as CompilingModule;
  if (enable === undefined) return;
  try {
    // A home that does not exist is not created.
    for (const path of [dirname(dirname(folder)), dirname(folder), folder])
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    enable(folder);
  } catch {
    // The program starts without the cache, for example from a home that cannot be written to.
  }
}
