import { startServer, stopServers } from '@notes/tooling/strange-servers';
import { afterEach, expect, it } from 'vitest';
import { openEngine } from '../src/index.js';
import { API_KEY, LIBRARY, startMeilisearch } from './support/meilisearch-fixture.js';

afterEach(stopServers);

const settings = { kind: 'meilisearch', url: '', apiKey: API_KEY, embedder: '', library: LIBRARY } as const;

it('[SIDECAR-OPEN] openEngine opens the engine of a kind, and sends nothing before it is used', async () => {
  const requests: (string | undefined)[] = [];
  const url = await startServer((request, response) => {
    requests.push(request.url);
    response.end();
  });
  const engine = await openEngine({ ...settings, url });
  expect(requests).toEqual([]);
  await expect(engine.describe()).rejects.toMatchObject({ name: 'EngineError' });
  expect(requests).toEqual(['/version']);

  const { server } = await startMeilisearch();
  expect(await (await openEngine({ ...settings, url: server.url })).describe()).toMatchObject({ name: 'meilisearch' });
  await server.kill();
});

it('[SIDECAR-OPEN] openEngine fails with EngineError when used, not before, for an address that is none', async () => {
  const engine = await openEngine({ ...settings, url: 'http://[' });
  await expect(engine.describe()).rejects.toMatchObject({ name: 'EngineError', code: 'unreachable' });
});
