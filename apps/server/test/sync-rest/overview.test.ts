import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { cleanUp } from '../support/binary.js';
import { Device, freePort, HubDevice } from './device.js';

cleanUp();

const WAIT = { timeout: 60_000, interval: 50 };
const AHEAD_MS = 20_000;

it('a device reports the clock skew and the target digest of its service, and cannot verify the recovery code there [SYNC-CENTER] [SYNC-REST-TOLD]', async () => {
  const hub = new HubDevice(await freePort(), AHEAD_MS);
  const device = new Device(['mcp.sync_scope=status']);
  await Promise.all([hub.start(), device.start()]);
  const begun = await hub.does('initializeSync', 'POST', '/sync-ui/initialize', { name: 'desk' });
  await device.pair({ code: await hub.code(), name: 'laptop', base_url: hub.baseUrl });
  const overview = (of: Device) => of.does('getSyncOverview', 'GET', '/sync-ui');
  await vi.waitFor(async () => expect((await overview(device)).last_run).toMatchObject({ state: 'succeeded' }), WAIT);

  const skew = (await overview(device)).peers[0]?.clock_skew_ms ?? 0;
  expect(Math.abs(skew - AHEAD_MS)).toBeLessThan(AHEAD_MS / 2);
  // No skew is reported for a clock that is behind.
  expect((await overview(hub)).peers).toMatchObject([{ name: 'laptop', clock_skew_ms: null }]);

  const discovered = await device.does('discoverCarrier', 'POST', '/sync-ui/discover', {
    target: 'rest',
    base_url: hub.baseUrl,
  });
  const named = `service-sync/target/1\0${begun.database_id}${discovered.carrier_id}`;
  const digest = createHash('sha256').update(named).digest('hex');
  expect(await device.does('startSyncJob', 'POST', '/jobs/sync/start', {})).toMatchObject({ target_digest: digest });
  expect(await device.tool('get_sync_status')).toMatchObject({ target_kind: 'rest', target_digest: digest });

  const asked = { action: 'verify', recovery_code: begun.recovery_code };
  const { status, body } = await device.ask('POST', '/sync-ui/recovery', asked);
  expect(status).toBe(409);
  expect(body).toMatchObject({
    error: { code: 'conflict', message: expect.stringMatching(/Copy the folder `carrier` .* sync\.target directory/) },
  });
});
