import { describe, expect, it } from 'vitest';
import { DotProducts } from './dot-products.js';
import { VectorCodes } from './vector-codes.js';

/** Returns a generator of numbers from -1 to 1, the same each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

function makeVector(random: () => number, dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, random);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const multiply = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);

describe('vectors in memory', () => {
  it('DotProducts multiplies signed bytes as JavaScript does, the smallest and largest included', () => {
    const products = new DotProducts();
    const rows = 300;
    products.reserve(48 * (rows + 1) + 4 * rows);
    const { bytes } = products;
    const random = createRandom(1);
    for (let at = 0; at < 48 * (rows + 1); at++) bytes[at] = Math.round(random() * 128);
    bytes.fill(-128, 0, 48 * 2);
    const expected = Array.from({ length: rows }, (_, row) =>
      bytes.slice(0, 48).reduce((sum, value, at) => sum + value * (bytes[48 * (row + 1) + at] as number), 0),
    );
    expect([...products.multiply(0, 48, 48, rows, 48 * (rows + 1))]).toEqual(expected);
  });

  it.each([5, 64, 100, 256])(
    'finds the notes nearest to a vector of %i numbers as an exact search does',
    (dimensions) => {
      const random = createRandom(dimensions);
      const codes = new VectorCodes(dimensions);
      const notes = Array.from({ length: 3_000 }, (_, index) => ({
        id: `n${index % 2_000}`,
        vector: makeVector(random, dimensions),
      }));
      for (const { id, vector } of notes) codes.add({ id, version: '1' }, vector);
      let common = 0;
      for (let query = 0; query < 20; query++) {
        const vector = makeVector(random, dimensions);
        const best = new Map<string, number>();
        for (const note of notes) best.set(note.id, Math.max(best.get(note.id) ?? -1, multiply(vector, note.vector)));
        const exact = [...best].sort((a, b) => b[1] - a[1]).slice(0, 100);
        const found = codes.search(vector, 100);
        expect(found).toHaveLength(100);
        for (const { id, similarity } of found) expect(similarity).toBeCloseTo(best.get(id) as number, 1);
        common += found.filter(({ id }) => exact.some(([other]) => other === id)).length;
      }
      expect(common / 2_000).toBeGreaterThan(0.97);
    },
  );

  it('finds neither removed notes nor earlier vectors, and uses their rows again', () => {
    const codes = new VectorCodes(2);
    codes.add({ id: 'a', version: '1' }, Float32Array.of(1, 0));
    codes.add({ id: 'a', version: '1' }, Float32Array.of(0, 1));
    codes.add({ id: 'b', version: '1' }, Float32Array.of(0, 1));
    codes.add({ id: 'empty', version: '1' }, null);
    const find = () =>
      codes.search(Float32Array.of(1, 0), 10).map(({ id, similarity }) => [id, Math.round(similarity)]);
    expect(find()).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
    codes.remove('a');
    codes.remove('unknown');
    expect(find()).toEqual([['b', 0]]);
    codes.add({ id: 'c', version: '2' }, Float32Array.of(1, 0));
    expect(find()).toEqual([
      ['c', 1],
      ['b', 0],
    ]);
    expect([...codes.listIds()]).toEqual(['b', 'empty', 'c']);
    expect([codes.getVersion('c'), codes.getVersion('empty'), codes.getVersion('a')]).toEqual(['2', '1', undefined]);
  });
});
