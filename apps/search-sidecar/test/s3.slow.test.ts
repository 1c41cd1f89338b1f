import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine, type SearchEngine } from '@notes/search-engine';
import { ENGINE_CASES, type EngineFixture, findUnmetNeed } from '@notes/search-engine/suites';
import { SidecarProcess } from '@notes/tooling/sidecar-process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3Server } from './s3-server.js';

const LIBRARY = 'replica_of_the_test';
const TIMEOUT_MS = 120_000;

let store: S3Server;
let sidecar: SidecarProcess;
let former: NodeJS.ProcessEnv;

const open = (library = LIBRARY): Promise<SearchEngine> =>
  openEngine({ kind: 'lance', url: sidecar.url, apiKey: sidecar.apiKey, embedder: '', library });

beforeEach(async () => {
  store = await S3Server.start();
  former = { ...process.env };
  Object.assign(process.env, store.environment);
  sidecar = new SidecarProcess(['--storage-uri', 's3://notes/search']);
  await sidecar.start();
});
afterEach(async () => {
  process.env = former;
  await sidecar.remove();
  store.stop();
});

describe('notes-search with an index in an object store [SIDECAR-ENGINE]', { timeout: TIMEOUT_MS }, () => {
  it.for(ENGINE_CASES)('$name', async (engineCase, context) => {
    const [engine, other] = await Promise.all([open(), open('another_library')]);
    const fixture: EngineFixture = {
      open: () => engine,
      openOtherLibrary: () => other,
      faults: { kill: async () => void (await sidecar.end('SIGKILL')), restart: () => sidecar.start() },
    };
    const reason = findUnmetNeed(engineCase, fixture);
    if (reason !== null) context.skip(reason);
    await engineCase.run(fixture);
  });

  it('keeps nothing of the notes in its folder, and continues when the store answers again', async () => {
    const engine = await open();
    const upserts = [{ id: 'a', version: '1', title: 'Kitchen garden', body: 'Herbs' }];
    await engine.apply({ from: 0, to: 1, upserts, deletes: [] });
    expect(existsSync(join(sidecar.dataDir, 'index'))).toBe(false);
    expect([...store.objects.keys()].every((key) => key.startsWith(`search/${LIBRARY}/`))).toBe(true);
    store.failures = 3;
    await engine.apply({
      from: 1,
      to: 2,
      upserts: [{ id: 'b', version: '1', title: 'Cellar', body: '' }],
      deletes: [],
    });
    await sidecar.end('SIGKILL');
    await sidecar.start();
    const { sequence, records } = await (await open()).describe();
    expect([sequence, records]).toEqual([2, 2]);
    await (await open()).drop();
    expect([...store.objects.keys()].filter((key) => !key.includes('__manifest'))).toEqual([]);
  });
});
