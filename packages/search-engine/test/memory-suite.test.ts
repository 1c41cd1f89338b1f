import { describe, expect, it } from 'vitest';
import { MAX_CANDIDATES } from '../src/index.js';
import { ENGINE_CASES, findUnmetNeed } from '../src/suites/index.js';
import { MemoryEngine } from '../src/testing/index.js';
import { createMemoryFixture } from './support/memory-fixture.js';

describe('[SIDECAR-SUITE] the engine in memory passes the suite:', () => {
  it.each(ENGINE_CASES)('$name', async (engineCase) => {
    const fixture = createMemoryFixture();
    expect(findUnmetNeed(engineCase, fixture)).toBeNull();
    await engineCase.run(fixture);
  });
});

it('a case does not apply to an engine without the part that it needs', () => {
  const fixture = { open: () => new MemoryEngine(), faults: {} };
  const unmet = ENGINE_CASES.filter((engineCase) => findUnmetNeed(engineCase, fixture) !== null);
  expect(unmet.map(({ needs }) => needs)).not.toContain(undefined);
  expect(unmet.length).toBe(ENGINE_CASES.filter(({ needs }) => needs).length);
});

it('MemoryEngine returns no more candidates than the port allows', async () => {
  const engine = new MemoryEngine();
  for (let from = 0; from < MAX_CANDIDATES + 200; from += 400) {
    const upserts = Array.from({ length: 400 }, (_, n) => ({
      id: `${from + n}`,
      version: '1',
      title: 'Note',
      body: '',
    }));
    await engine.apply({ from, to: from + 400, upserts, deletes: [] });
  }
  const { typo } = await engine.candidates({ text: 'note', words: ['note'], channels: ['typo'], limit: 5_000 });
  expect(typo).toMatchObject({ state: 'answered', candidates: { length: MAX_CANDIDATES } });
});
