// @ts-check
import { build } from 'vite';

/**
 * Joins the CommonJS modules of a library into one: Node takes longer to find each module than to run it.
 *
 * @param {string} entry path of the module to start from
 * @param {string} folder folder in which `index.js` is written
 * @param {readonly string[]} external packages that stay separate
 */
export async function bundleLibrary(entry, folder, external) {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { external: [...external], output: { format: 'cjs', entryFileNames: 'index.js' } },
    },
  });
}
