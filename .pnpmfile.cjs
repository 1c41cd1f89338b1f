const path = require('node:path');
const root = require('./package.json');

// The condition `@notes/source` makes the packages of this repository read each other's sources. The sources are not
// published, so the hook removes the condition from every packed manifest: a consumer who happens to set a condition of
// that name would otherwise be sent to files that do not exist.
const SOURCE_CONDITION = '@notes/source';

function removeSourceCondition(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== SOURCE_CONDITION)
      .map(([key, inner]) => [key, removeSourceCondition(inner)]),
  );
}

// Releases of Node that each version of better-sqlite3 is installed for. Version 13 is copied into @notes/native by any
// release, though it crashes in Node 20; version 12 is compiled for Node 20 alone.
const SQLITE_ENGINES = { 12: '>=20.19 <22', 13: '>=20.19' };

// LanceDB brings an interface for tracing, which these packages would load because it is there.
const UNTRACED = new Set(['vitest', 'drizzle-orm']);

function removeTracing({ peerDependencies: { '@opentelemetry/api': _, ...peerDependencies }, ...manifest }) {
  const { '@opentelemetry/api': __, ...peerDependenciesMeta } = manifest.peerDependenciesMeta;
  return { ...manifest, peerDependencies, peerDependenciesMeta };
}

function readPackage(manifest) {
  if (UNTRACED.has(manifest.name) && manifest.peerDependencies) return removeTracing(manifest);
  const node = manifest.name === 'better-sqlite3' && SQLITE_ENGINES[Number.parseInt(manifest.version, 10)];
  return node ? { ...manifest, engines: { node } } : manifest;
}

// npm installs the package of addons for its system and leaves the others out. In the repository these fields would
// refuse the installation.
const ADDONS = /^@notes\/native-(\w+)-(\w+)$/;

function restrictToSystem(manifest) {
  const [, os, cpu] = ADDONS.exec(manifest.name);
  return { ...manifest, os: [os], cpu: [cpu], ...(os === 'linux' && { libc: ['glibc'] }) };
}

// Packages that are copied at build time are not dependencies of what is published.
const COPIED = new Set(['better-sqlite3-node20']);

function removeCopied({ optionalDependencies = {}, ...manifest }) {
  const kept = Object.entries(optionalDependencies).filter(([name]) => !COPIED.has(name));
  return kept.length === 0 ? manifest : { ...manifest, optionalDependencies: Object.fromEntries(kept) };
}

// npm installs the addon of LanceDB for one system. The lockfile has those of the systems that it was made for.
const SIDECAR = '@notes/search-sidecar';
const LANCE_SYSTEMS = [
  'darwin-arm64',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'linux-x64-gnu',
  'linux-x64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
];

function listLanceAddons({ optionalDependencies }) {
  const [version] = Object.values(optionalDependencies);
  return Object.fromEntries(LANCE_SYSTEMS.map((system) => [`@lancedb/lancedb-${system}`, version]));
}

// The address of the repository stands in the root manifest alone; `homepage` and `bugs` of every package derive from it.
function createOrigin(dir) {
  const directory = path.relative(__dirname, dir).split(path.sep).join('/');
  const page = root.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return {
    homepage: `${page}/tree/main/${directory}#readme`,
    bugs: { url: `${page}/issues` },
    repository: { ...root.repository, directory },
  };
}

// Consumers install no devDependencies and run no scripts, and those of this repository name a private package.
function prepareManifest({ devDependencies: _, scripts: __, ...manifest }, dir) {
  const exports = removeSourceCondition(manifest.exports);
  const published = removeCopied({ ...manifest, ...createOrigin(dir), ...(exports && { exports }) });
  if (manifest.name === SIDECAR) return { ...published, optionalDependencies: listLanceAddons(manifest) };
  return ADDONS.test(manifest.name) ? restrictToSystem(published) : published;
}

module.exports = { hooks: { readPackage, beforePacking: prepareManifest } };
