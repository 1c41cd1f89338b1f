// @ts-check
import { basename, dirname, join, relative, sep } from 'node:path';
import { workspacePackages } from '../run/workspace.mjs';

/** @typedef {{ by: string, names: readonly string[] }} Kept by: the package that has it; names: imported beside its default */

/** Modules that are more than JavaScript, or find files of their own. @type {ReadonlyMap<string, Kept>} */
const KEPT = new Map([
  ['better-sqlite3', { by: '@notes/storage', names: [] }],
  ['piscina', { by: '@notes/operations', names: ['Piscina'] }],
]);
const KEPT_PREFIX = '\0kept:';
const INSTALLED = '\0installed';
/** How our modules name the module of a thread. */
const THREAD = /new URL\('([^']+\.js)', import\.meta\.url\)/g;
const OWN_PLACE = 'import.meta.url';

/**
 * Lets bundled modules find what is not bundled, the files and native modules of packages of ours, where they are
 * installed. Threads are bundled, each as an entry.
 * @param {string} root of the workspace
 * @param {string} folder of the package that is bundled, into a folder of its `dist`
 * @param {string} through a package it depends on, which depends on the others
 * @returns {import('vite').Plugin}
 */
export function installedPlugin(root, folder, through) {
  const packages = workspacePackages(root).map(({ dir, manifest }) => ({
    name: manifest.name,
    dist: join(dir, 'dist'),
  }));
  /** The module of each thread, by the name of its file. @type {Map<string, string>} */
  const threads = new Map();
  return {
    name: 'notes-installed',
    enforce: 'pre',
    resolveId: (id) => (id === INSTALLED ? id : KEPT.has(id) ? KEPT_PREFIX + id : null),
    load(id) {
      if (id === INSTALLED) return installedModule(through);
      return id.startsWith(KEPT_PREFIX) ? keptModule(id.slice(KEPT_PREFIX.length)) : null;
    },
    transform(code, id) {
      const found = packages.find(({ dist }) => id.startsWith(dist));
      if (found === undefined || !code.includes(OWN_PLACE)) return null;
      const path = relative(found.dist, id).replaceAll(sep, '/');
      const isOwn = found.dist === join(folder, 'dist');
      const place = isOwn ? `new URL('../${path}', ${OWN_PLACE}).href` : `placeIn('${found.name}', './${path}')`;
      const parts = code.split(THREAD).map((part, n) => {
        if (n % 2 === 0) return part.replaceAll(OWN_PLACE, place);
        const fileName = basename(part);
        const thread = join(dirname(id), part);
        if ((threads.get(fileName) ?? thread) !== thread) this.error(`two threads are named ${fileName}`);
        threads.set(fileName, thread);
        this.emitFile({ type: 'chunk', id: thread, fileName });
        return `new URL('./${fileName}', ${OWN_PLACE})`;
      });
      return { code: `import { placeIn } from '${INSTALLED}';\n${parts.join('')}`, map: null };
    },
  };
}

/** Finds packages when the bundle runs. */
const installedModule = (/** @type {string} */ through) => `
  import { createRequire } from 'node:module';
  import { pathToFileURL } from 'node:url';
  const through = createRequire(createRequire(import.meta.url).resolve('${through}'));
  export const placeIn = (name, path) => new URL(path, pathToFileURL(through.resolve(name))).href;
  export const moduleOf = (name, module) => createRequire(through.resolve(name))(module);
`;

/** What ours import of a module that stays where it is. */
function keptModule(/** @type {string} */ id) {
  const { by, names } = /** @type {Kept} */ (KEPT.get(id));
  return `
    import { moduleOf } from '${INSTALLED}';
    const kept = moduleOf('${by}', '${id}');
    export default kept;
    export const { ${names.join(', ')} } = kept;
  `;
}
