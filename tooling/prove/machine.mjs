// @ts-check
import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { readManifest, root } from '../run/workspace.mjs';

/**
 * @typedef {{ commit: string, changed: boolean }} Source commit of the checkout, `unknown` without git; changed: it has
 *   uncommitted changes
 */
/** @typedef {{ version: string, source: Source, node: string, system: string, processor: string, cores: number, memoryGb: number }} Machine */

/** Files that contain results: recording a run changes them, and no result depends on them. */
const RESULTS = ['tooling/prove/results.json', 'docs/pages/guide/proof.md'];
/** Folders whose new files can change a result, such as a test file that is not added yet. */
const SOURCES = ['apps', 'packages', 'tooling'];

/** @returns {string} output of git, empty outside a checkout */
function git(/** @type {readonly string[]} */ args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/**
 * Describes the code of this checkout.
 * @returns {Source}
 */
export function describeSource() {
  const excluded = RESULTS.map((path) => `:(exclude)${path}`);
  const changed = git(['status', '--porcelain', '--untracked-files=no', '--', '.', ...excluded]);
  const added = git(['ls-files', '--others', '--exclude-standard', '--', ...SOURCES]);
  const commit = git(['rev-parse', '--short=12', 'HEAD']) || 'unknown';
  return { commit, changed: changed !== '' || added !== '' };
}

/**
 * Describes what the results of a run depend on: the code, Node, and the machine without its name.
 * @returns {Machine}
 */
export function describeMachine() {
  const processors = cpus();
  return {
    version: readManifest(join(root, 'apps/server')).version,
    source: describeSource(),
    node: process.version,
    system: `${type()} ${release()} ${process.arch}`,
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}

/** Formats a machine in two lines. */
export function formatMachine(/** @type {Machine} */ machine) {
  const { version, source, node } = machine;
  const changed = source.changed ? ' with uncommitted changes' : '';
  return `Notes ${version}, commit ${source.commit}${changed}, Node ${node}\n${formatHardware(machine)}`;
}

export const formatHardware = (/** @type {Machine} */ { system, cores, processor, memoryGb }) =>
  `${system}, ${cores} cores of ${processor}, ${memoryGb} GB of memory`;
