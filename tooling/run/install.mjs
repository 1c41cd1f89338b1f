// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly, say } from './output.mjs';
import { headerPrefix } from './preflight.mjs';
import { readManifest, workspacePackages } from './workspace.mjs';

/** @typedef {{ inputs: string, runtime: string }} Stamp what the last installation was made from, and for which Node */

const stampPath = (/** @type {string} */ root) => join(root, 'node_modules', '.notes-install.json');

/** Hashes the inputs of an installation: lockfile, settings and every manifest, and separately the Node ABI. */
export function installStamp(/** @type {string} */ root, abi = process.versions.modules) {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', '.pnpmfile.cjs', 'package.json'];
  files.push(...workspacePackages(root).map(({ path }) => `${path}/package.json`));
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file}\0`);
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
    hash.update('\0');
  }
  return { inputs: hash.digest('hex'), runtime: `${process.platform}-${process.arch}-${abi}` };
}

/** @returns {Stamp | undefined} the stamp of the last complete installation; a broken file counts as none */
export function readStamp(/** @type {string} */ root) {
  try {
    return JSON.parse(readFileSync(stampPath(root), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the command that runs the pinned pnpm: the installed one, else npm's own runner, which downloads it. The
 * version is read from `packageManager`, its only source for tools; a test compares the devDependency with it.
 * @returns {[string, ...string[]]}
 */
export function pnpmCommand(/** @type {string} */ root) {
  const pin = /^pnpm@(\d+\.\d+\.\d+)/.exec(readManifest(root).packageManager ?? '')?.[1];
  if (!pin) throw new Error('package.json has no packageManager of the form pnpm@x.y.z.');
  const local = join(root, 'node_modules', 'pnpm');
  const installed = existsSync(join(local, 'package.json')) && readManifest(local).version === pin;
  return installed ? [process.execPath, join(local, 'bin', 'pnpm.cjs')] : ['npx', '--yes', `pnpm@${pin}`];
}

/** Installs the locked dependencies when any input changed since the last installation. Returns an exit code. */
export function ensureInstalled(/** @type {string} */ root) {
  const wanted = installStamp(root);
  const found = readStamp(root);
  if (found?.inputs === wanted.inputs && found.runtime === wanted.runtime) return 0;
  rmSync(stampPath(root), { force: true });
  say('Installing the dependencies. The first time this takes a minute or two, because an addon is compiled.');
  const steps = [['install', '--frozen-lockfile', '--reporter=append-only']];
  // pnpm keeps an addon built for another Node, so a rebuild has to be requested.
  if (found && found.runtime !== wanted.runtime) steps.push(['rebuild', '--recursive']);
  for (const step of steps) {
    const [command, ...before] = pnpmCommand(root);
    const args = [...before, ...step, ...headerOptions()];
    const status = runQuietly(command, args, { cwd: root });
    if (status !== 0) return status;
  }
  mkdirSync(dirname(stampPath(root)), { recursive: true });
  writeFileSync(stampPath(root), JSON.stringify(wanted));
  return 0;
}

/** pnpm passes the setting to node-gyp. An environment variable would do the same, but npm would warn about it. */
function headerOptions() {
  const prefix = headerPrefix();
  return prefix ? [`--config.nodedir=${prefix}`] : [];
}
