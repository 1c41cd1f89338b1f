import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineRecord, openEngine, type SearchEngine } from '@notes/search-engine';
import { SidecarProcess } from '@notes/tooling/sidecar-process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelService } from './model-service.js';
import { waitForState } from './wait-for-state.js';

const LIBRARY = 'replica_of_the_test';
/** Notes in the first batch of texts, each with one part. */
const FIRST_BATCH = 256;

let service: ModelService;
let sidecar: SidecarProcess;

beforeEach(async () => {
  service = await ModelService.start();
  sidecar = new SidecarProcess(service.flags('first'));
});
afterEach(async () => {
  await sidecar.remove();
  service.stop();
});

async function start(): Promise<SearchEngine> {
  await sidecar.start();
  return await openEngine({ kind: 'lance', url: sidecar.url, apiKey: sidecar.apiKey, embedder: '', library: LIBRARY });
}

const makeNote = (id: string, body: string, version = '1'): EngineRecord => ({ id, version, title: 'Title', body });

const makeNotes = (count: number) => Array.from({ length: count }, (_, index) => makeNote(`n${index}`, `car ${index}`));

/** Returns the ids of the notes that are found by meaning, without those of another topic. */
async function find(engine: SearchEngine, text: string): Promise<string[]> {
  const { meaning } = await engine.candidates({ text, words: [text], channels: ['meaning'], limit: 1_000 });
  if (meaning?.state !== 'answered') throw new Error(`The channel is ${meaning?.state}`);
  return meaning.candidates.filter(({ score }) => score > 0.5).map(({ id }) => id);
}

const listTables = () =>
  readdirSync(join(sidecar.dataDir, 'index', LIBRARY)).filter((name) => name.startsWith('meaning_'));

