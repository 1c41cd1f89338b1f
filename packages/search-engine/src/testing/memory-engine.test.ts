import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUCKETS, type Candidates, type Channel, type EngineRecord } from '../port.js';
import { countEdits } from './edit-distance.js';
import { MemoryEngine } from './memory-engine.js';

const record = (id: string, title: string, body = ''): EngineRecord => ({ id, version: `${id}-1`, title, body });
const batch = (from: number, to: number, upserts: EngineRecord[] = [], deletes: string[] = []) => ({
  from,
  to,
  upserts,
  deletes,
});

async function fill(engine: MemoryEngine) {
  await engine.apply(batch(0, 3, [record('a', 'Trip to Zürich'), record('b', 'Vehicle tax'), record('c', '会议记录')]));
}

const find = async (engine: MemoryEngine, channel: Channel, text: string): Promise<string[] | string> => {
  const query = { text, words: text.split(' '), channels: [channel], limit: 10 };
  const answer = ((await engine.candidates(query)) as Required<Candidates>)[channel];
  return answer.state === 'answered' ? answer.candidates.map(({ id }) => id) : answer.state;
};

it('finds words with edits, and texts with synonyms', async () => {
  const engine = new MemoryEngine({ synonyms: [['car', 'vehicle']] });
  await fill(engine);
  expect(await find(engine, 'typo', 'zurihc')).toEqual(['a']);
  expect(await find(engine, 'typo', 'zurihc trip')).toEqual(['a']);
  expect(await find(engine, 'typo', 'zurich vehicle')).toEqual([]);
  expect(await find(engine, 'meaning', 'car')).toEqual(['b']);
  expect(await find(new MemoryEngine({ hasMeaning: false }), 'meaning', 'car')).toBe('off');
});

it.each([
  ['会议记录', ['c']],
  ['议记', ['c']],
  ['会仪记录', ['c']],
  ['会议纪录', ['c']],
  ['会仪纪录', []],
  ['会记', []],
  ['会议纪', []],
])('finds the run of characters %s where it stands, with one of four or more wrong: %j', async (text, found) => {
  const engine = new MemoryEngine();
  await fill(engine);
  expect(await find(engine, 'typo', text)).toEqual(found);
});

it.each([
  ['same', 'same', 0],
  ['ab', 'ba', 1],
  ['search', 'serach', 1],
  ['kitten', 'sitting', 3],
  ['café', 'cafe', 1],
  ['😀a', 'a', 1],
])('counts the edits from %s to %s', (first, second, edits) => {
  expect(countEdits(first, second, 5)).toBe(edits);
  expect(countEdits(second, first, 5)).toBe(edits);
});

it('counts as many edits as a word was given, at most', () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
  fc.assert(
    fc.property(word, fc.nat(), word, (text, position, inserted) => {
      const characters = Array.from(text);
      const [first] = Array.from(inserted) as [string];
      const at = position % characters.length;
      const changed = [
        characters.toSpliced(at, 0, first),
        characters.toSpliced(at, 1, first),
        characters.toSpliced(at, 1),
      ];
      for (const other of changed) expect(countEdits(text, other.join(''), 3)).toBeLessThanOrEqual(1);
      expect(countEdits(text, text, 3)).toBe(0);
    }),
  );
});

it('fails with a code, waits, and dies after a number of calls or in a batch, as told', async () => {
  const engine = new MemoryEngine();
  await fill(engine);
  engine.failWith('refused');
  await expect(engine.describe()).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
  engine.failWith(null);

  const release = engine.hold();
  const controller = new AbortController();
  const [held, aborted] = [engine.describe(), engine.describe(controller.signal)];
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ code: 'unreachable' });
  release();
  await expect(held).resolves.toMatchObject({ records: 3 });

  engine.dieAfterCalls(1);
  await engine.describe();
  await expect(engine.describe()).rejects.toMatchObject({ code: 'unreachable' });
  engine.restart();

  for (const [moment, sequence] of [
    ['before', 3],
    ['after', 4],
  ] as const) {
    engine.dieInApply(moment);
    await expect(engine.apply(batch(3, 4, [], ['a']))).rejects.toMatchObject({ code: 'unreachable' });
    await expect(engine.describe()).rejects.toMatchObject({ code: 'unreachable' });
    engine.restart();
    expect(await engine.describe()).toMatchObject({ sequence, records: sequence === 3 ? 3 : 2 });
  }
});

it('loses, replaces and spoils its index unnoticed', async () => {
  const engine = new MemoryEngine();
  await fill(engine);
  const { indexId } = await engine.describe();
  const all = { from: 0, to: BUCKETS };
  const before = await engine.digests(all);
  engine.forget('a');
  engine.makeStale('b');
  engine.addOrphans(record('d', 'Orphan'));
  expect(await engine.describe()).toMatchObject({ indexId, sequence: 3, records: 3 });
  const different = (await engine.digests(all)).filter(({ bucket, digest }) => digest !== before[bucket]?.digest);
  expect(different).toHaveLength(3);
  engine.rewind(1);
  await expect(engine.apply(batch(3, 4))).rejects.toMatchObject({ code: 'gap' });
  engine.replace();
  const replaced = await engine.describe();
  expect(replaced).toMatchObject({ sequence: 0, records: 0 });
  expect(replaced.indexId).not.toBe(indexId);
  engine.lose();
  expect(await engine.describe()).toMatchObject({ indexId: null, sequence: 0 });
});

it('rejects the named records and stores the others', async () => {
  const engine = new MemoryEngine();
  engine.reject(['b'], 'Too long');
  const { rejected } = await engine.apply(batch(0, 2, [record('a', 'One'), record('b', 'Two')]));
  expect(rejected).toEqual([{ id: 'b', message: 'Too long' }]);
  expect(engine.read('a')?.title).toBe('One');
  expect(engine.read('b')).toBeUndefined();
});
