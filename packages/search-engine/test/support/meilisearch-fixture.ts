import type { RequestListener } from 'node:http';
import { answerWith, startServer } from '@notes/tooling/strange-servers';
import { MeilisearchEngine } from '../../src/meilisearch/index.js';
import { type EngineFixture, WRONG_KEY } from '../../src/suites/index.js';
import { MeilisearchServer } from './meilisearch-server.js';
import { MEANING } from './memory-fixture.js';

export const API_KEY = 'key-of-the-test-server';
export const LIBRARY = 'replica_0123456789abcdef';
const EMBEDDER = 'words';

export interface MeilisearchFixture extends EngineFixture {
  readonly server: MeilisearchServer;
  /** Opens the engine with the key of an address. */
  openAt(url: string): MeilisearchEngine;
}

/** Starts a stand-in for Meilisearch, with an embedder in the index of the library. */
export async function startMeilisearch(): Promise<MeilisearchFixture> {
  const server = new MeilisearchServer(API_KEY);
  await server.start();
  server.data.makeIndex(`notes-${LIBRARY}`).settings.embedders[EMBEDDER] = { source: 'ollama', model: 'words' };
  const openAt = (url: string, apiKey = API_KEY, library = LIBRARY) =>
    new MeilisearchEngine({ url, apiKey, embedder: EMBEDDER, library });
  const openAll = (listeners: readonly RequestListener[]) =>
    Promise.all(listeners.map(async (listener) => openAt(await startServer(listener))));
  return {
    server,
    openAt,
    open: () => openAt(server.url),
    openOtherLibrary: () => openAt(server.url, API_KEY, 'another library'),
    meaning: MEANING,
    unacceptable: { id: 'document:with:colons', version: 'revision_1', title: 'Colons', body: '' },
    faults: {
      kill: () => server.kill(),
      restart: () => server.start(),
      openWithWrongKey: () => openAt(server.url, WRONG_KEY),
      openIncompatible: () => openAll(OTHER_PROGRAMS),
      openGarbage: () => openAll(GARBAGE),
      openSilent: async () => openAt(await startServer(() => {})),
      async fillDisk() {
        server.data.isDiskFull = true;
        return async () => {
          server.data.isDiskFull = false;
        };
      },
    },
  };
}

const OTHER_PROGRAMS = [
  answerWith(200, '<!doctype html><title>Router</title>', 'text/html'),
  answerWith(404, ''),
  answerWith(404, '{"detail":"Not Found"}'),
  answerWith(200, '{"status":"available"}'),
  answerWith(200, '{"commitSha":"","commitDate":"","pkgVersion":"1.9.1"}'),
  answerWith(200, '{"pkgVersion":"0.30.5"}'),
  answerWith(200, '{"pkgVersion":"unknown"}'),
  answerWith(301, ''),
];

/** Returns a listener that is Meilisearch to `describe`, and answers all else with `body`. */
const answerAfterVersion =
  (body: string): RequestListener =>
  (request, response) =>
    answerWith(200, request.url === '/version' ? '{"pkgVersion":"1.11.0"}' : body)(request, response);

const GARBAGE = [
  ...['{}', '[]', 'null', '"text"', '{"format":1,"results":[', '{"hits":[{}],"results":[{}],"total":1}'].map(
    answerAfterVersion,
  ),
  answerAfterVersion('{"format":1,"index_id":"a","sequence":-1,"createdAt":"","results":[],"hits":null}'),
];
