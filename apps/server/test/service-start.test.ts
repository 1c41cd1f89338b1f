import { createServer } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '@notes/operations/config';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '../src/service.js';
import { cleanUp, temporaryFolder } from './support/binary.js';
import { makeCertificate } from './support/certificate.js';

cleanUp();

/** Interval of the check for a changed clock, which starts after the servers listen, in milliseconds. */
const CLOCK_CHECK_INTERVAL_MS = 3_600_000;

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
    const { setInterval: original } = globalThis;
    const interval = vi.spyOn(globalThis, 'setInterval').mockImplementation((...call) => {
      if (call[1] !== CLOCK_CHECK_INTERVAL_MS) return original(...call);
      throw new Error('no timer');
    });
    onTestFinished(() => interval.mockRestore());
    await expect(start()).rejects.toThrow('no timer');
    interval.mockRestore();
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
