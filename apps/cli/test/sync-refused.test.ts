import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { inProcess, testLibrary } from './support.js';

const setUp = async () => {
  const library = testLibrary(inProcess);
  const folder = join(dirname(library.dataDir), 'share');
  mkdirSync(folder);
  for (const [key, value] of [
    ['sync.target', 'directory'],
    ['sync.directory.path', folder],
  ] as const)
    expect((await library.run(['config', 'set', key, value])).code).toBe(0);
  return library;
};

test('sync pair with a wrong code leaves no library [SYNC-PAIR-CODE]', async () => {
  const { dataDir, run } = await setUp();
  const before = readdirSync(dirname(dataDir), { recursive: true }).sort();
  const { code, stdout, stderr } = await run([
    'sync',
    'pair',
    '0440H-20810-40G20-81040-G2081-040G2-0813V-3FWKA',
    'phone',
  ]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).not.toContain('New library');
  expect(readdirSync(dirname(dataDir), { recursive: true }).sort()).toEqual(before);
  const recovered = await run(['sync', 'recover', 'restore', '--name', 'phone'], { input: 'wrong\n' });
  expect(recovered.code).not.toBe(0);
  expect(readdirSync(dirname(dataDir), { recursive: true }).sort()).toEqual(before);
});

test('sync pair over REST repeats the same request when its answer was lost [SYNC-JOIN-REST]', async () => {
  const { dataDir, run } = testLibrary(inProcess);
  const requests: string[] = [];
  const service = createServer(async (request) => {
    requests.push(await text(request));
    request.socket.destroy();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const code = '0440G-20810-40G20-81040-G2081-040G2-0813V-3FWKA';
  const pair = (baseUrl: string) => run(['sync', 'pair', code, 'phone', '--base-url', baseUrl]);

  expect((await pair('http://127.0.0.1:1')).code).toBe(8);
  expect(existsSync(dataDir)).toBe(false);
  expect((await pair(address)).code).toBe(8);
  expect((await pair(address)).code).toBe(8);
  expect(requests).toHaveLength(2);
  expect(requests[1]).toBe(requests[0]);
});

test('sync init keeps the library that it creates [SYNC-PAIR-CODE]', async () => {
  const { dataDir, run } = await setUp();
  const { code, stderr } = await run(['sync', 'init', 'laptop']);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`New library: ${dataDir}`)]);
  expect(existsSync(join(dataDir, 'notes.db'))).toBe(true);
  expect(readdirSync(dirname(dataDir)).sort()).toEqual(['data', 'share']);
  expect((await run(['sync', 'run'])).code).toBe(0);
  expect((await run(['sync', 'status'])).stdout).toContain('laptop');
});
