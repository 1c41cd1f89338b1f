// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    plugins: [installedPlugin(root, folder, through), notices],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      write: false,
      rolldownOptions: {
        input: { [name]: join(folder, 'dist', 'main.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const files = /** @type {import('vite').Rolldown.RolldownOutput} */ (made).output.map((file) => [
    file.fileName,
    Buffer.from(file.type === 'chunk' ? file.code : file.source),
  ]);
  replace(join(folder, 'dist', 'bundle'), new Map(/** @type {[string, Buffer][]} */ (files)));
}

/**
 * Has a folder hold these files and no others. Those that are there as they should be are left alone: a program may run
 * that is yet to load them.
 * @param {string} folder
 * @param {ReadonlyMap<string, Buffer>} files
 */
function replace(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path).equals(bytes)) continue;
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  }
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name), { recursive: true });
}

/** @type {import('vite').Plugin} */
const notices = {
  name: 'notes-notices',
  generateBundle(_, bundle) {
    this.emitFile({ type: 'asset', fileName: 'bundled.json', source: noticesOf(foldersOf(bundle)) });
  },
};
