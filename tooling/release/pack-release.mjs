// @ts-check
/**
 * Packs what a release publishes into dist/release: the tarballs of all packages, a software bill of materials of the
 * applications and their dependencies (CycloneDX), and SHA-256 checksums. The first argument, a tag such as `v0.1.0`, must
 * name the version of the packages.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../run/output.mjs';
import { readManifest, root } from '../run/workspace.mjs';
import { packAll } from './pack.mjs';

const { version } = readManifest(join(root, 'apps', 'server'));
const [, , tag = `v${version}`] = process.argv;
if (tag !== `v${version}`) throw new Error(`The tag ${tag} does not name the version ${version} of @notes/server.`);

const release = join(root, 'dist', 'release');
rmSync(release, { recursive: true, force: true });
mkdirSync(release, { recursive: true });
const packed = await packAll(root, release);
const addons = packed.find(({ name }) => name === '@notes/native-linux-x64');
if (!addons?.files.includes('dist/sqlite-node20.node'))
  throw new Error('The addon for Node 20 is missing. Build the release with Node 20 on Linux x64.');
// npm refuses packages of other systems that are named; their addons are of the same sources.
const fitting = packed.filter(
  ({ name }) => !/native-/.test(name) || name.endsWith(`-${process.platform}-${process.arch}`),
);
writeFileSync(join(release, 'sbom.cdx.json'), describeInstallation(fitting.map(({ tarball }) => tarball)));
const bundle = join(root, 'dist', 'notes.mcpb');
if (existsSync(bundle)) copyFileSync(bundle, join(release, 'notes.mcpb'));
const sums = readdirSync(release)
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(release, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(join(release, 'SHA256SUMS'), sums.join(''));
say(`release: ${packed.length} packages of version ${version} in ${release}`);

/**
 * Installs tarballs as a user would and lists everything that came with them.
 * @param {string[]} tarballs
 * @returns {string} CycloneDX in JSON
 */
function describeInstallation(tarballs) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-sbom-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'notes', version, private: true }));
    const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...quiet, ...tarballs], { cwd: folder, stdio: ['ignore', 2, 2] });
    return execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
