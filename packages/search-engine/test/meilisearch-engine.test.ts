import { createHash } from 'node:crypto';
import { answerWith, startServer, stopServers } from '@notes/tooling/strange-servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError, type EngineRecord, type SearchEngine } from '../src/index.js';
import { MeilisearchEngine } from '../src/meilisearch/index.js';
import { API_KEY, LIBRARY, type MeilisearchFixture, startMeilisearch } from './support/meilisearch-fixture.js';

const PATIENT = { timeout: 30_000 };

let fixture: MeilisearchFixture;
let engine: SearchEngine;

beforeEach(async () => {
  fixture = await startMeilisearch();
  engine = fixture.open();
});

afterEach(async () => {
  await fixture.server.kill();
  stopServers();
  expect(fixture.server.unknownRequests).toEqual([]);
});

const record = (id: string, title: string, body = ''): EngineRecord => ({ id, version: `${id}-1`, title, body });
const batch = (from: number, to: number, upserts: EngineRecord[] = [], deletes: string[] = []) => ({
  from,
  to,
  upserts,
  deletes,
});
const query = { text: 'garden', words: ['garden'], limit: 10 };
const getIndex = () => fixture.server.data.findIndex(`notes-${LIBRARY}`);

describe('[SIDECAR-MEILISEARCH] the engine on Meilisearch', () => {
  it('keeps the embedders of the user when it makes the index, and describes their model', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Garden')]));
    expect(Object.keys(getIndex().settings.embedders)).toEqual(['words']);
    expect((await engine.describe()).model).toEqual({ name: 'words ollama words', digest: '', dimensions: 0 });
  });

  it('says which embedder the index lacks, and answers by typo all the same', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Garden')]));
    getIndex().settings.embedders = {};
    const { channels, model, problem } = await engine.describe();
    expect({ channels, model }).toEqual({ channels: { typo: 'ready', meaning: 'failed' }, model: null });
    expect(problem).toContain(`notes-${LIBRARY} has no embedder "words"`);
    const answers = await engine.candidates({ ...query, channels: ['typo', 'meaning'] });
    expect(answers.typo).toMatchObject({ state: 'answered', candidates: [{ id: 'a' }] });
    expect(answers.meaning).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('invalid_search_embedder'),
    });
  });

  it('has another id when the server made the index anew under a batch', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Garden')]));
    const { indexId } = await engine.describe();
    const state = getIndex().documents.get('--notes-index');
    fixture.server.data.indexes.delete(`notes-${LIBRARY}`);
    const replaced = fixture.server.data.makeIndex(`notes-${LIBRARY}`);
    replaced.add([state ?? {}], 'id');
    replaced.changeSettings({ filterableAttributes: ['bucket'] });
    const description = await engine.describe();
    expect(description).toMatchObject({ sequence: 1, records: 0 });
    expect(description.indexId).not.toBe(indexId);
  });

  it('makes the index anew when its documents are of another format', async () => {
    await engine.apply(batch(0, 2, [record('a', 'Garden'), record('b', 'Kitchen')]));
    const state = getIndex().documents.get('--notes-index');
    getIndex().documents.set('--notes-index', { ...state, format: 2 });
    expect((await engine.describe()).indexId).toBeNull();
    await expect(engine.apply(batch(2, 3))).rejects.toMatchObject({ code: 'gap' });
    await engine.apply(batch(0, 1, [record('c', 'Cellar')]));
    expect(await engine.describe()).toMatchObject({ sequence: 1, records: 1 });
  });

  it('restores settings that somebody changed, with the next batch of a new instance or after a failure', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Garden')]));
    const change = () => getIndex().changeSettings({ filterableAttributes: [], searchableAttributes: ['body'] });
    change();
    await fixture.open().apply(batch(1, 2, [record('b', 'Garden')]));
    expect(await engine.describe()).toMatchObject({ records: 2 });
    change();
    await expect(engine.digests({ from: 0, to: 4 })).rejects.toMatchObject({ code: 'failed' });
    await engine.apply(batch(2, 3));
    expect(getIndex().settings.searchableAttributes).toEqual(['title', 'body']);
    expect(await engine.digests({ from: 0, to: 4 })).toHaveLength(4);
  });

  it('stores a batch in one task, and one that is too long for a request in several, the state last', async () => {
    const countAdditions = () =>
      fixture.server.data.tasks.filter(({ type }) => type === 'documentAdditionOrUpdate').length;
    await engine.apply(batch(0, 1, [record('a', 'Garden'), record('b', 'Kitchen')], ['c']));
    expect(countAdditions()).toBe(1);
    const long = Array.from({ length: 50 }, (_, n) => record(`long${n}`, 'Long', 'x'.repeat(600_000)));
    await engine.apply(batch(1, 2, long, ['a']));
    expect(countAdditions()).toBe(3);
    expect(await engine.describe()).toMatchObject({ sequence: 2, records: 51 });
    expect(String(getIndex().documents.get('long49')?.body)).toHaveLength(500_000);
  });

  it('does not find deleted records while the server still has their empty documents', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Garden')]));
    getIndex().add([{ id: 'deleted', version: '', title: '', body: '' }], 'id');
    expect(await engine.describe()).toMatchObject({ records: 1 });
    const { meaning } = await engine.candidates({ ...query, channels: ['meaning'] });
    expect(meaning).toMatchObject({ state: 'answered', candidates: [{ id: 'a' }] });
  });

  it('removes the empty documents of deleted records', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Garden')]));
    await engine.apply(batch(1, 2, [], ['a', 'unknown']));
    await expect.poll(() => [...getIndex().documents.keys()], PATIENT).toEqual(['--notes-index']);
  });

  it('does not complete the last word of a query', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Gardening')]));
    const { typo } = await engine.candidates({ ...query, channels: ['typo'] });
    expect(typo).toEqual({ state: 'answered', candidates: [] });
  });

  it('names the index of a library whose id has other characters after its digest', async () => {
    const digest = createHash('sha256').update('another library').digest('hex');
    await fixture.openOtherLibrary?.().apply(batch(0, 0));
    expect([...fixture.server.data.indexes.keys()]).toContain(`notes-${digest}`);
  });

  it('reports an error of the server with its code, as the answer of a channel or as an error', async () => {
    const url = await startServer((request, response) => {
      const isVersion = request.url === '/version';
      const body = isVersion ? { pkgVersion: '1.11.0' } : { message: 'text of a note', code: 'internal' };
      answerWith(isVersion ? 200 : 500, JSON.stringify(body))(request, response);
    });
    const broken = fixture.openAt(url);
    const error = await broken.apply(batch(0, 1)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: 'failed', message: `Meilisearch at ${url} reports an error: internal` });
    const answers = await broken.candidates({ ...query, channels: ['typo'] });
    expect(answers.typo).toMatchObject({ state: 'failed', message: expect.stringContaining('internal') });
  });

  it('is full when the database of the server has reached its limit', async () => {
    const url = await startServer(answerWith(500, '{"message":"","code":"database_size_limit_reached"}'));
    await expect(fixture.openAt(url).apply(batch(0, 1))).rejects.toMatchObject({ code: 'full' });
  });

  it('ends the wait for a task when the signal aborts, and the task may still be applied', async () => {
    await engine.apply(batch(0, 1, [record('a', 'Garden')]));
    fixture.server.isPaused = true;
    const { length } = fixture.server.data.tasks;
    const controller = new AbortController();
    const applied = engine.apply(batch(1, 2, [record('b', 'Kitchen')]), controller.signal);
    await expect.poll(() => fixture.server.data.tasks.length, PATIENT).toBe(length + 1);
    controller.abort();
    await expect(applied).rejects.toMatchObject({ code: 'unreachable' });
    expect(await engine.describe()).toMatchObject({ sequence: 1, records: 1 });
    fixture.server.isPaused = false;
    await expect.poll(() => engine.describe(), PATIENT).toMatchObject({ sequence: 2, records: 2 });
  });

  it('finds nothing by meaning without an embedder', async () => {
    const plain = new MeilisearchEngine({ url: fixture.server.url, apiKey: API_KEY, embedder: '', library: LIBRARY });
    await plain.apply(batch(0, 1, [record('a', 'Garden')]));
    expect(await plain.describe()).toMatchObject({ channels: { meaning: 'off' }, model: null, problem: null });
    const { meaning } = await plain.candidates({ ...query, channels: ['meaning'] });
    expect(meaning?.state).toBe('off');
  });
});
