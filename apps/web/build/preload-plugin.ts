import type { Plugin, Rollup } from 'vite';

interface Preloads {
  readonly plugin: Plugin;
  /** Returns which of a chunk's files to request together with it. */
  readonly resolveDependencies: (file: string, dependencies: string[]) => string[];
}

/**
 * Leaves the files of the shell out of what is requested together with a lazily loaded chunk: the page has loaded them
 * before it can load any other, and their names in every list would make the shell itself larger.
 */
export function preloads(): Preloads {
  const shell = new Set<string>();
  return {
    plugin: {
      name: 'notes-preload',
      generateBundle(_, bundle) {
        shell.clear();
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.isEntry) addWithImports(chunk.fileName, bundle, shell);
      },
    },
    resolveDependencies: (file, dependencies) => {
      const missing = dependencies.filter((dependency) => !shell.has(dependency));
      // A file alone is requested by the import itself.
      return missing.every((dependency) => dependency === file) ? [] : missing;
    },
  };
}

function addWithImports(file: string, bundle: Rollup.OutputBundle, found: Set<string>): void {
  const chunk = bundle[file];
  if (found.has(file) || chunk?.type !== 'chunk') return;
  found.add(file);
  for (const imported of chunk.imports) addWithImports(imported, bundle, found);
}
