// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Time in which a process group may end by itself after SIGTERM. */
const GRACE_MS = 5_000;

/**
 * Runs a program in a process group of its own, with its output in a file. The whole group is ended when `signal`
 * aborts or the time limit passes: with SIGTERM, and with SIGKILL what is left five seconds later.
 *
 * @param {readonly [string, ...string[]]} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, log: string, limitSeconds: number, signal: AbortSignal }} options
 *   log: path of the file for the output, which is overwritten
 * @returns {Promise<{ code: number | null, isLate: boolean }>} code: exit code, null when a signal ended the program
 * @throws {Error} when the program cannot be started
 */
export async function runGroup([program, ...args], { cwd, env, log, limitSeconds, signal }) {
  const output = createWriteStream(log);
  let isLate = false;
  try {
    if (signal.aborted) return { code: null, isLate };
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    /** @type {NodeJS.Timeout | undefined} */
    let grace;
    const end = () => {
      signalGroup(child, 'SIGTERM');
      grace ??= setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
    };
    const limit = setTimeout(() => {
      isLate = true;
      end();
    }, limitSeconds * 1_000);
    signal.addEventListener('abort', end);
    try {
      const [code] = await once(child, 'close');
      return { code, isLate };
    } finally {
      signal.removeEventListener('abort', end);
      clearTimeout(limit);
      clearTimeout(grace);
      // A process that closed its output can outlive the program.
      if (signal.aborted || isLate) signalGroup(child, 'SIGKILL');
    }
  } finally {
    output.end();
    await once(output, 'close');
  }
}

/** Signals a program and the processes that it started. */
function signalGroup(
  /** @type {import('node:child_process').ChildProcess} */ { pid },
  /** @type {NodeJS.Signals} */ signal,
) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // The group ended by itself.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
