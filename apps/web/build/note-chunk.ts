import type { Module, ModuleGraph } from './module-graph.js';

const NOTE_SCREEN = /[/]screens[/]note[.]tsx$/;
/** Matches the modules by which screens load the editor: that of a note, and those of conflicts. */
const EDITOR_USER = /[/](?:screens[/](?:note|conflict)[.]tsx|conflict[/]result[.]ts)$/;
/** Matches modules of packages: parts of the editor that load later use more of their exports. */
const PACKAGE = /[/](?:packages|node_modules)[/]/;

/**
 * Names the chunk of the code that each opened note needs and that no other screen needs, and returns null for other
 * code. Otherwise each part that a dialog of the note needs too would be a file of its own.
 */
export function getNoteChunk(id: string, graph: ModuleGraph): string | null {
  if (PACKAGE.test(id)) return null;
  return isImportedByNote(id, graph) && !isNeededWithoutEditor(id, graph) ? 'note' : null;
}

function isImportedByNote(id: string, graph: ModuleGraph, visited = new Set<string>()): boolean {
  if (NOTE_SCREEN.test(id)) return true;
  const importers = visit(id, graph, visited)?.importers ?? [];
  return importers.some((importer) => isImportedByNote(importer, graph, visited));
}

function isNeededWithoutEditor(id: string, graph: ModuleGraph, visited = new Set<string>()): boolean {
  if (EDITOR_USER.test(id)) return false;
  const module = visit(id, graph, visited);
  if (module === undefined) return false;
  const importers = [...module.importers, ...module.dynamicImporters];
  return module.isEntry || importers.some((importer) => isNeededWithoutEditor(importer, graph, visited));
}

/** Returns a module when it is visited for the first time, so that cycles of imports end. */
function visit(id: string, graph: ModuleGraph, visited: Set<string>): Module | undefined {
  if (visited.has(id)) return undefined;
  visited.add(id);
  return graph.getModuleInfo(id) ?? undefined;
}
