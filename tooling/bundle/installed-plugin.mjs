// @ts-check
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readManifest, workspacePackages } from '../run/workspace.mjs';

/** Modules that read files of their own stay installed; the values are their named imports beside the default. */
const INSTALLED = new Map([['piscina', ['Piscina']]]);
const INSTALLED_PREFIX = '\0installed:';
/** Folders of workspace packages that are read at run time. @type {ReadonlyMap<string, readonly string[]>} */
const READ = new Map([
  ['@notes/operations', ['help', 'site']],
  ['@notes/storage', ['migrations']],
]);
/** Matches the expression by which modules of the workspace name the module of a thread. */
const THREAD = /new URL\('([^']+\.js)', import\.meta\.url\)/g;
const OWN_PLACE = 'import.meta.url';
/** Package whose modules load files from where it is installed: the addons and their JavaScript. */
const ADDONS = '@notes/native';
const ADDONS_PLACE = `createRequire(${OWN_PLACE}).resolve('${ADDONS}/sqlite')`;
const THREAD_PREFIX = '\0thread:';
const DEFAULT_EXPORT = /^export default\b|\bas default\b/m;

/**
 * Copies files that the bundle reads at run time: files of workspace packages, and threads, each an entry. The name of a
 * thread contains the version, so that a running program never starts a thread of a version that was installed over it.
 * Native modules and those with files of their own are resolved from the bundle, so its package depends on them.
 * @param {string} root folder of the workspace
 * @param {string} folder folder of the package; the bundle is in its `dist`
 * @returns {import('vite').Plugin}
 */
export function installedPlugin(root, folder) {
  const { version } = readManifest(folder);
  const packages = workspacePackages(root).map(({ dir, manifest }) => ({ name: manifest.name, dir }));
  /** The module of each thread, by the name of its file. @type {Map<string, string>} */
  const threads = new Map();
  return {
    name: 'notes-installed',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.startsWith(THREAD_PREFIX)) return id;
      // A thread may do its work when its module is loaded, in packages without such modules otherwise.
      if (importer?.startsWith(THREAD_PREFIX)) return { id, moduleSideEffects: true };
      return INSTALLED.has(id) ? INSTALLED_PREFIX + id : null;
    },
    load(id) {
      if (id.startsWith(INSTALLED_PREFIX)) return installedModule(id.slice(INSTALLED_PREFIX.length));
      return id.startsWith(THREAD_PREFIX) ? threadModule(id.slice(THREAD_PREFIX.length)) : null;
    },
    transform(code, id) {
      const found = packages.find(({ dir }) => id.startsWith(join(dir, 'dist') + sep));
      if (found === undefined || !code.includes(OWN_PLACE)) return null;
      if (found.name === ADDONS) return { code: code.replaceAll(OWN_PLACE, ADDONS_PLACE), map: null };
      const path = relative(found.dir, id).replaceAll(sep, '/');
      const place =
        found.dir === folder ? `../${path.slice('dist/'.length)}` : `./${getFilesFolder(found.name)}/${path}`;
      const parts = code.split(THREAD).map((part, n) => {
        if (n % 2 === 0) return part.replaceAll(OWN_PLACE, `new URL('${place}', ${OWN_PLACE}).href`);
        const fileName = `${basename(part, '.js')}-${version}.js`;
        const thread = join(dirname(id), part);
        if ((threads.get(fileName) ?? thread) !== thread) this.error(`two threads are named ${fileName}`);
        threads.set(fileName, thread);
        this.emitFile({ type: 'chunk', id: THREAD_PREFIX + thread, fileName });
        return `new URL('./${fileName}', ${OWN_PLACE})`;
      });
      return { code: parts.join(''), map: null };
    },
    generateBundle() {
      for (const { name, dir } of packages)
        for (const path of (READ.get(name) ?? []).flatMap((read) => listFiles(dir, read)))
          this.emitFile({
            type: 'asset',
            fileName: `${getFilesFolder(name)}/${path}`,
            source: readFileSync(join(dir, path)),
          });
    },
  };
}

/** Returns the folder for files of a workspace package, beside the bundle. */
const getFilesFolder = (/** @type {string} */ name) => name.replace('@notes/', 'files/');

/** @returns {string[]} paths below `dir`, with slashes */
function listFiles(/** @type {string} */ dir, /** @type {string} */ path) {
  if (!statSync(join(dir, path)).isDirectory()) return [path];
  return readdirSync(join(dir, path)).flatMap((name) => listFiles(dir, `${path}/${name}`));
}

/**
 * Returns the source of the entry of a thread. It is a module of its own, because other modules may import that of the
 * thread, and a file that they share with it has no exports by their names.
 */
function threadModule(/** @type {string} */ path) {
  const module = JSON.stringify(path);
  return DEFAULT_EXPORT.test(readFileSync(path, 'utf8')) ? `export { default } from ${module};` : `import ${module};`;
}

/** Returns the source of a module that re-exports an installed module. */
function installedModule(/** @type {string} */ id) {
  return `
    import { createRequire } from 'node:module';
    const installed = createRequire(import.meta.url)('${id}');
    export default installed;
    export const { ${INSTALLED.get(id)?.join(', ')} } = installed;
  `;
}
