import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedder, openEmbedder } from '@notes/embeddings';
import { writeConceptModel } from '@notes/embeddings/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTensors } from '../src/static/safetensors.js';
import { toTensorFile } from './tensor-file.js';

const folder = mkdtempSync(join(tmpdir(), 'notes-model-'));
const model = join(folder, 'tiny');
let embedder: Embedder;

beforeAll(async () => {
  await writeConceptModel(model);
  embedder = await openEmbedder({ kind: 'static', path: model });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const likeness = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);
async function compare(one: string, other: string): Promise<number> {
  const [first, second] = await embedder.embed([one, other], 'query');
  return likeness(first as Float32Array, second as Float32Array);
}

describe('a static model', () => {
  it('puts texts of similar meaning near each other, in any language [SIDECAR-MODELS]', async () => {
    expect(embedder).toMatchObject({ name: 'tiny', dimensions: 64 });
    expect(embedder.digest).toMatch(/^[0-9a-f]{64}$/);
    for (const [one, near, far] of [
      ['buy a car', 'purchase of an automobile', 'flowers in the garden'],
      ['The physician', 'Ärztin', 'bread and cheese'],
      ['猫', 'the cat sleeps', 'database server'],
      ['ремонт велосипеда велосипед', 'Fahrrad reparieren', 'wedding music'],
    ] as const)
      expect(await compare(one, near), one).toBeGreaterThan((await compare(one, far)) + 0.3);
  });

  it('gives vectors of length 1, and the zero vector to a text without known words', async () => {
    const vectors = await embedder.embed(['a dog', 'xyzzy', '', 'dog '.repeat(50_000)], 'document');
    const lengths = vectors.map((vector) => Math.hypot(...vector));
    expect(lengths[0]).toBeCloseTo(1, 5);
    expect(lengths.slice(1, 3)).toEqual([0, 0]);
    expect(lengths[3]).toBeCloseTo(1, 5);
  });

  it('gives the same vector to a text in any company', async () => {
    const texts = fc.array(fc.oneof(fc.constantFrom('dog', 'soup', 'car repair', '水'), fc.string()), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (list) => {
        const together = await embedder.embed(list, 'document');
        for (const [index, text] of list.entries())
          expect([together[index]]).toEqual(await embedder.embed([text], 'document'));
      }),
      { numRuns: 30 },
    );
  });

  it('has another digest when a file of it changes', async () => {
    const other = join(folder, 'other');
    await writeConceptModel(other);
    const path = join(other, 'model.safetensors');
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(path, bytes);
    expect((await openEmbedder({ kind: 'static', path: other })).digest).not.toBe(embedder.digest);
  });

  it('puts prefixes before texts of their kind', async () => {
    const prefixes = { document: 'dog ', query: 'soup ' };
    const prefixed = await openEmbedder({ kind: 'static', path: model, prefixes });
    expect(await prefixed.embed(['car'], 'query')).toEqual(await embedder.embed(['soup car'], 'query'));
    expect(await prefixed.embed(['car'], 'document')).toEqual(await embedder.embed(['dog car'], 'query'));
  });

  it('ends when the signal aborts, and after it is closed', async () => {
    await expect(embedder.embed(['dog'], 'query', AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
    const closed = await openEmbedder({ kind: 'static', path: model });
    await closed.close();
    await expect(closed.embed(['dog'], 'query')).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a folder that is no model', () => {
  const write = async (name: string, file: string, bytes: Uint8Array | string) => {
    const path = join(folder, name);
    await writeConceptModel(path);
    writeFileSync(join(path, file), bytes);
    return await openEmbedder({ kind: 'static', path });
  };

  it('is refused with the reason [SIDECAR-MODELS]', async () => {
    await expect(openEmbedder({ kind: 'static', path: join(folder, 'none') })).rejects.toMatchObject({
      code: 'missing',
    });
    await expect(write('no-json', 'tokenizer.json', '{')).rejects.toMatchObject({ code: 'malformed' });
    await expect(write('no-model', 'tokenizer.json', '{"model":{"type":"?"}}')).rejects.toMatchObject({
      code: 'unsupported',
    });
    const empty = toTensorFile({}, new Uint8Array());
    await expect(write('no-table', 'model.safetensors', empty)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it.each([
    ['shorter than its header', Buffer.from([1, 2])],
    ['header of an impossible length', Buffer.from([255, 255, 255, 255, 255, 255, 255, 127, 1])],
    ['header that is not JSON', toTensorFile([], new Uint8Array()).fill(33, 8)],
    ['no shape', toTensorFile({ embeddings: { dtype: 'F32' } }, new Uint8Array(8))],
    ['negative offset', toTensorFile(entry([1, 2], [-4, 4]), new Uint8Array(8))],
    ['offsets behind the end', toTensorFile(entry([1, 2], [4, 12]), new Uint8Array(8))],
    ['a shape larger than its bytes', toTensorFile(entry([1_000, 1_000], [0, 8]), new Uint8Array(8))],
    ['an endless shape', toTensorFile(entry([2 ** 40, 2 ** 40], [0, 8]), new Uint8Array(8))],
    ['unknown numbers', toTensorFile(entry([1, 2], [0, 8], 'Q4'), new Uint8Array(8))],
    ['the name of an object method', toTensorFile(entry([1, 2], [0, 8], 'constructor'), new Uint8Array(8))],
  ])('is refused when its table has: %s', async (_name, bytes) => {
    await expect(write('hostile', 'model.safetensors', bytes)).rejects.toMatchObject({
      code: expect.stringMatching(/malformed|unsupported/),
    });
  });
});

function entry(shape: readonly number[], offsets: readonly number[], type = 'F32') {
  return { embeddings: { dtype: type, shape, data_offsets: offsets } };
}

describe('numbers of a tensor', () => {
  it.each([
    ['F16', Uint16Array.of(0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff), [1, -2, 0.333251953125, 2 ** -24, 65_504]],
    ['BF16', Uint16Array.of(0x3f80, 0xc000, 0x3eab), [1, -2, 0.333984375]],
    ['I64', BigInt64Array.of(1n, -2n), [1, -2]],
    ['F64', Float64Array.of(0.5, -0.25), [0.5, -0.25]],
    ['I8', Int8Array.of(1, -128), [1, -128]],
  ])('of type %s are read as they are', async (type, numbers, values) => {
    const path = join(folder, `${type}.safetensors`);
    const header = { one: { dtype: type, shape: [values.length], data_offsets: [0, numbers.byteLength] } };
    writeFileSync(path, toTensorFile(header, new Uint8Array(numbers.buffer)));
    expect((await readTensors(path, ['one', 'absent'])).get('one')?.values).toEqual(Float32Array.from(values));
  });
});
