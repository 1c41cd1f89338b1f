import { expect, test } from 'vitest';
import { VECTORS } from '../generate/index.mjs';
import { readVectors } from './support.js';

// The output of DEFLATE differs between versions of zlib, so artifacts are only read: see artifacts.test.ts.
const { artifacts: _, ...others } = VECTORS;

test.each(Object.entries(others))('the %s vectors match the output of the generator', async (name, make) => {
  expect(await make()).toEqual(readVectors(name));
});
