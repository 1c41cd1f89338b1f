// @ts-check
/**
 * Runs `notes-server mcp` for a desktop client: the server in this bundle, in the Node of the client, whose addons fit
 * Node 22 and newer on every system. A program named in the settings, or the installed one where the Node of the client
 * is older, runs as a child. The streams are piped, because the standard streams of a client's Node may not be real
 * files.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findServer, listSearchFolders } from './find-server.mjs';

/** Exit codes of a shell for a missing command, and for one that cannot be started. */
const NOT_FOUND = 127;
const NOT_STARTED = 126;
/** First major release of Node that the addons in the bundle work with; older ones crash in them. */
const FIRST_RELEASE = 22;

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
const command = readSetting(values.command);
const args = ['mcp', ...flag('data-dir'), ...flag('scope')];
if (command === undefined && Number.parseInt(process.versions.node, 10) >= FIRST_RELEASE) await runBundled();
else runInstalled();

/** Runs the server of the bundle in this process. */
async function runBundled() {
  const { program } = JSON.parse(readFileSync(new URL('bundled-server.json', import.meta.url), 'utf8'));
  const entry = new URL(program, import.meta.url);
  process.argv = [process.execPath, fileURLToPath(entry), ...args];
  await import(entry.href);
}

function runInstalled() {
  const start = findServer(command, machine);
  if (start === null) reportError(NOT_FOUND, describeMissing());
  else run(start);
}

/**
 * Reads a setting. An empty setting arrives as an empty text, or as its unresolved placeholder.
 * @param {string | undefined} value
 */
function readSetting(value) {
  return value === undefined || value.trim() === '' || value.startsWith('${user_config.') ? undefined : value;
}

/** @param {'data-dir' | 'scope'} name */
function flag(name) {
  const value = readSetting(values[name]);
  return value === undefined ? [] : [`--${name}`, value];
}

function describeMissing() {
  if (command !== undefined)
    return `notes-server, or the Node it needs, was not found at ${command}. Choose another program in the settings of this extension, or leave the setting empty.`;
  return `This client runs Node ${process.versions.node}, the bundled server needs Node ${FIRST_RELEASE} or newer, and no notes-server was found in ${listSearchFolders(machine).join(', ')}. Update the client, or run “npm install -g @notes/server”.`;
}

/** @param {import('./find-server.mjs').Start} start */
function run({ command: program, args: before, searchPath }) {
  const child = spawn(program, [...before, ...args], { env: { ...process.env, PATH: searchPath }, windowsHide: true });
  process.stdin.pipe(child.stdin);
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  // A server that has ended accepts no input; its exit code reports the reason.
  child.stdin.on('error', () => {});
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => reportError(NOT_STARTED, `${program} could not be started: ${error.message}`));
  child.on('close', (code) => {
    process.exitCode ??= code ?? 1;
    process.stdin.destroy();
  });
}

/**
 * @param {number} code
 * @param {string} message
 */
function reportError(code, message) {
  process.stderr.write(`notes: ${message}\n`);
  process.exitCode = code;
}
