// @ts-check
import { posix, win32 } from 'node:path';

/**
 * System to search.
 * @typedef {{ platform: string, env: Readonly<Record<string, string | undefined>>, home: string, isFile: (path: string)
 * => boolean, list: (folder: string) => string[] }} Machine
 */

/**
 * Command that starts the server.
 * @typedef {{ command: string, args: string[], searchPath: string }} Start searchPath: its `PATH`, with Node on it
 */

/** Path of the package's program, relative to the folder for npm's commands on Windows. */
const WINDOWS_ENTRY = ['node_modules', '@notes', 'server', 'dist', 'bundle', 'notes-server.js'];

/**
 * Finds the installed `notes-server`: at the path in the settings, on `PATH`, then in the folders of npm and similar
 * tools. A program started from a desktop has a `PATH` without those.
 * @param {string | undefined} setting
 * @param {Machine} machine
 * @returns {Start | null}
 */
export function findServer(setting, machine) {
  const { dirname, delimiter } = machine.platform === 'win32' ? win32 : posix;
  const folders = listSearchFolders(machine);
  const program = setting ?? firstFile(folders, commandName(machine), machine);
  if (program === null || !machine.isFile(program)) return null;
  const nearFirst = [dirname(program), ...folders];
  const start = buildCommand(program, nearFirst, machine);
  return start && { ...start, searchPath: nearFirst.join(delimiter) };
}

/**
 * Builds the command for a program. The user's own Node runs a script, because the native part of the server is
 * compiled for that Node. On Windows npm's `.cmd` can only be started through a shell, which would parse the arguments
 * in its own way.
 * @param {string} program
 * @param {string[]} folders
 * @param {Machine} machine
 */
function buildCommand(program, folders, machine) {
  const isShim = machine.platform === 'win32' && /\.(?:cmd|ps1)$/i.test(program);
  const script = isShim ? win32.join(win32.dirname(program), ...WINDOWS_ENTRY) : program;
  if (!/\.[cm]?js$/i.test(script)) return { command: program, args: [] };
  const node = firstFile(folders, machine.platform === 'win32' ? 'node.exe' : 'node', machine);
  return node !== null && machine.isFile(script) ? { command: node, args: [script] } : null;
}

const commandName = (/** @type {Machine} */ { platform }) =>
  platform === 'win32' ? 'notes-server.cmd' : 'notes-server';

/**
 * Lists the folders to search, in order.
 * @param {Machine} machine
 * @returns {string[]}
 */
export function listSearchFolders(machine) {
  const { env, platform } = machine;
  const { delimiter } = platform === 'win32' ? win32 : posix;
  const onPath = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  return [
    ...new Set([...onPath, ...(platform === 'win32' ? listUsualWindowsFolders(env) : listUsualFolders(machine))]),
  ];
}

/** @param {Machine['env']} env */
function listUsualWindowsFolders({ APPDATA, ProgramFiles }) {
  return [APPDATA && win32.join(APPDATA, 'npm'), ProgramFiles && win32.join(ProgramFiles, 'nodejs')].filter(
    (folder) => folder !== undefined,
  );
}

/** @param {Machine} machine */
function listUsualFolders({ home, list }) {
  const versions = posix.join(home, '.nvm/versions/node');
  const newestFirst = list(versions).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [
    ...newestFirst.map((version) => posix.join(versions, version, 'bin')),
    ...['.volta/bin', '.npm-global/bin', '.local/bin', '.local/share/pnpm', 'Library/pnpm'].map((folder) =>
      posix.join(home, folder),
    ),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
  ];
}

/**
 * @param {string[]} folders
 * @param {string} name
 * @param {Machine} machine
 * @returns {string | null}
 */
function firstFile(folders, name, { platform, isFile }) {
  const { join } = platform === 'win32' ? win32 : posix;
  return folders.map((folder) => join(folder, name)).find(isFile) ?? null;
}
