import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeConceptModel } from '@notes/embeddings/testing';
import { openEngine, type SearchEngine } from '@notes/search-engine';
import { ENGINE_CASES, type EngineFixture, findUnmetNeed, WRONG_KEY } from '@notes/search-engine/suites';
import { SidecarProcess } from '@notes/tooling/sidecar-process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { waitForState } from './wait-for-state.js';

const LIBRARY = 'replica_of_the_test';
const TIMEOUT_MS = 60_000;

const model = mkdtempSync(join(tmpdir(), 'notes-model-'));
let sidecar: SidecarProcess;
let fixture: EngineFixture;

async function openFor(library: string, apiKey = sidecar.apiKey): Promise<SearchEngine> {
  return openEngine({ kind: 'lance', url: sidecar.url, apiKey, embedder: '', library });
}

beforeAll(() => writeConceptModel(model));
afterAll(() => rmSync(model, { recursive: true, force: true }));
beforeEach(async () => {
  sidecar = new SidecarProcess(['--model', model]);
  await sidecar.start();
  const [engine, other, wrong] = await Promise.all([
    openFor(LIBRARY),
    openFor('another_library'),
    openFor(LIBRARY, WRONG_KEY),
  ]);
  fixture = {
    open: () => engine,
    openOtherLibrary: () => other,
    meaning: { query: 'doctor', near: 'Appointment with the physician', far: 'Ein Hund im Garten' },
    waitForMeaning: async (each) => void (await waitForState(each)),
    faults: {
      kill: async () => void (await sidecar.end('SIGKILL')),
      restart: () => sidecar.start(),
      openWithWrongKey: () => wrong,
    },
  };
});
afterEach(() => sidecar.remove());

describe('notes-search', () => {
  it.for(ENGINE_CASES)('$name [SIDECAR-ENGINE]', { timeout: TIMEOUT_MS }, async (engineCase, context) => {
    const reason = findUnmetNeed(engineCase, fixture);
    if (reason !== null) context.skip(reason);
    await engineCase.run(fixture);
  });
});
