import type { Plugin } from 'vite';

/** Provides a module `virtual:notes-<name>`, whose default export is data known at build time. */
export function dataPlugin(name: string, data: () => unknown): Plugin {
  const id = `virtual:notes-${name}`;
  const resolved = `\0${id}`;
  return {
    name: `notes-${name}`,
    resolveId: (source) => (source === id ? resolved : undefined),
    load: (source) => (source === resolved ? `export default ${JSON.stringify(data())}` : undefined),
  };
}
