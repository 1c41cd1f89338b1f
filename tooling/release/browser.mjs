// @ts-check
import { runInNewContext } from 'node:vm';

const ENTRY = 'virtual:entry';

/**
 * Bundles a package for browsers and loads it in a context with the language alone, and of the platform only the UTF-8
 * encoder and decoder.
 * @param {string} root the folder its name is resolved from
 * @param {string} name
 * @param {string[]} [conditions] export conditions besides those of a browser
 * @returns {Promise<any>} exports of the package
 * @throws when it needs a module of Node
 */
export async function loadInBrowser(root, name, conditions = []) {
  // Imported here: the commands that install it load this file first.
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { conditions: [...conditions, 'browser', 'import', 'default'] },
    plugins: [createEntryPlugin(name)],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife', name: 'loaded' }, preserveEntrySignatures: 'strict' },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const code = 'output' in bundle ? bundle.output[0].code : '';
  return runInNewContext(`${code}\nloaded`, { TextEncoder, TextDecoder });
}

/**
 * Returns the source of an entry that re-exports a package, without access to modules of Node.
 * @param {string} name
 * @returns {import('vite').Plugin}
 */
function createEntryPlugin(name) {
  return {
    name: 'only-package',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === ENTRY) return `\0${ENTRY}`;
      if (id.startsWith('node:')) throw new Error(`${importer} imports ${id}`);
      return null;
    },
    load: (id) => (id === `\0${ENTRY}` ? `export * from ${JSON.stringify(name)};` : null),
  };
}
