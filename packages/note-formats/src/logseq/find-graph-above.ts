import { access } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CONFIG_PATH } from './graphs.js';

/**
 * Returns the name of the graph of Logseq around a file or folder, of which an import reads only a part.
 *
 * @param path absolute path of the file or folder
 */
export async function findGraphAbove(path: string): Promise<string | undefined> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const isGraph = await access(join(dirname(at), CONFIG_PATH)).then(
      () => true,
      () => false,
    );
    if (isGraph) return basename(dirname(at));
  }
  return undefined;
}
