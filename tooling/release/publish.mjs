// @ts-check
/**
 * Publishes the tarballs of a folder with npm, dependencies first. Versions that the registry has already are skipped,
 * so that an interrupted run can be repeated. npm gets its right to publish from the workflow (trusted publishing).
 * Usage: node tooling/release/publish.mjs FOLDER [options of npm publish]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../run/output.mjs';
import { root } from '../run/workspace.mjs';
import { publishablePackages, sortByDependencies } from './pack.mjs';

const [, , folder, ...options] = process.argv;
if (folder === undefined)
  throw new Error('The argument with the folder of the tarballs is missing. Usage: publish.mjs FOLDER');
const release = sortByDependencies(publishablePackages(root)).map(({ manifest: { name, version } }) => {
  const tarball = join(resolve(folder), `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (!existsSync(tarball)) throw new Error(`${tarball} is missing. Run tooling/release/pack-release.mjs first.`);
  return { id: `${name}@${version}`, tarball };
});
for (const { id, tarball } of release) {
  const known = spawnSync('npm', ['view', id, 'version'], { encoding: 'utf8' });
  if (known.status === 0 && known.stdout.trim() !== '') say(`publish: ${id} is already published`);
  else
    execFileSync('npm', ['publish', tarball, '--access', 'public', '--provenance', ...options], { stdio: 'inherit' });
}
