// @ts-check
import { importFrom } from '../packages.mjs';

/** Opens a library in this process and returns functions to call it; `create` makes a new one. */
export async function openLibrary(/** @type {string} */ dataDir, create = false) {
  const operations = await importFrom('apps/server', '@notes/operations');
  const { loadConfig } = await importFrom('apps/server', '@notes/operations/config');
  const config = loadConfig({ dataDir }, {});
  const library = await operations.openLibrary({ config, serviceVersion: 'bench', create });
  const context = { library, origin: 'cli', now: Date.now };
  return {
    invoke: (/** @type {string} */ name, /** @type {object} */ input) => operations.invoke(name, context, input),
    close: () => library.store.close(),
  };
}
