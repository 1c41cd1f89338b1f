// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOutside } from './install-outside.mjs';

const folder = fileURLToPath(new URL('outside/', import.meta.url));
const NEEDED = [22, 19];

/** @typedef {{ node: string, conformance: string, inspector: string }} Outside a sufficiently new Node, and scripts for it */

/**
 * Installs external checks on first use.
 * @returns {Outside | string} or the reason why they are not available here
 */
export function findExternalChecks() {
  if (!installOutside(folder, 'Installing the external checks. This takes a minute and 300 MB.'))
    return 'the external checks could not be installed';
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

function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return process.execPath;
  const fetched = join(folder, 'node_modules', '.bin', 'node');
  return existsSync(fetched) ? fetched : undefined;
}
