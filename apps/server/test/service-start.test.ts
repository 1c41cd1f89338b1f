import { createServer } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '@notes/operations/config';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { startService } from '../src/service.js';
import { cleanUp, temporaryFolder } from './support/binary.js';
import { makeCertificate } from './support/certificate.js';

cleanUp();

const feed = vi.hoisted(() => ({ start: vi.fn() }));
vi.mock('@notes/operations', async (importOriginal) => {
  const original = await importOriginal<typeof import('@notes/operations')>();
  feed.start.mockImplementation(original.startSearchFeed);
  return { ...original, startSearchFeed: feed.start };
});

const log = pino({ level: 'silent' });

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a service that cannot start', () => {
  it('stops listening and releases the library when a task fails after the servers listen', async () => {
    const port = await findFreePort();
    const options = { dataDir: temporaryFolder(), listen: `127.0.0.1:${port}` };
    const start = () => startService(loadConfig(options, {}), log);
    feed.start.mockImplementationOnce(async () => {
      expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok');
      throw new Error('disk I/O error');
    });
    await expect(start()).rejects.toThrow('disk I/O error');
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    const service = await start();
    expect(await (await fetch(`${service.url}/healthz`)).text()).toBe('ok');
    await service.stop();
  });

  it('releases the library when the peer listener refuses its certificate', async () => {
    const folder = temporaryFolder();
    const start = ({ certFile, keyFile }: ReturnType<typeof makeCertificate>) => {
      const settings = { enabled: 'true', port: '0', tls_cert_file: certFile, tls_key_file: keyFile };
      const set = Object.entries(settings).map(([name, value]) => `sync.rest.${name}=${value}`);
      return startService(loadConfig({ dataDir: join(folder, 'data'), listen: '127.0.0.1:0', set }, {}), log);
    };
    const weak = makeCertificate(folder, 'weak', ['-newkey', 'rsa:512']);
    await expect(start(weak)).rejects.toThrow(/key too small/);
    await (await start(makeCertificate(folder))).stop();
  });
});
