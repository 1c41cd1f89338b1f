import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VECTORS } from '../generate/index.mjs';
import { readVectors } from './support.js';

// The output of DEFLATE differs between versions of zlib, so artifacts are only read: see artifacts.test.ts.
const { artifacts: _, ...others } = VECTORS;

test.each(Object.entries(others))('the %s vectors match the output of the generator', async (name, make) => {
  expect(await make()).toEqual(readVectors(name));
});

test.each([
  ['reader/folding.json', 'vectors/folding.json'],
  ['reader/output.py', '../archive-manifest/reader/output.py'],
])('%s of the reader, which is copied alone, equals %s', (copy, source) => {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  expect(read(copy)).toBe(read(source));
});
