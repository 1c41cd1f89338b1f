import { stopServers } from '@notes/tooling/strange-servers';
import { afterEach, describe, expect, it } from 'vitest';
import { ENGINE_CASES, findUnmetNeed } from '../src/suites/index.js';
import { type MeilisearchFixture, startMeilisearch } from './support/meilisearch-fixture.js';

let fixture: MeilisearchFixture;

afterEach(async () => {
  await fixture.server.kill();
  stopServers();
  expect(fixture.server.unknownRequests).toEqual([]);
});

describe('[SIDECAR-SUITE] the engine on a stand-in for Meilisearch passes the suite:', () => {
  it.each(ENGINE_CASES)('$name', async (engineCase) => {
    fixture = await startMeilisearch();
    expect(findUnmetNeed(engineCase, fixture)).toBeNull();
    await engineCase.run(fixture);
  });
});