describe('meaning [SIDECAR-MEANING]', () => {
  it('finds a note by its best part, once, with the title in each part', async () => {
    const engine = await start();
    const filler = `${'word '.repeat(280)}\n\n`.repeat(3);
    await engine.apply({
      from: 0,
      to: 2,
      upserts: [makeNote('long', `${filler}plant a flower\n\n${filler}flower`), makeNote('other', 'wheel')],
      deletes: [],
    });
    const { model, problem } = await waitForState(engine, 'ready');
    expect(model).toEqual({ name: 'first', digest: '', dimensions: 4 });
    expect(problem).toBeNull();
    expect(await find(engine, 'garden')).toEqual(['long']);
    expect(service.texts.length).toBeGreaterThan(6);
    expect(service.texts.every((text) => text.startsWith('note: Title\n\n'))).toBe(true);
  });

  it('continues after a kill in the middle, and answers only when it is complete', async () => {
    service.holdAfter = FIRST_BATCH + 64;
    const engine = await start();
    await engine.apply({ from: 0, to: 400, upserts: makeNotes(400), deletes: [] });
    await service.held;
    const { channels, problem } = await engine.describe();
    expect(channels).toEqual({ typo: 'ready', meaning: 'building' });
    expect(problem).toBe('The model has yet to read 144 of 400 notes');
    await expect(find(engine, 'car')).rejects.toThrow('building');
    await sidecar.end('SIGKILL');
    service.holdAfter = Number.POSITIVE_INFINITY;
    service.texts.length = 0;
    const again = await start();
    await waitForState(again, 'ready');
    expect(service.texts).toHaveLength(400 - FIRST_BATCH);
    expect(new Set(await find(again, 'car')).size).toBe(400);
  });

  it('makes the vectors of a new model, and removes those of the old one when they are complete', async () => {
    const engine = await start();
    await engine.apply({ from: 0, to: 300, upserts: makeNotes(300), deletes: [] });
    await waitForState(engine, 'ready');
    const [old, ...others] = listTables();
    expect(others).toEqual([]);
    await sidecar.end('SIGTERM');
    sidecar.flags = service.flags('second');
    service.texts.length = 0;
    service.holdAfter = FIRST_BATCH;
    const again = await start();
    await service.held;
    expect((await again.describe()).channels.meaning).toBe('building');
    expect(listTables()).toContain(old);
    await sidecar.end('SIGKILL');
    service.holdAfter = Number.POSITIVE_INFINITY;
    const complete = await start();
    expect((await waitForState(complete, 'ready')).model?.name).toBe('second');
    await expect.poll(listTables).toHaveLength(1);
    expect(listTables()).not.toContain(old);
    expect(await find(complete, 'car')).toHaveLength(300);
  });

  it('finds neither deleted notes nor earlier texts, also when they change while it is not running', async () => {
    const engine = await start();
    await engine.apply({
      from: 0,
      to: 3,
      upserts: [makeNote('kept', 'car'), makeNote('gone', 'car'), makeNote('changed', 'car')],
      deletes: [],
    });
    await waitForState(engine, 'ready');
    service.holdAfter = 3;
    await engine.apply({ from: 3, to: 5, upserts: [makeNote('changed', 'garden', '2')], deletes: ['gone'] });
    await service.held;
    expect(await find(engine, 'car')).toEqual(['kept']);
    await sidecar.end('SIGKILL');
    service.holdAfter = Number.POSITIVE_INFINITY;
    const again = await start();
    await waitForState(again, 'ready');
    expect(await find(again, 'car')).toEqual(['kept']);
    expect(await find(again, 'flower')).toEqual(['changed']);
  });

  it.each([false, true])(
    'removes the vectors of a removed note from all files within a minute, restarted meanwhile: %s',
    async (isRestarted) => {
      const engine = await start();
      const upserts = [makeNote('identifier_of_the_removed_note', 'doctor'), ...makeNotes(300)];
      await engine.apply({ from: 0, to: 1, upserts, deletes: [] });
      await waitForState(engine, 'ready');
      const listFiles = () => {
        const data = join(sidecar.dataDir, 'index', LIBRARY, listTables()[0] as string, 'data');
        return readdirSync(data).filter((name) => readFileSync(join(data, name)).includes('of_the_removed_note'));
      };
      expect(listFiles()).not.toEqual([]);
      await engine.apply({ from: 1, to: 2, upserts: [], deletes: ['identifier_of_the_removed_note'] });
      await waitForState(engine, 'ready');
      expect(listFiles()).not.toEqual([]);
      if (isRestarted) await sidecar.end('SIGKILL');
      const present = isRestarted ? await start() : engine;
      await expect.poll(listFiles, { interval: 250 }).toEqual([]);
      await waitForState(present, 'ready');
      expect(await find(present, 'car')).toHaveLength(300);
    },
  );

  it('says when the model does not work, searches for typos meanwhile, and tries again', async () => {
    service.status = 401;
    const engine = await start();
    await engine.apply({ from: 0, to: 1, upserts: [makeNote('n', 'flower')], deletes: [] });
    const { problem, model } = await waitForState(engine, 'failed');
    expect([problem, model]).toEqual(['Ollama refuses the key', null]);
    const answers = await engine.candidates({
      text: 'flowr',
      words: ['flowr'],
      channels: ['typo', 'meaning'],
      limit: 10,
    });
    expect(answers.typo).toMatchObject({ state: 'answered', candidates: [{ id: 'n' }] });
    expect(answers.meaning).toEqual({ state: 'failed', message: 'Ollama refuses the key' });
    service.status = 200;
    await waitForState(engine, 'ready');
    service.status = 401;
    await expect(find(engine, 'garden')).rejects.toThrow('failed');
    service.status = 200;
    await waitForState(engine, 'ready');
    expect(await find(engine, 'garden')).toEqual(['n']);
  });

  it('leaves out a note that the model refuses, and one without words', async () => {
    const engine = await start();
    const upserts = [makeNote('unread', 'unreadable flower'), { ...makeNote('blank', ''), title: '' }, ...makeNotes(3)];
    await engine.apply({ from: 0, to: 5, upserts, deletes: [] });
    await waitForState(engine, 'ready');
    expect((await find(engine, 'car')).sort()).toEqual(['n0', 'n1', 'n2']);
    expect(await find(engine, 'flower')).toEqual([]);
    service.texts.length = 0;
    await sidecar.end('SIGTERM');
    await waitForState(await start(), 'ready');
    expect(service.texts).toEqual([]);
  });

  it.each(['data', '_versions'])('makes damaged vectors again: %s', async (folder) => {
    const engine = await start();
    await engine.apply({ from: 0, to: 3, upserts: makeNotes(3), deletes: [] });
    await waitForState(engine, 'ready');
    await sidecar.end('SIGTERM');
    const damaged = join(sidecar.dataDir, 'index', LIBRARY, listTables()[0] as string, folder);
    for (const name of readdirSync(damaged)) writeFileSync(join(damaged, name), 'damaged');
    const again = await start();
    const { indexId, records } = await waitForState(again, 'ready');
    expect([typeof indexId, records]).toEqual(['string', 3]);
    expect(await find(again, 'car')).toHaveLength(3);
  });

  it('is off without a model, and refuses flags for two', async () => {
    sidecar.flags = [];
    expect((await (await start()).describe()).channels.meaning).toBe('off');
    await sidecar.end('SIGTERM');
    sidecar.flags = [...service.flags('first'), '--model', sidecar.dataDir];
    await expect(sidecar.start()).rejects.toThrow('Only one of --model, --ollama-url and --openai-url can be used.');
  });
});
