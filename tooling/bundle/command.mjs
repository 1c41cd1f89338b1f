// @ts-check
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../run/workspace.mjs';
import { installedPlugin } from './installed-plugin.mjs';
import { foldersOf, noticesOf } from './notices.mjs';

/**
 * Bundles what a command runs, and the threads it starts, into a few files: Node takes longer to find a thousand modules
 * than to run them. `bundled.json` beside them has the notices of what is in them.
 * @param {string} folder of its package, which is built
 * @param {{ name: string, through: string }} options name: of the entry, made of `dist/main.js`; through: the package by
 * which the others are installed
 */
export async function bundleCommand(folder, { name, through }) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    plugins: [installedPlugin(root, folder, through), notices],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: join(folder, 'dist', 'bundle'),
      emptyOutDir: true,
      rolldownOptions: {
        input: { [name]: join(folder, 'dist', 'main.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** @type {import('vite').Plugin} */
const notices = {
  name: 'notes-notices',
  generateBundle(_, bundle) {
    this.emitFile({ type: 'asset', fileName: 'bundled.json', source: noticesOf(foldersOf(bundle)) });
  },
};
