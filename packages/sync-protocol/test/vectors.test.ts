import { expect, test } from 'vitest';
import { VECTORS } from '../generate/index.mjs';
import { readVectors } from './support.js';

// The output of DEFLATE differs between versions of zlib, so artifacts are only read: see artifacts.test.ts.
const { artifacts: _, ...others } = VECTORS;

test.each(Object.entries(others))('the vectors of %s are what the generator makes', async (name, make) => {
  expect(await make()).toEqual(readVectors(name));
});
