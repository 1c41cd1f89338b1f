// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('engine-process.mjs', import.meta.url));
const KEY = 'key-of-the-kill-loop';

/** @typedef {{ kill: () => Promise<void>, stop: () => Promise<void> }} Engine */

/** Returns a free port, which restarted engines use again. */
export async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** Arguments with which the service uses the engine. */
export const engineSettings = (/** @type {number} */ port) =>
  ['kind=lance', `url=http://127.0.0.1:${port}`, `api_key=${KEY}`].flatMap((setting) => [
    '--set',
    `search.sidecar.${setting}`,
  ]);

/**
 * Starts an engine on the index of a folder, and waits until it answers.
 *
 * @param {string} folder
 * @param {number} port
 * @param {string | undefined} program path of notes-search; the stand-in of this folder when undefined
 * @returns {Promise<Engine>}
 */
export async function startEngine(folder, port, program) {
  const args = program === undefined ? [PROCESS, join(folder, 'index.log'), String(port), KEY] : programArgs();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    await exited;
    process.off('exit', kill);
  };
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('listening')) return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
  throw new Error('The engine exited before it was ready.');

  function programArgs() {
    writeFileSync(join(folder, 'api-key'), `${KEY}\n`, { mode: 0o600 });
    return [/** @type {string} */ (program), 'serve', '--data-dir', folder, '--listen', `127.0.0.1:${port}`];
  }
}

/** Calls a route of the engine. */
export async function askEngine(
  /** @type {number} */ port,
  /** @type {string} */ replicaId,
  /** @type {string} */ path,
  /** @type {object} */ body,
) {
  const response = await fetch(`http://127.0.0.1:${port}/v1/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${KEY}`,
      'Content-Type': 'application/json',
      'Notes-Search-Protocol': '1',
      'Notes-Search-Library': replicaId,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return await response.json();
}
