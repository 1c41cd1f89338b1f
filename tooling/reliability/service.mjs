// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from '../bench/packages.mjs';
import { serviceProgram } from '../run/workspace.mjs';

/** @typedef {{ url: URL, pid: number, end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null> }} Service */

/**
 * Starts the built service on a library, as a user would, and waits for its ready line.
 * @param {string} dataDir
 * @param {readonly string[]} under a command to start it with, such as a tracer that becomes the service
 * @param {readonly string[]} words for it besides
 * @param {'inherit' | number} [log] open file for its log; by default that of this process
 * @returns {Promise<Service>}
 */
export async function startService(dataDir, under = [], words = [], log = 'inherit') {
  const args = [
    serviceProgram(root),
    'serve',
    '--data-dir',
    dataDir,
    '--listen',
    '127.0.0.1:0',
    '--set',
    'log.level=warn',
    ...words,
  ];
  const [command, ...rest] = /** @type {[string, ...string[]]} */ ([...under, process.execPath, ...args]);
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', log] });
  const stdout = /** @type {import('node:stream').Readable} */ (child.stdout);
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  for await (const line of createInterface({ input: stdout })) {
    const address = /^listening on (\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    return {
      url: new URL(address),
      pid: /** @type {number} */ (child.pid),
      end: async (signal) => {
        child.kill(signal);
        const [code] = await exited;
        process.off('exit', kill);
        return code;
      },
    };
  }
  const [code] = await exited;
  process.off('exit', kill);
  throw new Error(`The service exited with ${code} before it was ready.`);
}
