// @ts-check

/**
 * @typedef {import('vite').Rolldown.OutputChunk} Chunk
 * @typedef {readonly Chunk[]} Roots chunks whose static imports are loaded together
 */

/**
 * Groups the modules of a bundle that are loaded together, so that each group can be one file. Node 20 takes 0.4 ms to
 * find and open a file, and automatic splitting makes one for each combination of entries and dynamic imports.
 *
 * The entry is loaded first, then a module that it imports dynamically, then one that this module imports dynamically;
 * threads begin on their own. A module belongs to the group of the earliest of these that loads it, and of the threads
 * that load it. Modules that are loaded only later stay as they were split.
 *
 * @param {readonly (Chunk | { type: 'asset' })[]} output of a build with automatic splitting
 * @param {string} entry name of the file that starts the program; the other entries are threads
 * @returns {ReadonlyMap<string, string>} the name of the group, by the id of the module
 */
export function groupModules(output, entry) {
  const chunks = output.filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const find = (/** @type {readonly string[]} */ names) => names.flatMap((name) => byName.get(name) ?? []);
  const collectLoaded = (/** @type {Roots} */ roots) => {
    const loaded = new Set(roots);
    for (const chunk of loaded) for (const next of find(chunk.imports)) loaded.add(next);
    return loaded;
  };
  const findImportedBy = (/** @type {Roots} */ roots) => [
    ...new Set([...collectLoaded(roots)].flatMap((chunk) => find(chunk.dynamicImports))),
  ];
  const main = chunks.filter(({ fileName }) => fileName === entry);
  const second = findImportedBy(main);
  const stages = [main, second, findImportedBy(second)].map((roots) => listRootsByChunk(roots, collectLoaded));
  const threads = listRootsByChunk(
    chunks.filter(({ isEntry, fileName }) => isEntry && fileName !== entry),
    collectLoaded,
  );

  const groups = new Map([['shared', main.flatMap((chunk) => listShared(chunk, chunks))]]);
  for (const chunk of chunks) {
    const stage = stages.findIndex((loaded) => loaded.has(chunk));
    // The file of an entry stays an entry: grouped, its modules would be in a second file.
    if (chunk.facadeModuleId !== null || (stage === -1 && !threads.has(chunk))) continue;
    const key = JSON.stringify([stage, stages[stage]?.get(chunk), threads.get(chunk)]);
    groups.set(key, [...(groups.get(key) ?? []), chunk]);
  }
  return nameGroups([...groups.values()].filter(({ length }) => length > 0));
}

/**
 * Lists the modules of the file that starts the program without its own, as a chunk, when other files import them from
 * there: in a thread they would start the program again.
 *
 * @returns {Chunk[]}
 */
function listShared(/** @type {Chunk} */ main, /** @type {readonly Chunk[]} */ chunks) {
  const moduleIds = main.moduleIds.filter((id) => id !== main.facadeModuleId);
  const isImported = chunks.some(({ imports }) => imports.includes(main.fileName));
  return isImported ? [{ ...main, name: 'shared', facadeModuleId: null, moduleIds }] : [];
}

/** Lists, for each chunk that is loaded with some of the roots, the files of these. */
function listRootsByChunk(/** @type {Roots} */ roots, /** @type {(roots: Roots) => Iterable<Chunk>} */ collectLoaded) {
  const found = new Map(/** @type {[Chunk, string[]][]} */ ([]));
  for (const root of roots)
    for (const chunk of collectLoaded([root])) found.set(chunk, [...(found.get(chunk) ?? []), root.fileName]);
  return found;
}

/** Names each group after its longest chunk. */
function nameGroups(/** @type {Chunk[][]} */ groups) {
  const taken = new Set();
  return new Map(
    groups.flatMap((chunks) => {
      const [{ name } = { name: '' }] = chunks.toSorted((a, b) => b.code.length - a.code.length);
      let unique = name;
      for (let number = 2; taken.has(unique); number += 1) unique = `${name}-${number}`;
      taken.add(unique);
      return chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => /** @type {const} */ ([id, unique])));
    }),
  );
}
