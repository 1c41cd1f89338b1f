import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeConceptModel } from '@notes/embeddings/testing';
import { openEngine, type SearchEngine } from '@notes/search-engine';
import { ENGINE_CASES, type EngineFixture, findUnmetNeed, WRONG_KEY } from '@notes/search-engine/suites';
import { SidecarProcess } from '@notes/tooling/sidecar-process';
import { answerWith, startServer, stopServers } from '@notes/tooling/strange-servers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { waitForState } from './wait-for-state.js';

const LIBRARY = 'replica_of_the_test';

const model = mkdtempSync(join(tmpdir(), 'notes-model-'));
let sidecar: SidecarProcess;
let fixture: EngineFixture;

const OTHER_PROGRAMS = [
  answerWith(200, '<!doctype html><title>Router</title>', 'text/html'),
  answerWith(404, ''),
  answerWith(302, ''),
  answerWith(200, '{"version": "1.2.3"}'),
];
const GARBAGE = ['null', '[]', '{}', '{"protocol": 1}', '{"protocol": 1, "rejected"', '7', ''].map((body) =>
  answerWith(200, body),
);

async function openFor(library: string, apiKey = sidecar.apiKey, url = sidecar.url): Promise<SearchEngine> {
  return openEngine({ kind: 'lance', url, apiKey, embedder: '', library });
}

const openAt = async (listener: RequestListener) => openFor(LIBRARY, WRONG_KEY, await startServer(listener));

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
      openIncompatible: () => Promise.all(OTHER_PROGRAMS.map(openAt)),
      openGarbage: () => Promise.all(GARBAGE.map(openAt)),
      openSilent: () => openAt(() => {}),
    },
  };
});
afterEach(async () => {
  stopServers();
  await sidecar.remove();
});

describe('notes-search', () => {
  it.for(ENGINE_CASES)('$name [SIDECAR-ENGINE]', async (engineCase, context) => {
    const reason = findUnmetNeed(engineCase, fixture);
    if (reason !== null) context.skip(reason);
    await engineCase.run(fixture);
  });
});
