// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/workspace.mjs';
import { runTool } from './run-tool.mjs';

/**
 * Checks the imports below a folder that is laid out like this repository against its import rules.
 * @param {string} dir
 * @returns {Promise<{ modules: number, violations: { rule: string, from: string, to: string }[] }>}
 */
export async function cruiseImports(dir) {
  const config = join(root, '.dependency-cruiser.mjs');
  const folders = ['packages', 'apps'].filter((name) => existsSync(join(dir, name)));
  const { stdout } = await runTool('tooling', 'depcruise', ['--config', config, '-T', 'json', ...folders], dir);
  const { summary } = JSON.parse(stdout);
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map((/** @type {any} */ { rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
