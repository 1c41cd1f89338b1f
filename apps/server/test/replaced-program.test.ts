import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanUp, MAIN, serve, temporaryFolder } from './support/binary.js';

cleanUp();

const PACKAGE = join(dirname(MAIN), '..', '..');
const MISSING = 'A file of the program is missing, as after an upgrade. Restart the program, or install Notes again';

/** Copies the built program as version 1.0.0, and returns the folder of its package. */
function installProgram(): string {
  const folder = join(temporaryFolder(), 'server');
  mkdirSync(folder);
  cpSync(dirname(MAIN), join(folder, 'dist', 'bundle'), { recursive: true });
  symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'));
  writeManifest(folder, '1.0.0');
  return folder;
}

const writeManifest = (folder: string, version: string) =>
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@notes/server', version, type: 'module' }));

it('a service whose program was upgraded keeps notes, and asks for a restart [UPGRADE-RUNNING]', async () => {
  const folder = installProgram();
  const settings = ['sync.target=directory', `sync.directory.path=${temporaryFolder()}`].flatMap((set) => [
    '--set',
    set,
  ]);
  const program = serve(temporaryFolder(), settings, { main: join(folder, 'dist', 'bundle', 'notes-server.js') });
  const address = await program.ready();
  const ask = async (path: string, body?: unknown) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const send = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(address + path, send);
    return { status: answer.status, text: await answer.text() };
  };
  const create = (title: string, body = 'Kept.') => ask('/api/v1/documents', { title, body });
  expect((await create('Before')).status).toBe(201);
  expect((await ask('/api/v1/sync-ui/initialize', { name: 'laptop' })).status).toBe(201);
  // Starts the thread that later reports would run on.
  expect((await ask('/api/v1/admin/lint/report')).status).toBe(200);

  rmSync(join(folder, 'dist'), { recursive: true });
  writeManifest(folder, '1.1.0');
  expect((await create('After')).status).toBe(201);
  expect((await ask('/api/v1/search?q=Kept')).text).toMatch(/"Before".*"After"|"After".*"Before"/s);
  // A worker finds the links and tasks of a long note. Without them, it is not stored.
  const long = await create('Long', `- [ ] task\n\n${'word '.repeat(20_000)}`);
  expect([long.status, JSON.parse(long.text).error.message]).toEqual([500, MISSING]);
  const page = await ask('/');
  expect([page.status, JSON.parse(page.text).error.message]).toEqual([
    500,
    'Version 1.1.0 of Notes was installed, but version 1.0.0 is still running. Restart the service',
  ]);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const [path, body] of [
    ['/api/v1/admin/gc/report'],
    ['/api/v1/media-policy/check-url', { url: 'https://example.com/' }],
    ['/mcp', ping],
  ] as const) {
    const { status, text } = await ask(path, body);
    expect([path, status, JSON.parse(text).error.message]).toEqual([path, 500, MISSING]);
  }
  const started = await ask('/api/v1/jobs/sync/start', {});
  const readJob = async () => JSON.parse((await ask(`/api/v1/jobs/${JSON.parse(started.text).job_id}`)).text);
  await expect.poll(readJob).toMatchObject({ state: 'failed', error: { code: 'internal_error', message: MISSING } });

  rmSync(join(folder, 'package.json'));
  expect(JSON.parse((await ask('/')).text).error.message).toBe(MISSING);
  expect((await program.stop()).code).toBe(0);
});
