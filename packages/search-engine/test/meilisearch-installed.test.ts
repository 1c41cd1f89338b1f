import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, it } from 'vitest';
import { MeilisearchEngine } from '../src/meilisearch/index.js';
import { ENGINE_CASES, type EngineFixture, findUnmetNeed, WRONG_KEY } from '../src/suites/index.js';
import { InstalledMeilisearch } from './support/installed-meilisearch.js';

const server = await InstalledMeilisearch.find();
const opened: MeilisearchEngine[] = [];

afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.drop();
});

afterAll(() => server?.close());

function createFixture(running: InstalledMeilisearch): EngineFixture {
  const [library, other] = [`test-${randomUUID()}`, `test-${randomUUID()}`];
  const open = (library: string, apiKey = running.apiKey) =>
    new MeilisearchEngine({ url: running.url, apiKey, embedder: '', library });
  opened.push(open(library), open(other));
  return {
    open: () => open(library),
    openOtherLibrary: () => open(other),
    unacceptable: { id: 'document:with:colons', version: 'revision_1', title: 'Colons', body: '' },
    faults: {
      ...(running.isOwn && { kill: () => running.kill(), restart: () => running.start() }),
      ...(running.apiKey !== '' && { openWithWrongKey: () => open(library, WRONG_KEY) }),
    },
  };
}

describe('[SIDECAR-SUITE] the engine on an installed Meilisearch passes the suite:', () => {
  if (server === null) {
    it('all cases', (context) => context.skip('Meilisearch is not installed, and MEILISEARCH_URL names no server'));
    return;
  }
  it.for(ENGINE_CASES)('$name', async (engineCase, context) => {
    const fixture = createFixture(server);
    const unmet = findUnmetNeed(engineCase, fixture);
    if (unmet !== null) context.skip(unmet);
    await engineCase.run(fixture);
  });
});
