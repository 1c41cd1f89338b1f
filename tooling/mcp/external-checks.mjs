// @ts-check
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly, say } from '../run/output.mjs';

const folder = fileURLToPath(new URL('outside/', import.meta.url));
const LOCK = join(folder, 'package-lock.json');
/** Record of the installation; npm removes it with everything else before it installs again. */
const INSTALLED = join(folder, 'node_modules', '.installed-lock.json');
const NEEDED = [22, 19];

/** @typedef {{ node: string, conformance: string, inspector: string }} Outside a sufficiently new Node, and scripts for it */

/**
 * Installs external checks on first use.
 * @returns {Outside | string} or the reason why they are not available here
 */
export function findExternalChecks() {
  if (!isInstalled()) {
    say('Installing the external checks. This takes a minute and 300 MB.');
    if (runQuietly('npm', ['ci'], { cwd: folder }) !== 0) return 'the external checks could not be installed';
    copyFileSync(LOCK, INSTALLED);
  }
  const node = findNode();
  if (node === undefined)
    return `the external checks need Node ${NEEDED.join('.')}, which npm does not provide for this system`;
  const modules = join(folder, 'node_modules', '@modelcontextprotocol');
  return {
    node,
    conformance: join(modules, 'conformance/dist/index.js'),
    inspector: join(modules, 'inspector/clients/launcher/build/index.js'),
  };
}

function isInstalled() {
  return existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === readFileSync(LOCK, 'utf8');
}

function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return process.execPath;
  const fetched = join(folder, 'node_modules', '.bin', 'node');
  return existsSync(fetched) ? fetched : undefined;
}
