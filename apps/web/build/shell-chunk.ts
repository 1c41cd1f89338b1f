import type { ModuleGraph } from './module-graph.js';

/** Matches modules of packages: other code uses more of their exports, which would become part of the shell. */
const PACKAGE = /[/]packages[/]/;

/**
 * Makes a function that names the chunk of the code that every screen needs, and returns null for other code. As one
 * file it takes fewer requests and compresses better than with a file for each part that other code needs too.
 */
export function createShellChunk(): (id: string, graph: ModuleGraph) => string | null {
  const isNeeded = new Map<string, boolean>();
  const isInShell = (id: string, graph: ModuleGraph): boolean => {
    const known = isNeeded.get(id);
    if (known !== undefined) return known;
    // Ends cycles of imports; a module of the shell also has an importer outside its cycle.
    isNeeded.set(id, false);
    const module = graph.getModuleInfo(id);
    const answer =
      module !== null && (module.isEntry || module.importers.some((importer) => isInShell(importer, graph)));
    isNeeded.set(id, answer);
    return answer;
  };
  return (id, graph) => (!PACKAGE.test(id) && isInShell(id, graph) ? 'shell' : null);
}
