import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanUp, temporaryFolder } from '../support/binary.js';
import { makeCertificate } from '../support/certificate.js';
import { Device, freePort, HubDevice } from './device.js';

cleanUp();

const WAIT = { timeout: 90_000, interval: 50 };

/** Waits until every device has these texts. */
const meet = (devices: readonly Device[], texts: Readonly<Record<string, string>>) =>
  vi.waitFor(async () => {
    for (const device of devices)
      for (const [id, text] of Object.entries(texts)) expect(await device.read(id)).toBe(text);
  }, WAIT);

/** Waits until a run of a device is in progress, or was too quick to be seen. */
const during = (device: Device, isDone: () => Promise<boolean>) =>
  vi.waitFor(async () => expect((await device.isExchanging()) || (await isDone())).toBe(true), {
    ...WAIT,
    interval: 5,
  });

/** Starts a proxy between a device and a service, with its own certificate, that forwards everything. */
async function between(baseUrl: string, certificate = makeCertificate(temporaryFolder())): Promise<string> {
  const server = createServer(certificate, (asked, answer) => {
    const { method = '', url = '', headers } = asked;
    const passed = request(new URL(url, baseUrl), { method, headers, rejectUnauthorized: false }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502);
      answered.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('services that sync automatically', () => {
  it('converge although some were away or killed, and store nothing readable for others [SYNC-REST] [SYNC-BY-ITSELF] [SYNC-JOIN-REST]', {
    timeout: 300_000,
  }, async () => {
    const hub = new HubDevice(await freePort());
    const [laptop, phone] = [new Device(), new Device()];
    const all = [hub, laptop, phone];
    await Promise.all(all.map((device) => device.start()));
    await hub.does('initializeSync', 'POST', '/sync-ui/initialize', { name: 'desk' });
    for (const [name, device] of Object.entries({ laptop, phone })) {
      const { status, body } = await device.pair({ code: await hub.code(), name, base_url: hub.baseUrl });
      expect([status, body]).toMatchObject([200, { state: 'joined' }]);
    }
    const settings = readFileSync(join(laptop.dataDir, 'config.toml'), 'utf8');
    expect(settings).toContain(`base_url = "${hub.baseUrl}"`);
    expect(settings).toContain(`tls_cert_sha256 = "${hub.certificate.sha256}"`);

    const [first, second, third] = await Promise.all(
      all.map((device, at) => device.write(`Ruritania ${at}`, 'one\n\nSzeged\n')),
    );
    const [one, two, three] = [first?.id ?? '', second?.id ?? '', third?.id ?? ''];
    await meet(all, { [one]: 'one\n\nSzeged\n', [two]: 'one\n\nSzeged\n', [three]: 'one\n\nSzeged\n' });

    await laptop.edit(one, 'one', 'one of laptop');
    await during(laptop, async () => (await hub.read(one))?.startsWith('one of laptop') ?? false);
    await laptop.kill();
    await phone.edit(one, 'Szeged', 'Szeged of phone');
    await hub.edit(two, 'one', 'one of desk');
    await during(hub, async () => (await phone.read(two))?.startsWith('one of desk') ?? false);
    await hub.kill();
    await phone.edit(three, 'one', 'one of phone');
    await Promise.all([laptop.start(), hub.start()]);
    await meet(all, {
      [one]: 'one of laptop\n\nSzeged of phone\n',
      [two]: 'one of desk\n\nSzeged\n',
      [three]: 'one of phone\n\nSzeged\n',
    });
    const kept = hub.readStoredBytes();
    expect(kept.length).toBeGreaterThan(1_000);
    for (const word of ['Ruritania', 'Szeged']) expect(kept.includes(word)).toBe(false);
  });
});

describe('a device that joins over a service', () => {
  it('trusts no other service, and is told what is wrong [SYNC-JOIN-REST] [SYNC-REST-TOLD]', async () => {
    const hub = new HubDevice(await freePort());
    const device = new Device();
    await Promise.all([hub.start(), device.start()]);
    await hub.does('initializeSync', 'POST', '/sync-ui/initialize', { name: 'desk' });
    const [code, base_url] = [await hub.code(), hub.baseUrl];
    const expectRefused = async (fields: object, status: number, words: RegExp) =>
      expect(await device.pair({ code, name: 'laptop', base_url, ...fields })).toEqual({
        status,
        body: { error: { code: expect.any(String), message: expect.stringMatching(words) } },
      });
    await expectRefused({ base_url: `https://127.0.0.1:${await freePort()}` }, 503, /cannot be reached/);
    await expectRefused({ base_url: 'http://192.0.2.1:8081' }, 409, /needs an https address/);
    await expectRefused(
      { tls_cert_sha256: '0'.repeat(64) },
      409,
      /certificate of the service differs from the expected one/,
    );
    await expectRefused(
      { base_url: await between(base_url) },
      409,
      /certificate of the service differs from that of the device that made the code.* restart its service, and join with a new code/,
    );
    const { body } = await device.ask('GET', '/sync-ui');
    expect(body).toMatchObject({ state: 'off', peers: [] });
    // The answer was not lost: the repeated request gets it again.
    expect(await device.pair({ code, name: 'laptop', base_url })).toMatchObject({ body: { state: 'joined' } });
    const other = await new Device().start();
    expect(await other.pair({ code, name: 'other', base_url })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/does not accept the code/) } },
    });
  });

  it('joins through a reverse proxy whose certificate is in the settings of the service [SYNC-JOIN-REST]', async () => {
    const certificate = makeCertificate(temporaryFolder());
    const hub = new HubDevice(await freePort(), undefined, [`sync.rest.proxy_cert_sha256=${certificate.sha256}`]);
    const device = new Device();
    await Promise.all([hub.start(), device.start()]);
    await hub.does('initializeSync', 'POST', '/sync-ui/initialize', { name: 'desk' });
    const [code, base_url] = [await hub.code(), await between(hub.baseUrl, certificate)];
    expect(await device.pair({ code, name: 'laptop', base_url })).toMatchObject({ body: { state: 'joined' } });
    const { id = '' } = await device.write('Through the proxy', 'one\n');
    await meet([hub], { [id]: 'one\n' });
  });
});
