import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { loadConfig } from '@notes/operations/config';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startService } from '../src/service.js';
import { cleanUp, temporaryFolder } from './support/binary.js';

cleanUp();

const log = pino({ level: 'silent' });

describe('a service started from a program', () => {
  it('releases the library when its address is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const dataDir = temporaryFolder();
    const at = (listen: string) => startService(loadConfig({ dataDir, listen }, {}), log);
    await expect(at(`127.0.0.1:${port}`)).rejects.toThrow(`--listen: 127.0.0.1:${port} is in use`);
    taken.close();
    const service = await at('127.0.0.1:0');
    expect(await (await fetch(`${service.url}/healthz`)).text()).toBe('ok');
    await service.stop();
  });

  it('starts with a search sidecar that does not run, reports it as unavailable, and stops [SIDECAR-STATES]', async () => {
    const set = ['kind=lance', 'url=http://127.0.0.1:9', 'api_key=k'].map((setting) => `search.sidecar.${setting}`);
    const options = { dataDir: temporaryFolder(), listen: '127.0.0.1:0', set };
    const service = await startService(loadConfig(options, {}), log);
    const status = await (await fetch(`${service.url}/api/v1/status`)).json();
    expect(status).toMatchObject({ search_sidecar: { state: 'unavailable', last_error: expect.any(String) } });
    await service.stop();
  });

  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);

  it.each(['127.0.0.1:0', 'localhost:0', ...(addresses.includes('::1') ? ['[::1]:0'] : [])])(
    'listens on %s and returns its address',
    async (listen) => {
      const service = await startService(loadConfig({ dataDir: temporaryFolder(), listen }, {}), log);
      expect(service.url).toMatch(/^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\]):\d+$/);
      expect((await fetch(`${service.url}/api/v1/status`)).status).toBe(200);
      await service.stop();
      await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    },
  );
});
