// @ts-check
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inapplicableChecks } from './inapplicable-checks.mjs';

/** Revisions of the protocol with scenarios of their own; the last is of the generation without a handshake. */
const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];
const FAILED = new Set(['FAILURE', 'WARNING']);

/**
 * @typedef {{ id: string, status: string, errorMessage?: string }} Check
 * @typedef {Check & { revision: string, scenario: string }} Found
 */

/**
 * Runs every scenario of the conformance suite that a revision has, for each revision.
 * @param {import('./external-checks.mjs').Outside} outside
 * @param {URL} url
 * @param {string} folder for what the suite writes
 * @returns {string[]} faults
 */
export function runSuite(outside, url, folder) {
  const found = REVISIONS.flatMap((revision) => runRevision(outside, url, join(folder, revision), revision));
  const passed = found.filter(({ status }) => status === 'SUCCESS').length;
  console.log(
    `conformance: ${passed} checks passed, ${inapplicableChecks.size} kinds of checks do not apply to this server`,
  );
  return findFaults(found);
}

/** @returns {Found[]} */
function runRevision(
  /** @type {import('./external-checks.mjs').Outside} */ { node, conformance },
  /** @type {URL} */ url,
  /** @type {string} */ results,
  /** @type {string} */ revision,
) {
  const options = ['--url', url.href, '--suite', 'all', '--spec-version', revision, '--output-dir', results];
  const { stdout, stderr } = spawnSync(node, [conformance, 'server', ...options], { encoding: 'utf8' });
  if (!stdout.includes('=== SUMMARY ===')) throw new Error(`The conformance suite did not finish: ${stderr}`);
  return readdirSync(results).flatMap((run) => {
    const scenario = run.replace(/^server-(.+)-\d{4}-\d\d-\d\dT.*$/, '$1');
    const checks = /** @type {Check[]} */ (JSON.parse(readFileSync(join(results, run, 'checks.json'), 'utf8')));
    return checks.map((check) => ({ ...check, revision, scenario }));
  });
}

/**
 * Reports every failure of a check for servers of this kind. A check for other servers has to fail, or the list of
 * these is out of date, or failures are not detected.
 */
function findFaults(/** @type {Found[]} */ found) {
  const failed = found.filter(({ status }) => FAILED.has(status));
  const seen = new Set(failed.map(({ id }) => id));
  const stale = [...inapplicableChecks.keys()].filter((id) => !seen.has(id));
  return [
    ...failed
      .filter(({ id }) => !inapplicableChecks.has(id))
      .map(({ revision, scenario, id, errorMessage = '' }) => `${revision} ${scenario}: ${id}: ${errorMessage}`),
    ...stale.map((id) => `${id}: ${inapplicableChecks.get(id)}, and yet did not fail`),
  ];
}
