// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'vite';
import { root } from '../run/workspace.mjs';
import { groupModules } from './group-modules.mjs';
import { installedPlugin } from './installed-plugin.mjs';
import { joinFiles } from './join-files.mjs';
import { formatNotices, listPackageFolders } from './notices.mjs';
import { shrinkCode } from './shrink-code.mjs';

/**
 * @typedef {object} BundleOptions
 * @property {Readonly<Record<string, string>>} [replaced] paths of modules to bundle in the place of packages, by name
 * @property {readonly (readonly string[])[]} [joined] paths of modules from `dist`, in the order in which each imports the
 *   next dynamically: the files that the last one loads are joined
 * @property {readonly (string | RegExp)[]} [external] further packages that stay separate
 */

/**
 * Bundles the modules of a command, and the threads it starts, into a few files: Node takes longer to find a thousand
 * modules than to run them. The files are CommonJS: ES modules load more of Node, and Node 20 cannot reuse their compiled
 * code. `bundled.json` beside them has the notices of the bundled packages.
 * @param {string} folder folder of the built package
 * @param {string} name name of the entry, made from `dist/main.js`
 * @param {BundleOptions} [options]
 */
export async function bundleCommand(folder, name, options = {}) {
  const split = await buildFiles(folder, name, options);
  const groups = groupModules(split, `${name}.js`);
  const made = await buildFiles(folder, name, options, {
    // Otherwise a group would also take the modules it imports, which other groups have.
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'loaded together', name: (id) => groups.get(id) ?? null }],
  });
  const chunks = made
    .filter((file) => file.type === 'chunk')
    .map((chunk) => ({ ...chunk, code: shrinkCode(chunk.fileName, chunk.code) + exportFunction(chunk) }));
  const joined = (options.joined ?? []).map((path) => path.map((module) => join(folder, 'dist', module)));
  const texts = joinFiles(chunks, `${name}.js`, joined);
  const assets = made.filter((file) => file.type === 'asset');
  const files = new Map([
    ...[...texts].map(([file, text]) => /** @type {const} */ ([file, Buffer.from(text)])),
    ...assets.map(({ fileName, source }) => /** @type {const} */ ([fileName, Buffer.from(source)])),
  ]);
  replace(join(folder, 'dist', 'bundle'), files);
  writeFileSync(join(folder, 'dist', 'modules.json'), JSON.stringify(listModules(folder, made), null, 1));
}

/** Returns the code that exports the function of a thread as its pool expects it: in the place of all exports. */
const exportFunction = (/** @type {import('vite').Rolldown.OutputChunk} */ { isEntry, exports }) =>
  isEntry && exports.join() === 'default' ? 'module.exports = exports.default;\n' : '';

/** Lists the modules in each file of a bundle, by paths from the folder of the package. Only tests read it. */
function listModules(
  /** @type {string} */ folder,
  /** @type {import('vite').Rolldown.RolldownOutput['output']} */ made,
) {
  const modules = made.map((file) => [
    file.fileName,
    file.type === 'chunk' ? file.moduleIds.map((id) => relative(folder, id).replaceAll(sep, '/')) : [],
  ]);
  return Object.fromEntries(modules);
}

/**
 * Builds the files of a bundle without writing them.
 * @param {string} folder
 * @param {string} name
 * @param {BundleOptions} options
 * @param {import('vite').Rolldown.CodeSplittingOptions} [codeSplitting] undefined for automatic splitting
 */
async function buildFiles(folder, name, { replaced = {}, external = [] }, codeSplitting) {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    resolve: { alias: replaced },
    plugins: [installedPlugin(root, folder.replace(/[\\/]$/, '')), deferProcesses, notices],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      ssrEmitAssets: true,
      target: 'node20',
      minify: false,
      write: false,
      rolldownOptions: {
        external: [...external],
        input: { [name]: join(folder, 'dist', 'main.js') },
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          ...(codeSplitting && { codeSplitting }),
        },
      },
    },
  });
  return /** @type {import('vite').Rolldown.RolldownOutput} */ (made).output;
}

/**
 * Makes a folder hold exactly these files. Unchanged files are not rewritten, because a running program may still load
 * them.
 * @param {string} folder
 * @param {ReadonlyMap<string, Buffer>} files
 */
function replace(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path).equals(bytes)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  }
  const kept = new Set([...files.keys()].flatMap((name) => [name, ...listParents(name)]));
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).reverse())
    if (!kept.has(path.replaceAll(sep, '/'))) rmSync(join(folder, path), { recursive: true, force: true });
}

const listParents = (/** @type {string} */ path) =>
  path.split('/').map((_, length, parts) => parts.slice(0, length).join('/'));

const DEFERRED = '\0deferred:child_process';

/**
 * Loads the processes of Node when commander starts one, which it does for commands in files of their own alone. Every
 * command would load them, and sockets with them, at its start.
 * @type {import('vite').Plugin}
 */
const deferProcesses = {
  name: 'notes-defer-processes',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes(`${sep}commander${sep}`) ? DEFERRED : null,
  load: (id) =>
    id === DEFERRED ? "exports.spawn = (...options) => require('node:child_process').spawn(...options);" : null,
};

/** @type {import('vite').Plugin} */
const notices = {
  name: 'notes-notices',
  generateBundle(_, bundle) {
    // The files are CommonJS in a package of ES modules.
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    this.emitFile({ type: 'asset', fileName: 'bundled.json', source: formatNotices(listPackageFolders(bundle)) });
  },
};
