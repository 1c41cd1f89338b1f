import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodeCache, type Loader } from './code-cache.js';

const loader = module as unknown as Loader;
const original = loader.prototype._compile;
const originalLoad = loader._extensions['.js'];
const DIGESTS_BYTES = 64;
let folder = '';
let modules = 0;
let exits: readonly NodeJS.ExitListener[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-code-cache-'));
  mkdirSync(join(folder, 'modules'));
  exits = process.listeners('exit');
});
afterEach(() => {
  loader.prototype._compile = original;
  loader._extensions['.js'] = originalLoad;
  vi.restoreAllMocks();
  for (const listener of process.listeners('exit')) if (!exits.includes(listener)) process.off('exit', listener);
  rmSync(folder, { recursive: true, force: true });
});

const cacheFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('modules'))
    .map((entry) => join(entry.parentPath, entry.name));

/** Loads a module from a new cache object, as a new process would, and returns the exports and the stored files. */
function load(source: string, name = 'module.cjs', ownFolder?: string) {
  loader.prototype._compile = original;
  loader._extensions['.js'] = originalLoad;
  const cache = new CodeCache(folder);
  cache.install(loader, ownFolder);
  const path = join(folder, 'modules', name);
  writeFileSync(path, source);
  const require = createRequire(join(folder, 'modules', `from-${modules++}.cjs`));
  delete require.cache[path];
  const exported: unknown = require(path);
  cache.store();
  return { exported, files: cacheFiles() };
}

const SOURCE = 'exports.add = (a, b) => a + b; exports.sum = exports.add(1, 2);';

describe.skipIf(process.platform === 'win32')('CodeCache', () => {
  it('runs a module with its own require, path and exports, and stores its code', () => {
    const source = `const path = require('node:path');
      module.exports = [path.basename(__filename), path.basename(__dirname), this === exports, require('./other.cjs')];`;
    writeFileSync(join(folder, 'modules', 'other.cjs'), 'module.exports = "other";');
    const { exported, files } = load(source);
    expect(exported).toEqual(['module.cjs', 'modules', true, 'other']);
    expect(files).toHaveLength(2);
  });

  it('uses stored code again without storing it anew', () => {
    const [file = ''] = load(SOURCE).files;
    const stored = readFileSync(file);
    const store = vi.spyOn(Script.prototype, 'createCachedData');
    expect(load(SOURCE).exported).toMatchObject({ sum: 3 });
    expect(store).not.toHaveBeenCalled();
    expect(readFileSync(file)).toEqual(stored);
  });

  it('replaces the code of a module whose source has changed', () => {
    load(SOURCE);
    const { exported, files } = load(SOURCE.replace('(1, 2)', '(1, 5)'));
    expect(exported).toMatchObject({ sum: 6 });
    expect(files).toHaveLength(1);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['of one flipped bit', (bytes: Buffer) => flip(bytes, DIGESTS_BYTES + 100)],
    ['of one flipped bit in the digests', (bytes: Buffer) => flip(bytes, 3)],
  ])('ignores and replaces a file that is %s', (_, damage) => {
    const [file = ''] = load(SOURCE).files;
    const stored = readFileSync(file);
    writeFileSync(file, damage(Buffer.from(stored)));
    expect(load(SOURCE).exported).toMatchObject({ sum: 3 });
    expect(readFileSync(file).length).toBeGreaterThan(DIGESTS_BYTES);
    const store = vi.spyOn(Script.prototype, 'createCachedData');
    load(SOURCE);
    expect(store).not.toHaveBeenCalled();
  });

  it('refuses a folder that others can write to', () => {
    chmodSync(folder, 0o777);
    expect(() => new CodeCache(folder)).toThrow('can be changed by other users');
  });

  it('reads the files of the own folder itself, and runs them as Node does', () => {
    const own = join(folder, 'modules');
    const source = `module.exports = [__filename, typeof require.resolve, 'é', '界'];`;
    const expected = { exported: [join(own, 'own.js'), 'function', 'é', '界'], files: [expect.any(String)] };
    const compile = vi.spyOn(loader.prototype, '_compile');
    expect(load(source, 'own.js', own)).toEqual(expected);
    const store = vi.spyOn(Script.prototype, 'createCachedData');
    expect(load(source, 'own.js', own)).toEqual(expected);
    expect(store).not.toHaveBeenCalled();
    expect(compile).not.toHaveBeenCalled();
  });

  it('names the line of a fault in a file of the own folder', () => {
    const own = join(folder, 'modules');
    expect(() => load(`\n\nthrow new Error('third line');`, 'fault.js', own)).toThrow(
      expect.objectContaining({ stack: expect.stringContaining(`${join(own, 'fault.js')}:3:`) }),
    );
  });

  it.each([
    ['a file of another folder', 'other.js', () => join(folder, 'other')],
    ['a file of the own folder that begins with a line for the system', 'system.js', () => join(folder, 'modules')],
  ])('leaves %s to Node', (_, name, getOwn) => {
    const read = vi.fn(originalLoad);
    loader._extensions['.js'] = read;
    const cache = new CodeCache(folder);
    cache.install(loader, getOwn());
    const path = join(folder, 'modules', name);
    writeFileSync(path, name === 'system.js' ? `#!/usr/bin/env node\n${SOURCE}` : SOURCE);
    expect(createRequire(path)(path)).toMatchObject({ sum: 3 });
    expect(read).toHaveBeenCalledOnce();
  });

  it('leaves a module that begins with a line for the system to Node', () => {
    const { exported, files } = load(`#!/usr/bin/env node\n${SOURCE}`);
    expect(exported).toMatchObject({ sum: 3 });
    expect(files).toEqual([]);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}
