import type { Plugin } from 'vite';

/** A module of the page, `virtual:notes-<name>`, whose default export is data the build knows. */
export function dataPlugin(name: string, data: () => unknown): Plugin {
  const id = `virtual:notes-${name}`;
  const resolved = `\0${id}`;
  return {
    name: `notes-${name}`,
    resolveId: (asked) => (asked === id ? resolved : undefined),
    load: (asked) => (asked === resolved ? `export default ${JSON.stringify(data())}` : undefined),
  };
}
