import { describe, expect, it, vi } from 'vitest';
import { cleanUp } from '../support/binary.js';
import { Device, freePort, HubDevice } from './device.js';

cleanUp();

const WAIT = { timeout: 60_000, interval: 50 };
const overview = (device: Device) => device.does('getSyncOverview', 'GET', '/sync-ui');

describe('a device that was retired on another one and syncs over a service', () => {
  it('is told that it is unknown there, and joins again with its pending changes [SYNC-REST-TOLD] [SYNC-RETIRE]', async () => {
    const hub = new HubDevice(await freePort());
    const device = new Device();
    await Promise.all([hub.start(), device.start()]);
    await hub.does('initializeSync', 'POST', '/sync-ui/initialize', { name: 'desk' });
    const join = async () =>
      device.pair({ code: await hub.code(), name: 'laptop', base_url: hub.baseUrl, local_library: 'merge' });
    expect(await join()).toMatchObject({ body: { state: 'joined' } });
    const { id } = await device.write('Sent', 'one\n');
    await vi.waitFor(async () => expect(await hub.read(id)).toBe('one\n'), WAIT);
    expect(await join()).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });

    const { replica_id } = await overview(device);
    const confirmation = `retire-peer:${replica_id}`;
    await hub.does('retirePeer', 'POST', `/sync-ui/peers/${replica_id}/retire`, { confirmation });
    await device.edit(id, 'one', 'one, unsent');
    await vi.waitFor(
      async () =>
        expect(await overview(device)).toMatchObject({
          state: 'attention',
          replica_id,
          alerts: [{ code: 'not_enrolled', replica_id }],
          last_run: { state: 'failed', error: { message: expect.stringMatching(/does not know this device/) } },
        }),
      WAIT,
    );

    expect(await join()).toMatchObject({ body: { state: 'joined' } });
    // The device was refused, and would not retry by itself for a while.
    await device.does('startSyncJob', 'POST', '/jobs/sync/start', {});
    await vi.waitFor(async () => expect(await hub.read(id)).toBe('one, unsent\n'), WAIT);
    await vi.waitFor(async () => expect(await overview(device)).toMatchObject({ state: 'ready', alerts: [] }), WAIT);
    expect((await overview(device)).replica_id).not.toBe(replica_id);
  });
});
