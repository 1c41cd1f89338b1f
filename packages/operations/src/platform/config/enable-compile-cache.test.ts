import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Loader } from './code-cache.js';
import { enableCompileCache } from './enable-compile-cache.js';

const node = module as { enableCompileCache?: ((folder: string) => unknown) | undefined };
const original = node.enableCompileCache;
let home = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'notes-compile-cache-'));
  node.enableCompileCache = vi.fn();
});
afterEach(() => {
  node.enableCompileCache = original;
  rmSync(home, { recursive: true, force: true });
});

it('enableCompileCache keeps code in a new folder of the user alone, also the second time', () => {
  const folder = join(home, '.cache', 'notes', 'compiled');
  enableCompileCache({}, folder);
  enableCompileCache({}, folder);
  expect(node.enableCompileCache).toHaveBeenCalledTimes(2);
  expect(node.enableCompileCache).toHaveBeenCalledWith(folder);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('enableCompileCache does not create a home that does not exist', () => {
  enableCompileCache({}, join(home, 'missing', '.cache', 'notes', 'compiled'));
  expect(existsSync(join(home, 'missing'))).toBe(false);
  expect(node.enableCompileCache).not.toHaveBeenCalled();
});

it('enableCompileCache keeps code itself in a Node that cannot', (context) => {
  if (process.platform === 'win32') context.skip('the folder has no owner');
  node.enableCompileCache = undefined;
  const { prototype } = module as unknown as Loader;
  const compile = prototype._compile;
  try {
    enableCompileCache({}, join(home, 'notes', 'compiled'));
    expect(prototype._compile).not.toBe(compile);
    expect(existsSync(join(home, 'notes', 'compiled', `${process.version}-${process.arch}`))).toBe(true);
  } finally {
    prototype._compile = compile;
  }
});

it('enableCompileCache does nothing in a Node that cannot keep code and a folder that others can write to', (context) => {
  if (process.platform === 'win32') context.skip('the folder has no owner');
  node.enableCompileCache = undefined;
  const { prototype } = module as unknown as Loader;
  const compile = prototype._compile;
  mkdirSync(join(home, 'compiled'));
  chmodSync(join(home, 'compiled'), 0o777);
  enableCompileCache({}, join(home, 'compiled'));
  expect(prototype._compile).toBe(compile);
});

it.each([
  ['a Node that keeps code', vi.fn()],
  ['a Node that cannot', undefined],
])('enableCompileCache removes code that was stored more than 90 days ago, with %s', (_, enable) => {
  node.enableCompileCache = enable;
  const { prototype } = module as unknown as Loader;
  const compile = prototype._compile;
  const folder = join(home, 'notes', 'compiled');
  try {
    const keepCode = enableCompileCache({}, folder);
    mkdirSync(join(folder, 'v19.0.0-x64'));
    const [old, recent] = ['old', 'recent'].map((name) => join(folder, 'v19.0.0-x64', name)) as [string, string];
    for (const [path, days] of [
      [old, 91],
      [recent, 89],
    ] as const) {
      writeFileSync(path, '');
      const stored = Date.now() / 1000 - days * 24 * 60 * 60;
      utimesSync(path, stored, stored);
    }
    keepCode();
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
  } finally {
    prototype._compile = compile;
  }
});
