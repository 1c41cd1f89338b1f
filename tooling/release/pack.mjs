// @ts-check
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { workInParallel } from '../run/in-parallel.mjs';
import { pnpmCommand } from '../run/install.mjs';
import { workspacePackages } from '../run/workspace.mjs';

const run = promisify(execFile);

/** @typedef {{ name: string, path: string, tarball: string, files: string[] }} Packed path: the package's folder, from the root */

/** Lists the packages to publish: all that are not private. */
export function publishablePackages(/** @type {string} */ root) {
  return workspacePackages(root).filter(({ manifest }) => !manifest.private);
}

/**
 * Sorts packages so that each comes after its dependencies.
 * @template {{ manifest: import('../run/workspace.mjs').Manifest }} Package
 * @param {readonly Package[]} packages
 * @returns {Package[]}
 * @throws Error when packages depend on each other in a circle
 */
export function sortByDependencies(packages) {
  /** @type {Package[]} */
  const sorted = [];
  let pending = [...packages];
  while (pending.length > 0) {
    const names = new Set(pending.map(({ manifest }) => manifest.name));
    const ready = pending.filter(
      ({ manifest: { dependencies, optionalDependencies } }) =>
        !Object.keys({ ...dependencies, ...optionalDependencies }).some((name) => names.has(name)),
    );
    if (ready.length === 0) throw new Error(`These packages depend on each other: ${[...names].join(', ')}`);
    sorted.push(...ready);
    pending = pending.filter((one) => !ready.includes(one));
  }
  return sorted;
}

/**
 * Packs every publishable package as `pnpm publish` would, from the built files.
 * @param {string} root
 * @param {string} destination an existing folder for the tarballs
 * @returns {Promise<Packed[]>}
 */
export async function packAll(root, destination) {
  const [command, ...before] = pnpmCommand(root);
  return workInParallel(publishablePackages(root), availableParallelism(), async ({ dir, path, manifest }) => {
    const args = [...before, 'pack', '--json', '--pack-destination', destination, '--config.ignore-scripts=true'];
    const { stdout } = await run(command, args, { cwd: dir });
    const { filename, files } = JSON.parse(stdout);
    const paths = files.map((/** @type {{ path: string }} */ file) => file.path);
    return { name: manifest.name, path, tarball: filename, files: paths };
  });
}
