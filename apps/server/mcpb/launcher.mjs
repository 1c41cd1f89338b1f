// @ts-check
/**
 * What the bundle runs: starts the installed `notes-server mcp` and stands between it and the client. The server itself
 * is not in the bundle, for its native part fits one system and one version of Node only. A client may run this in a
 * Node of its own whose standard streams are no real files, so they are handed on rather than handed down.
 */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { findServer, searched } from './find-server.mjs';

/** As a shell reports a command that is not there, and one that cannot be started. */
const NOT_FOUND = 127;
const NOT_STARTED = 126;

/** @type {import('./find-server.mjs').Machine} */
const machine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
  list: (folder) => (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []),
};

const { values } = parseArgs({
  options: { command: { type: 'string' }, 'data-dir': { type: 'string' }, scope: { type: 'string' } },
});
const command = given(values.command);
const start = findServer(command, machine);
if (start === null) complain(NOT_FOUND, notFound());
else run(start, ['mcp', ...flag('data-dir'), ...flag('scope')]);

/**
 * A setting that was left empty comes as an empty text, or as the placeholder it should have replaced.
 * @param {string | undefined} value
 */
function given(value) {
  return value === undefined || value.trim() === '' || value.startsWith('${user_config.') ? undefined : value;
}

/** @param {'data-dir' | 'scope'} name */
function flag(name) {
  const value = given(values[name]);
  return value === undefined ? [] : [`--${name}`, value];
}

function notFound() {
  const where = command === undefined ? `in ${searched(machine).join(', ')}` : `at ${command}`;
  return `notes-server, or the Node it needs, was not found ${where}. Install it with “npm install -g @notes/server”, or name the program in the settings of this extension.`;
}

/**
 * @param {import('./find-server.mjs').Start} start
 * @param {string[]} args
 */
function run({ command, args: before, searchPath }, args) {
  const child = spawn(command, [...before, ...args], { env: { ...process.env, PATH: searchPath }, windowsHide: true });
  process.stdin.pipe(child.stdin);
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  // A server that has ended takes no more; why it ended is told by its exit code.
  child.stdin.on('error', () => {});
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => complain(NOT_STARTED, `${command} could not be started: ${error.message}`));
  child.on('close', (code) => {
    process.exitCode ??= code ?? 1;
    process.stdin.destroy();
  });
}

/**
 * @param {number} code
 * @param {string} message
 */
function complain(code, message) {
  process.stderr.write(`notes: ${message}\n`);
  process.exitCode = code;
}
