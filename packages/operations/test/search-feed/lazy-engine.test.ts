import { MemoryEngine } from '@notes/search-engine/testing';
import { expect, it } from 'vitest';
import { LazyEngine } from '../../src/platform/lazy-engine.js';

it('an engine is opened again after a failure', async () => {
  const outcomes = [() => Promise.reject(new Error('EMFILE')), async () => new MemoryEngine()];
  const open = () => (outcomes.shift() as () => Promise<MemoryEngine>)();
  const engine = new LazyEngine({ getReplicaId: () => 'rep_a', open });
  await expect(engine.describe()).rejects.toThrow('EMFILE');
  expect(await engine.describe()).toMatchObject({ indexId: null });
});

it('an engine is opened once at its first use, and again for another replica', async () => {
  const opened: string[] = [];
  let replicaId = 'rep_a';
  const engines = new Map<string, MemoryEngine>();
  const engine = new LazyEngine({
    getReplicaId: () => replicaId,
    open: async (id) => {
      opened.push(id);
      const made = new MemoryEngine();
      engines.set(id, made);
      return made;
    },
  });
  expect(opened).toEqual([]);
  const record = { id: 'a', version: '1', title: 'A', body: 'text' };
  await engine.apply({ from: 0, to: 3, upserts: [record], deletes: [] });
  expect(await engine.describe()).toMatchObject({ sequence: 3, records: 1 });
  expect((await engine.digests({ from: 0, to: 1_024 })).filter(({ count }) => count > 0)).toHaveLength(1);
  expect(await engine.entries(0xca97 >>> 6)).toEqual([{ id: 'a', version: '1' }]);
  const query = { text: 'text', words: ['text'], channels: ['typo'] as const, limit: 5 };
  expect(await engine.candidates(query)).toMatchObject({ typo: { state: 'answered', candidates: [{ id: 'a' }] } });
  expect(opened).toEqual(['rep_a']);
  replicaId = 'rep_b';
  expect(await engine.describe()).toMatchObject({ indexId: null });
  expect(opened).toEqual(['rep_a', 'rep_b']);
  replicaId = 'rep_a';
  await engine.drop();
  await engine.dropIndex('rep_c');
  expect(engines.get('rep_c')?.calls).toEqual(['drop']);
  expect(engines.get('rep_b')?.calls).toEqual(['describe']);
});
