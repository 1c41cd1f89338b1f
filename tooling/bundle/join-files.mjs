// @ts-check

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

/** Matches a dynamic import in CommonJS. */
const DYNAMIC_IMPORT = /(?<==> require\(")\.\/([^"]+)(?="\))/g;

/**
 * Joins files that a program loads together into one more file each: Node 20 takes longer to find, open and check a file
 * than to run it. The separate files stay for threads and for what is loaded later, which finds the modules of a joined
 * file in the cache of `require`, so that none runs twice in a thread.
 *
 * @param {readonly Chunk[]} chunks all files of a bundle in CommonJS
 * @param {string} entry name of the file that starts the program
 * @param {readonly (readonly string[])[]} joined paths of modules in the order in which each imports the next
 *   dynamically; the files of the last are joined, without those of the others
 * @returns {ReadonlyMap<string, string>} code of all files by name
 * @throws Error when a module is not imported dynamically
 */
export function joinFiles(chunks, entry, joined) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const codes = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
  const targets = new Map(/** @type {[string, string][]} */ ([]));
  for (const path of joined) {
    const names = [entry, ...path.map((module) => findImported(chunks, module))];
    const name = /** @type {string} */ (names.at(-1));
    const earlier = collectImports(names.slice(0, -1), byName);
    const files = [...collectImports([name], byName)].filter((file) => !earlier.has(file));
    const target = name.replace(/\.js$/, '-joined.js');
    codes.set(target, joinCode(target, name, new Map(files.map((file) => [file, byName.get(file)?.code ?? '']))));
    targets.set(name, target);
  }
  for (const [file, code] of codes)
    codes.set(
      file,
      code.replace(DYNAMIC_IMPORT, (found, name) => (targets.has(name) ? `./${targets.get(name)}` : found)),
    );
  return codes;
}

/** Returns the name of the file for the dynamic import of a module. */
function findImported(/** @type {readonly Chunk[]} */ chunks, /** @type {string} */ module) {
  const found = chunks.find(({ facadeModuleId, isDynamicEntry }) => isDynamicEntry && facadeModuleId === module);
  if (found === undefined) throw new Error(`${module} is not imported dynamically.`);
  return found.fileName;
}

/** Collects the names of files and of all their static imports. */
function collectImports(/** @type {readonly string[]} */ names, /** @type {ReadonlyMap<string, Chunk>} */ byName) {
  const found = new Set(names);
  for (const name of found) for (const next of byName.get(name)?.imports ?? []) if (byName.has(next)) found.add(next);
  return found;
}

/** Writes the code of a joined file, which exports what its first file exports. */
function joinCode(
  /** @type {string} */ name,
  /** @type {string} */ first,
  /** @type {ReadonlyMap<string, string>} */ codes,
) {
  const functions = [...codes].map(
    ([file, code]) =>
      `${JSON.stringify(file)}: function (exports, require, module, __filename, __dirname) {\n${code}\n}`,
  );
  return `const files = {\n${functions.join(',\n')}\n};
const folder = __filename.slice(0, -${name.length});
function load(name) {
	const path = folder + name;
	const known = require.cache[path];
	if (known !== undefined) return known.exports;
	const own = new module.constructor(path, module);
	own.filename = path;
	require.cache[path] = own;
	try {
		files[name].call(own.exports, own.exports, requireFile, own, path, __dirname);
	} catch (error) {
		delete require.cache[path];
		throw error;
	}
	own.loaded = true;
	return own.exports;
}
const requireFile = (id) => id.startsWith("./") && Object.hasOwn(files, id.slice(2)) ? load(id.slice(2)) : require(id);
for (const name in require) requireFile[name] = require[name];
module.exports = load(${JSON.stringify(first)});
`;
}
