// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../node_modules/verdaccio/bin/verdaccio', import.meta.url));
const START_MS = 60_000;
const STEP_MS = 100;

/** @typedef {{ address: string, token: string, stop: () => Promise<void> }} Registry */

/**
 * Starts an npm registry whose own packages are only those published to it, and which proxies all other packages from
 * another registry.
 * @param {string} folder an empty folder for its data
 * @param {string} upstream address of the other registry
 * @returns {Promise<Registry>}
 */
export async function startRegistry(folder, upstream) {
  mkdirSync(folder, { recursive: true });
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const configuration = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'users') } },
    uplinks: { upstream: { url: upstream, maxage: '60m', timeout: '60s' } },
    packages: {
      '@notes/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'error' },
  };
  const file = join(folder, 'config.yaml');
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(configuration));
  const child = spawn(process.execPath, [PROGRAM, '--config', file, '--listen', address], {
    stdio: ['ignore', 2, 2],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await exited;
  };
  try {
    await waitUntilReady(address, child);
    return { address, token: await addUser(address), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns {Promise<number>} */
function findFreePort() {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

async function waitUntilReady(
  /** @type {string} */ address,
  /** @type {import('node:child_process').ChildProcess} */ child,
) {
  for (let waitedMs = 0; waitedMs < START_MS; waitedMs += STEP_MS) {
    if (child.exitCode !== null) throw new Error(`The registry exited with code ${child.exitCode}.`);
    const answer = await fetch(`${address}/-/ping`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  throw new Error(`The registry did not start within ${START_MS} ms.`);
}

/** Adds a user who may publish; returns the token. */
async function addUser(/** @type {string} */ address) {
  const body = JSON.stringify({ name: 'release', password: 'release-check' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${address}/-/user/org.couchdb.user:release`, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(`The registry refuses a new user: ${answer.status} ${await answer.text()}`);
  return /** @type {{ token: string }} */ (await answer.json()).token;
}
