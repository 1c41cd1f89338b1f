// @ts-check
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { code, table } from './markdown.mjs';

const webRoot = fileURLToPath(new URL('../../apps/web/', import.meta.url));

/**
 * @typedef {{ id: string, group: string, title: string, keys: readonly string[] }} WebCommand
 * @typedef {{ groups: Record<string, string>, commands: readonly WebCommand[] }} WebCommands
 */

/** Returns the shortcut table of the web UI: one section for each group of commands that have keys. */
export async function renderKeys() {
  const { groups, commands } = await loadWebCommands();
  const bound = commands.filter(({ keys }) => keys.length > 0);
  const sections = Object.entries(groups).map(([group, label]) => {
    const rows = bound.filter((command) => command.group === group).map(({ title, keys }) => [title, formatKeys(keys)]);
    return rows.length === 0 ? '' : `### ${label}\n\n${table(['Action', 'Keys'], rows)}`;
  });
  return sections.filter((section) => section !== '').join('\n\n');
}

const formatKeys = (/** @type {readonly string[]} */ keys) =>
  keys.map((sequence) => sequence.split(' ').map(code).join(' then ')).join(' or ');

/**
 * Loads the modules of the web UI that declare its commands. The modules listen for events and read the address when
 * they are loaded, so stand-ins for the browser's globals exist while they load.
 *
 * @returns {Promise<WebCommands>}
 */
async function loadWebCommands() {
  const server = await createServer({
    configFile: `${webRoot}vite.config.ts`,
    root: webRoot,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    ssr: { resolve: { conditions: ['@notes/source', 'node', 'import', 'default'] } },
  });
  const restore = setGlobals(browserGlobals);
  try {
    const registry = await server.ssrLoadModule('/src/commands/registry.ts');
    const standard = await server.ssrLoadModule('/src/commands/standard.ts');
    const writing = await server.ssrLoadModule('/src/commands/writing.ts');
    return { groups: registry.groups, commands: [...standard.standardCommands, ...writing.writingCommands] };
  } finally {
    restore();
    await server.close();
  }
}

const browserGlobals = {
  addEventListener: () => {},
  location: new URL('http://localhost/'),
  history: { state: null, replaceState: () => {}, scrollRestoration: 'auto' },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  document: { documentElement: { dataset: {}, style: { setProperty: () => {} } }, addEventListener: () => {} },
};

/**
 * Sets globals that do not exist yet.
 *
 * @param {Record<string, unknown>} values
 * @returns {() => void} function that removes them again
 */
function setGlobals(values) {
  const added = Object.keys(values).filter((name) => !(name in globalThis));
  for (const name of added) Object.defineProperty(globalThis, name, { value: values[name], configurable: true });
  return () => {
    for (const name of added) Reflect.deleteProperty(globalThis, name);
  };
}
