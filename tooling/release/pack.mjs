// @ts-check
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pnpmCommand } from '../run/install.mjs';
import { workspacePackages } from '../run/workspace.mjs';

const run = promisify(execFile);

/** @typedef {{ name: string, path: string, tarball: string, files: string[] }} Packed path: the package's folder, from the root */

/** The packages that are published: all that do not say they are private. */
export function publishablePackages(/** @type {string} */ root) {
  return workspacePackages(root).filter(({ manifest }) => !manifest.private);
}

/**
 * Packs every publishable package as `pnpm publish` would, from what is built.
 * @param {string} root
 * @param {string} destination an existing folder for the tarballs
 * @returns {Promise<Packed[]>}
 */
export async function packAll(root, destination) {
  const [command, ...before] = pnpmCommand(root);
  /** @type {Packed[]} */
  const packed = [];
  for (const { dir, path, manifest } of publishablePackages(root)) {
    const args = [...before, 'pack', '--json', '--pack-destination', destination];
    const { stdout } = await run(command, args, { cwd: dir });
    const { filename, files } = JSON.parse(stdout);
    const paths = files.map((/** @type {{ path: string }} */ file) => file.path);
    packed.push({ name: manifest.name, path, tarball: filename, files: paths });
  }
  return packed;
}
