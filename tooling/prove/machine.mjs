// @ts-check
import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { readManifest, root } from '../run/workspace.mjs';

/** @typedef {{ commit: string, changed: boolean }} Source commit of the checkout; changed: it has uncommitted changes */
/** @typedef {{ version: string, source: Source, node: string, system: string, processor: string, cores: number, memoryGb: number }} Machine */

/** @returns {string} output of git, empty outside a checkout */
function git(/** @type {readonly string[]} */ args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/**
 * Describes what the results of a run depend on: the code, Node, and the machine without its name.
 * @returns {Machine}
 */
export function describeMachine() {
  const processors = cpus();
  return {
    version: readManifest(join(root, 'apps/server')).version,
    source: {
      commit: git(['rev-parse', '--short=12', 'HEAD']) || 'unknown',
      changed: git(['status', '--porcelain', '--untracked-files=no']) !== '',
    },
    node: process.version,
    system: `${type()} ${release()} ${process.arch}`,
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}

/** Formats a machine in two lines. */
export function formatMachine(/** @type {Machine} */ machine) {
  const { version, source, node, system, processor, cores, memoryGb } = machine;
  const changed = source.changed ? ' with uncommitted changes' : '';
  return [
    `Notes ${version}, commit ${source.commit}${changed}, Node ${node}`,
    `${system}, ${cores} cores of ${processor}, ${memoryGb} GB of memory`,
  ].join('\n');
}
