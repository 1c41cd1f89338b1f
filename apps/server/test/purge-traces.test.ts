import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '@notes/contract';
import { invoke, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startService } from '../src/service.js';
import { cleanUp, temporaryFolder } from './support/binary.js';

cleanUp();

const KEPT = 60;

/** Lists the files of the library, its log among them, that contain a text. */
function traces(dataDir: string, text: string): string[] {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('notes.db'));
  return files.filter((name) => readFileSync(join(dataDir, name)).toString('latin1').toLowerCase().includes(text));
}

const start = (dataDir: string) =>
  startService(loadConfig({ dataDir, listen: '127.0.0.1:0' }, {}), pino({ level: 'silent' }));

type Answer = Pick<Output<'createDocument'>, 'id' | 'current_revision_id'> & Pick<Output<'searchDocuments'>, 'results'>;

async function ask(url: string, method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...body,
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (answer.status === 204 ? {} : await answer.json()) as Answer;
}

/** Creates, changes and purges a note over REST. */
async function createAndPurge(url: string, word: string): Promise<void> {
  const text = (n: number) => ({ title: `${word}title${n}`, body: `${word}body${n} [[${word}link]]` });
  const { id, current_revision_id } = await ask(url, 'POST', '/documents', text(1));
  const changed = await ask(url, 'PUT', `/documents/${id}`, { ...text(2), base_revision_id: current_revision_id });
  await ask(url, 'DELETE', `/documents/${id}`, { base_revision_id: changed.current_revision_id });
  await ask(url, 'DELETE', `/trash/${id}`, undefined, { 'X-Service-Confirmation': `purge-document:${id}` });
}

describe('[PURGE-TRACES-REST] a note purged over REST leaves no word in the library file and its log', () => {
  it('while the service runs, after it stops, and after the next start when it died', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const service = await start(dataDir);
    for (let n = 0; n < KEPT; n++)
      await ask(service.url, 'POST', '/documents', { title: `Kept ${n}`, body: `zqkeptqz ${n} zqsomeqz` });
    await createAndPurge(service.url, 'zqfirstqz');
    while (traces(dataDir, 'zqfirstqz').length > 0) await sleep(50);
    await createAndPurge(service.url, 'zqsecondqz');
    await service.stop();
    expect(traces(dataDir, 'zqsecondqz')).toEqual([]);

    const config = loadConfig({ dataDir }, {});
    const library = await openLibrary({ config, serviceVersion: '0.0.0-test', create: false });
    const context = { library, origin: 'rest', now: Date.now } as const;
    const { id, current_revision_id } = await invoke('createDocument', context, { title: 'zqthirdqz', body: '' });
    await invoke('trashDocument', context, { document_id: id, base_revision_id: current_revision_id });
    await invoke('purgeDocument', context, { document_id: id, confirmation: `purge-document:${id}` });
    library.store.close();
    expect(traces(dataDir, 'zqthirdqz')).toEqual(['notes.db']);
    const again = await start(dataDir);
    while (traces(dataDir, 'zqthirdqz').length > 0) await sleep(50);
    const { results } = await ask(again.url, 'POST', '/search', { query: 'zqkeptqz', limit: 100 });
    expect(results).toHaveLength(KEPT);
    await again.stop();
  });
});
