// @ts-check
/**
 * Copies better-sqlite3 and sodium-native: their JavaScript into `dist/lib`, and the compiled addon for each system
 * into the package of that system. The registry packages contain all addons except the one for Node 20, which is
 * compiled when this script runs in Node 20.
 */

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleLibrary } from '@notes/tooling/bundle/library';

/** ABI version of Node 20, `process.versions.modules`. */
const NODE20_INTERFACE = '115';
const NODE20_SYSTEM = 'linux-x64';

const folder = fileURLToPath(new URL('.', import.meta.url));
const library = join(folder, 'dist', 'lib');
const systems = readdirSync(join(folder, 'addons'));
const here = createRequire(import.meta.url);

const sqlite = dirname(here.resolve('better-sqlite3/package.json'));
const sodium = dirname(here.resolve('sodium-native/package.json'));
rmSync(library, { recursive: true, force: true });
await copySqlite('sqlite', sqlite);
copySodium();
for (const system of systems) {
  const target = join(folder, 'addons', system, 'dist');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(join(sqlite, 'prebuilds', `${system}.node`), join(target, 'sqlite.node'));
  cpSync(join(sodium, 'prebuilds', system, 'sodium-native.node'), join(target, 'sodium.node'));
  cpSync(join(sqlite, 'LICENSE'), join(target, 'better-sqlite3.txt'));
  cpSync(join(sodium, 'LICENSE'), join(target, 'sodium-native.txt'));
}
await copyForNode20();
writeFileSync(join(library, 'digests.json'), `${JSON.stringify(digestAddons(), null, 2)}\n`);

/** SHA-256 of every addon in hexadecimal digits, by its system and name, as in `linux-x64/sqlite`. */
function digestAddons() {
  const paths = systems.flatMap((system) =>
    readdirSync(join(folder, 'addons', system, 'dist'))
      .filter((name) => name.endsWith('.node'))
      .map((name) => ({
        key: `${system}/${name.slice(0, -'.node'.length)}`,
        path: join(folder, 'addons', system, 'dist', name),
      })),
  );
  return Object.fromEntries(
    paths.map(({ key, path }) => [key, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

async function copySqlite(/** @type {string} */ name, /** @type {string} */ source) {
  // It finds addons, and the program passes its own.
  await bundleLibrary(join(source, 'lib', 'index.js'), join(library, name), ['bindings']);
  cpSync(join(source, 'LICENSE'), join(library, name, 'better-sqlite3.txt'));
  // The copies are CommonJS modules inside a package of ES modules.
  writeFileSync(join(library, name, 'package.json'), '{ "type": "commonjs" }\n');
}

/**
 * Turns sodium-native into a function of its addon, because it finds the addon by its own location in `node_modules`.
 */
function copySodium() {
  const target = join(library, 'sodium');
  mkdirSync(target, { recursive: true });
  const replaced = [
    ["require('./binding')", 'addon'],
    ["require('which-runtime')", '{ isNode: true }'],
  ];
  let code = readFileSync(join(sodium, 'index.js'), 'utf8');
  for (const [from, to] of /** @type {[string, string][]} */ (replaced)) {
    if (code.split(from).length !== 2)
      throw new Error(`Expected ${from} exactly once in index.js of sodium-native, as in version 5.1`);
    code = code.replace(from, to);
  }
  code = code.replace('module.exports = exports = ', 'const exports = ');
  writeFileSync(join(target, 'index.js'), `module.exports = (addon) => {\n${code}\nreturn exports;\n};\n`);
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n');
  cpSync(join(sodium, 'LICENSE'), join(target, 'sodium-native.txt'));
}

async function copyForNode20() {
  const manifest = findNode20();
  const addon = join(dirname(manifest ?? ''), 'build', 'Release', 'better_sqlite3.node');
  if (process.versions.modules !== NODE20_INTERFACE || manifest === undefined || !existsSync(addon)) {
    process.stdout.write('The addon for Node 20 was not compiled on this system. This build needs Node 22 or newer.\n');
    return;
  }
  await copySqlite('sqlite-node20', dirname(manifest));
  cpSync(addon, join(folder, 'addons', NODE20_SYSTEM, 'dist', 'sqlite-node20.node'));
}

/** Finds the package that is only compiled in Node 20; undefined when it is not installed. */
function findNode20() {
  try {
    return here.resolve('better-sqlite3-node20/package.json');
  } catch {
    return undefined;
  }
}
