import { describe, expect, it } from 'vitest';
import { expectRefused } from '../behaviour/support.js';
import { joinDevices, useDevices } from './group.js';

const devices = useDevices();
const { first, second } = devices;

describe('the devices of a group', () => {
  it('are retired only with the exact confirmation, and are excluded from then on [SYNC-RETIRE]', async () => {
    await joinDevices(devices);
    const { replica_id: own, peers } = await first.overview();
    const [{ replica_id } = { replica_id: '' }] = peers;
    const path = `/sync-ui/peers/${replica_id}`;
    const { confirmation, consequences } = await first.does<'previewRetirement'>(
      'previewRetirement',
      `${path}/retirement-preview`,
    );
    expect([confirmation, consequences]).toMatchObject([
      `retire-peer:${replica_id}`,
      { unacknowledged_ops: 0, mints_epoch: true },
    ]);
    for (const words of [{}, { confirmation: `retire-peer:${own}` }, { confirmation: '' }])
      expectRefused(await first.post(`${path}/retire`, words), 'precondition_required');
    const header = { 'X-Service-Confirmation': confirmation };
    expectRefused(await first.post(`${path}/retire`, { confirmation }, header), 'validation_failed');
    const permit = (granted: boolean) => first.post(`${path}/snapshot-permission`, { granted });
    expect((await permit(true)).json()).toMatchObject({ replica_id, snapshot_permitted: true });
    expect((await first.overview()).peers[0]?.snapshot_permitted).toBe(true);
    const before = (await first.overview()).epoch?.number ?? 0;
    const retired = (await first.post(`${path}/retire`, { confirmation })).json<{ epoch_id: string }>();
    const after = await first.overview();
    expect(after.peers).toMatchObject([{ replica_id, status: 'retired' }]);
    expect(after.epoch).toEqual({ epoch_id: retired.epoch_id, number: before + 1 });
    for (const words of [header, undefined])
      expectRefused(await first.post(`${path}/retire`, {}, words), words ? 'conflict' : 'precondition_required');
    expectRefused(await permit(true), 'conflict');
    expectRefused(await first.post(`/sync-ui/peers/${own}/retirement-preview`), 'conflict');
    expectRefused(await first.post(`/sync-ui/peers/rep_${'0'.repeat(26)}/retirement-preview`), 'not_found');
    await second.note({ title: 'Not sent' });
    await first.run();
    await expect(second.run()).rejects.toMatchObject({ code: 'conflict' });
    expect(await second.overview()).toMatchObject({ state: 'attention', alerts: [{ code: 'retired' }] });
  });

  it('have a recovery code that can be replaced, and is verifiable after the next run [SYNC-RECOVERY-CODE]', async () => {
    const ask = (json: object) => first.post('/sync-ui/recovery', json);
    expectRefused(await ask({ action: 'verify' }), 'validation_failed');
    expectRefused(await ask({ action: 'verify', recovery_code: 'alpha' }), 'validation_failed');
    expectRefused(await ask({ action: 'rotate', recovery_code: 'alpha' }), 'validation_failed');
    const { recovery_code } = (await ask({ action: 'rotate' })).json<{ recovery_code: string }>();
    expectRefused(await ask({ action: 'verify', recovery_code }), 'conflict');
    await first.run();
    expect((await ask({ action: 'verify', recovery_code })).json()).toMatchObject({ members: 1, recovery_code: null });
    expectRefused(await ask({ action: 'restore', recovery_code, name: 'again' }), 'conflict');
  });
});
