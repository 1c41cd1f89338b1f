// @ts-check
/**
 * Checks the built MCP endpoint with clients of other makers, over HTTP and stdio. Each check also has to fail on a
 * server with the fault it looks for. Usage: node clients.mjs [checkout], where another built checkout is compared
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from '../bench/packages.mjs';
import { startServer } from '../bench/process.mjs';
import { readManifest, serviceProgram } from '../run/workspace.mjs';
import { checkNames, runClientChecks } from './client-checks.mjs';
import { loadClientKinds } from './client-kinds.mjs';
import { findExternalChecks } from './external-checks.mjs';

const SCOPES = /** @type {const} */ (['search-only', 'read-only', 'organizer']);
const SYNC_SCOPE = 'control';
const PLANTED = fileURLToPath(new URL('planted-door.mjs', import.meta.url));

/**
 * @typedef {import('./client-checks.mjs').Scene} Scene
 * @typedef {import('./client-checks.mjs').Scope} Scope
 * @typedef {import('./client-kinds.mjs').Address} Address
 * @typedef {import('./client-kinds.mjs').Kind} Kind
 * @typedef {Omit<Scene, 'connect' | 'client' | 'stops'>} Surroundings
 */

/** Starts a listener with an image that never arrives. */
async function startHangingHost() {
  const requests = { begun: 0, stopped: 0 };
  const server = createServer((_, response) => {
    requests.begun += 1;
    response.once('close', () => {
      requests.stopped += 1;
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host: `127.0.0.1:${port}`, countRequests: () => ({ ...requests }), stop };
}

/** @returns {Promise<Scene['toolNames']>} */
async function listToolNames(/** @type {string} */ checkout) {
  const contract = pathToFileURL(join(checkout, 'packages/contract/dist/tools/index.js')).href;
  const { tools, isOffered } = await import(contract);
  const namesIn = (/** @type {Scope} */ scope) =>
    tools
      .filter((/** @type {object} */ tool) => isOffered(tool, { scope, syncScope: SYNC_SCOPE }))
      .map((/** @type {{ name: string }} */ { name }) => name);
  return { 'search-only': namesIn('search-only'), 'read-only': namesIn('read-only'), organizer: namesIn('organizer') };
}

/**
 * Runs the checks with one kind of client.
 * @param {Kind} kind
 * @param {(scope: Scope) => Address} locate
 * @param {Surroundings} surroundings
 */
async function checkKind({ connect, stops }, locate, surroundings) {
  const connectTo = (/** @type {Scope} */ scope) => connect(locate(scope));
  const client = await connectTo('organizer');
  try {
    return await runClientChecks({ ...surroundings, connect: connectTo, client, stops });
  } finally {
    await client.close();
  }
}

/** @returns {Promise<string[]>} faults */
async function check(
  /** @type {Kind[]} */ kinds,
  /** @type {string} */ checkout,
  /** @type {string} */ folder,
  /** @type {Awaited<ReturnType<typeof startHangingHost>>} */ { host, countRequests },
) {
  const program = serviceProgram(checkout);
  const { version } = readManifest(join(checkout, 'apps/server'));
  const toolNames = await listToolNames(checkout);
  const surroundings = { version, toolNames, countRequests, hangingUrl: `http://${host}/image.png` };
  const flags = (/** @type {string} */ door, /** @type {Scope} */ scope) => {
    const settings = [`mcp.default_scope=${scope}`, `mcp.sync_scope=${SYNC_SCOPE}`, 'log.level=warn'];
    const set = [...settings, `media.allow_private_addresses=${host}`].flatMap((setting) => ['--set', setting]);
    return ['--data-dir', join(folder, door, scope), ...set];
  };
  const services = new Map();
  const faults = [];
  try {
    for (const scope of SCOPES)
      services.set(scope, await startServer([program, 'serve', '--listen', '127.0.0.1:0', ...flags('http', scope)]));
    let [passed, total] = [0, 0];
    for (const kind of kinds) {
      const found = await checkKind(
        kind,
        (scope) =>
          kind.door === 'http'
            ? { url: new URL('/mcp', services.get(scope).url) }
            : { command: { command: process.execPath, args: [program, 'mcp', ...flags(kind.name, scope)] } },
        surroundings,
      );
      const count = found.passed.length + found.failed.size;
      console.log(`${kind.name.padEnd(24)}${found.passed.length}/${count}`);
      for (const [name, reason] of found.failed) faults.push(`${kind.name}: ${name}: ${reason}`);
      passed += found.passed.length;
      total += count;
    }
    console.log(`${'all clients'.padEnd(24)}${passed}/${total}`);
    return [...faults, ...(await checkPlanted(kinds, surroundings, join(folder, 'planted')))];
  } finally {
    for (const service of services.values()) await service.stop();
  }
}

/** Runs the checks on a server with every fault. @returns {Promise<string[]>} the checks that do not fail */
async function checkPlanted(
  /** @type {Kind[]} */ kinds,
  /** @type {Surroundings} */ surroundings,
  /** @type {string} */ folder,
) {
  const kind = /** @type {Kind} */ (kinds.find(({ door }) => door === 'stdio'));
  mkdirSync(folder, { recursive: true });
  const { hangingUrl } = surroundings;
  const address = { command: { command: process.execPath, args: [PLANTED, folder, hangingUrl] } };
  const { failed } = await checkKind(kind, () => address, surroundings);
  console.log(`${'planted faults'.padEnd(24)}${failed.size}/${checkNames.length} found`);
  return checkNames.filter((name) => !failed.has(name)).map((name) => `planted fault not found: ${name}`);
}

async function main() {
  const outside = findExternalChecks();
  if (typeof outside === 'string') {
    console.log(`skipped: ${outside}`);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'notes-clients-'));
  const hanging = await startHangingHost();
  try {
    const kinds = await loadClientKinds(outside.node, folder);
    const faults = await check(kinds, resolve(process.argv[2] ?? root), folder, hanging);
    for (const fault of faults) console.error(fault);
    console.log(faults.length === 0 ? 'passed: every client passes every check' : 'FAILED');
    return faults.length === 0 ? 0 : 1;
  } finally {
    hanging.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
