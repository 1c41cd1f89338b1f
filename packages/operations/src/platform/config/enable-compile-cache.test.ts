import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
  enableCompileCache(folder);
  enableCompileCache(folder);
  expect(node.enableCompileCache).toHaveBeenCalledTimes(2);
  expect(node.enableCompileCache).toHaveBeenCalledWith(folder);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('enableCompileCache does not create a home that does not exist', () => {
  enableCompileCache(join(home, 'missing', '.cache', 'notes', 'compiled'));
  expect(existsSync(join(home, 'missing'))).toBe(false);
  expect(node.enableCompileCache).not.toHaveBeenCalled();
});

it('enableCompileCache does nothing in a Node that cannot keep code', () => {
  node.enableCompileCache = undefined;
  enableCompileCache(join(home, 'notes', 'compiled'));
  expect(existsSync(join(home, 'notes'))).toBe(false);
});
