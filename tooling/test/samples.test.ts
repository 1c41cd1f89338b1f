import { afterEach, expect, test, vi } from 'vitest';

// Test files share imported modules, so this one is loaded again for other variables.
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function load(variables: { SAMPLES?: string; SAMPLES_SEED?: string }): Promise<typeof import('../samples.js')> {
  vi.resetModules();
  for (const name of ['SAMPLES', 'SAMPLES_SEED'] as const) vi.stubEnv(name, variables[name] ?? '');
  return await import('../samples.js');
}

test('a property test has its own seed and number of samples in the suite', async () => {
  const { sampleSeed, samples } = await load({});
  expect([sampleSeed(7), sampleSeed(), samples(20)]).toEqual([{ seed: 7 }, {}, 20]);
});

test('a property test has another seed for each seed of a run, and the same one for the same', async () => {
  const seeds = new Set<number | undefined>([7]);
  for (const text of ['0', '1', '2', '8000000']) {
    const { seed } = (await load({ SAMPLES_SEED: text })).sampleSeed(7);
    expect((await load({ SAMPLES_SEED: text })).sampleSeed(7)).toEqual({ seed });
    expect((await load({ SAMPLES_SEED: text })).sampleSeed()).not.toEqual({});
    seeds.add(seed);
  }
  expect(seeds.size).toBe(5);
});

test('SAMPLES multiplies the number of samples, and wrong variables are named', async () => {
  expect((await load({ SAMPLES: '10' })).samples(20)).toBe(200);
  await expect(load({ SAMPLES: '0' })).rejects.toThrow('SAMPLES is "0"');
  await expect(load({ SAMPLES_SEED: 'x' })).rejects.toThrow('SAMPLES_SEED is "x"');
});
