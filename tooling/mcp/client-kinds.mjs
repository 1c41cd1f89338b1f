// @ts-check
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { importFrom } from '../bench/packages.mjs';

const INFO = { name: 'client-checks', version: '1' };
/** Options of mcp-remote for a service without TLS, whose errors it must not hide behind a second transport. */
const REMOTE_OPTIONS = ['--allow-http', '--transport', 'http-only'];
const outside = createRequire(new URL('outside/package.json', import.meta.url));

/**
 * @typedef {{ content?: { type: string, text: string }[], structuredContent?: any, isError?: boolean }} Result
 * @typedef {object} Client the part of a client that the checks use
 * @property {() => { name: string, version: string } | undefined} getServer
 * @property {() => string | undefined} getInstructions
 * @property {(() => Promise<unknown>) | undefined} ping undefined where the protocol has no ping
 * @property {() => Promise<{ tools: { name: string }[] }>} list
 * @property {(name: string, given: object, signal?: AbortSignal) => Promise<Result>} call
 * @property {(method: string) => Promise<unknown>} ask
 * @property {() => Promise<void>} close
 *
 * @typedef {{ command: string, args: string[], env?: Record<string, string> }} Command
 * @typedef {{ url: URL } | { command: Command }} Address
 * @typedef {object} Kind
 * @property {string} name
 * @property {'http' | 'stdio'} door way in which it reaches the service
 * @property {boolean} stops true where the service learns that the client cancelled a call
 * @property {(address: Address) => Promise<Client>} connect
 */

/**
 * Loads the clients: two releases of the first SDK, the second SDK in each of its modes, and mcp-remote.
 * @param {string} node program that runs mcp-remote
 * @param {string} home folder for what mcp-remote stores
 * @returns {Promise<Kind[]>}
 */
export async function loadClientKinds(node, home) {
  const inRepository = (/** @type {string} */ path) => importFrom('apps/server', `@modelcontextprotocol/sdk/${path}`);
  const older = (/** @type {string} */ path) => import(pathToFileURL(outside.resolve(`sdk-v1-12/${path}`)).href);
  const v1 = await loadFirstSdk(inRepository);
  const v1Older = await loadFirstSdk(older);
  const v2 = await loadSecondSdk();
  const remote = outside.resolve('mcp-remote/dist/proxy.js');
  const connectRemote = (/** @type {Address} */ address) => {
    if (!('url' in address)) throw new TypeError('mcp-remote connects over HTTP');
    const args = [remote, address.url.href, ...REMOTE_OPTIONS];
    return v1({ command: { command: node, args, env: { HOME: home, MCP_REMOTE_CONFIG_DIR: home } } });
  };
  const overBoth = (/** @type {string} */ name, /** @type {Kind['connect']} */ connect, overHttpStops = false) =>
    /** @type {Kind[]} */ ([
      { name: `${name}, HTTP`, door: 'http', stops: overHttpStops, connect },
      { name: `${name}, stdio`, door: 'stdio', stops: true, connect },
    ]);
  return [
    ...overBoth('SDK 1.32', v1),
    ...overBoth('SDK 1.12', v1Older),
    ...overBoth('SDK 2, legacy', (address) => v2(address, 'legacy')),
    ...overBoth('SDK 2, auto', (address) => v2(address, 'auto'), true),
    ...overBoth('SDK 2, pinned', (address) => v2(address, { pin: '2026-07-28' }), true),
    { name: 'mcp-remote', door: 'http', stops: false, connect: connectRemote },
  ];
}

/**
 * Loads a release of the first SDK.
 * @param {(path: string) => Promise<any>} load
 * @returns {Promise<Kind['connect']>}
 */
async function loadFirstSdk(load) {
  const [{ Client }, { StdioClientTransport }, { StreamableHTTPClientTransport }, { EmptyResultSchema }] =
    await Promise.all(['client/index.js', 'client/stdio.js', 'client/streamableHttp.js', 'types.js'].map(load));
  const open = makeOpener(StreamableHTTPClientTransport, StdioClientTransport);
  return async (address) => {
    const client = new Client(INFO);
    await client.connect(open(address));
    return {
      getServer: () => client.getServerVersion(),
      getInstructions: () => client.getInstructions(),
      ping: () => client.ping(),
      list: () => client.listTools(),
      call: (name, given, signal) => client.callTool({ name, arguments: given }, undefined, signal && { signal }),
      ask: (method) => client.request({ method }, EmptyResultSchema),
      close: () => client.close(),
    };
  };
}

/**
 * @param {new (url: URL) => unknown} Http
 * @param {new (options: object) => unknown} Stdio
 * @returns {(address: Address) => any} returns the transport of an SDK for an address
 */
const makeOpener = (Http, Stdio) => (address) =>
  'url' in address ? new Http(address.url) : new Stdio({ ...address.command, stderr: 'ignore' });

/** @returns {Promise<(address: Address, mode: unknown) => Promise<Client>>} */
async function loadSecondSdk() {
  const { Client, StreamableHTTPClientTransport } = await importFrom('apps/server', '@modelcontextprotocol/client');
  const { StdioClientTransport } = await importFrom('apps/server', '@modelcontextprotocol/client/stdio');
  const open = makeOpener(StreamableHTTPClientTransport, StdioClientTransport);
  return async (address, mode) => {
    const client = new Client(INFO, { versionNegotiation: { mode } });
    await client.connect(open(address));
    return {
      getServer: () => client.getServerVersion(),
      getInstructions: () => client.getInstructions(),
      ping: client.getProtocolEra() === 'legacy' ? () => client.ping() : undefined,
      list: () => client.listTools(),
      call: (name, given, signal) => client.callTool({ name, arguments: given }, signal && { signal }),
      ask: (method) => client.request({ method }, ANYTHING),
      close: () => client.close(),
    };
  };
}

/** Schema that accepts every result. */
const ANYTHING = {
  '~standard': { version: 1, vendor: 'notes', validate: (/** @type {unknown} */ value) => ({ value }) },
};
