// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fail, say } from './output.mjs';
import { runTasks } from './turbo.mjs';
import { serviceProgram } from './workspace.mjs';

/**
 * Milliseconds within which two signals count as one: a terminal's Ctrl-C reaches this process directly and again
 * through npm.
 */
const SAME_SIGNAL_MS = 500;
const PARENT_POLL_MS = 250;

/**
 * Builds the workspace and runs the server from it until it ends. The script `start` of the root manifest begins with
 * `exec`: a shell in between would end on npm's SIGTERM by itself, and npm with it, before the server has stopped.
 * @param {string} root
 * @param {string[]} args passed on to the server
 * @returns {Promise<number>} the server's exit code
 */
export async function start(root, args) {
  say('Building …');
  const built = runTasks(root, ['build'], [], { quiet: true });
  if (built !== 0) return fail(built, 'The build failed. See the output above.');
  return supervise(serviceProgram(root), ['serve', ...sourceDefaults(root, args), ...args]);
}

/**
 * Returns the flags that keep a source checkout's data beside the sources and its address apart from an installed
 * service, without those that the user gave.
 * @param {string} root
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function sourceDefaults(root, args, env = process.env) {
  const hasFlag = (/** @type {string} */ flag) => args.some((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const elsewhere = env.NOTES_SERVER_LISTEN_ADDR !== undefined || args.some((a) => a.includes('server.listen_addr='));
  const defaults = [
    hasFlag('--profile') ? [] : ['--profile', 'source'],
    hasFlag('--data-dir') ? [] : ['--data-dir', join(root, '.notes')],
    hasFlag('--listen') || elsewhere ? [] : ['--listen', '127.0.0.1:8099'],
  ];
  return defaults.flat();
}

/**
 * Runs a script as a child that cannot outlive its parents: signals are forwarded, the end of the parent counts as
 * SIGTERM, and if this process is killed the child notices the closed channel (see end-with-parent.mjs). The child has
 * a process group of its own, so that Ctrl-C reaches it once, through this process.
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<number>} the child's exit code, or 128 + the signal's number as a shell reports it
 */
export function supervise(script, args) {
  const watch = new URL('./end-with-parent.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', watch, script, ...args], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let last = Number.NEGATIVE_INFINITY;
  const handOn = (/** @type {NodeJS.Signals} */ signal) => {
    if (performance.now() - last < SAME_SIGNAL_MS) return;
    last = performance.now();
    // A closed terminal stops the server like any other signal; the server need not handle terminals.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, handOn);
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(fail(1, error.message)));
    child.once('exit', (code, signal) => {
      clearInterval(poll);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
