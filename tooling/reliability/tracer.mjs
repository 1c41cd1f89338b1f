// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Attaches strace to a running process, to kill it as one of its threads begins a call for the nth time.
 * @param {number} pid
 * @param {{ call: string, main: boolean, nth: number }} point main: count the calls of the main thread only
 * @returns {Promise<{ ended: Promise<unknown> }>} once attached; ended when the process has, or was let go
 */
export async function killAt(pid, { call, main, nth }) {
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${nth}`];
  const args = ['-o', '/dev/null', ...(main ? [] : ['-f']), ...inject, '-p', String(pid)];
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(tracer, 'exit');
  for await (const line of createInterface({ input: tracer.stderr })) if (line.includes('attached')) break;
  return { ended };
}
