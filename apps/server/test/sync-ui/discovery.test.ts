import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@notes/operations/config';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../behaviour/support.js';
import { makeCertificate } from '../support/certificate.js';
import { TestHub } from '../support/hub.js';
import { Device, useDevices } from './group.js';

const { first, second } = useDevices();
const discover = (device: Device, asked: object) => device.does('discoverCarrier', '/sync-ui/discover', asked);
const nothing = { carrier_id: null, database_id: null, tls_cert_sha256: null };

describe('discovery of a sync target', () => {
  it('reports an empty folder, this library or another one, and changes nothing [SYNC-DISCOVER]', async () => {
    const folder = { target: 'directory' };
    expect(await discover(first, folder)).toEqual({ state: 'empty', ...nothing });
    await first.does('initializeSync', '/sync-ui/initialize', { name: 'laptop' });
    expect((await discover(first, folder)).state).toBe('empty');
    await first.does('manageInvitations', '/sync-ui/invitations');
    const { database_id } = await first.overview();
    const own = await discover(first, folder);
    expect(own).toMatchObject({ state: 'same_database', database_id, tls_cert_sha256: null });
    expect(await discover(second, folder)).toEqual({ ...own, state: 'other_database' });
    writeFileSync(join(first.library.config['sync.directory.path'], 'service-sync-carrier.json'), '{}');
    expect(await discover(first, folder)).toEqual({ state: 'not_a_carrier', ...nothing });
  });

  it('reports the certificate of a service and whether it answers as a member [SYNC-DISCOVER]', async () => {
    const tls = makeCertificate(first.library.store.paths.dataDir);
    const hub = await new TestHub(tls).start();
    const { baseUrl: base_url } = hub;
    try {
      const rest = { target: 'rest', base_url };
      const shown = { tls_cert_sha256: tls.sha256 };
      expect(await discover(second, rest)).toEqual({ ...nothing, ...shown, state: 'other_database' });
      expect(await discover(first, rest)).toEqual({ ...nothing, ...shown, state: 'other_database' });
      const other = { ...rest, tls_cert_sha256: '0'.repeat(64) };
      expect(await discover(second, other)).toEqual({ ...nothing, ...shown, state: 'not_a_carrier' });
      const ordinary = { target: 'rest', base_url: second.url };
      expect(await discover(second, ordinary)).toEqual({ ...nothing, state: 'not_a_carrier' });
    } finally {
      await hub.stop();
    }
    expect((await discover(second, { target: 'rest', base_url })).state).toBe('unreachable');
    expectRefused(await second.post('/sync-ui/discover', { target: 'rest' }), 'validation_failed');
    expectRefused(await second.post('/sync-ui/discover', { target: 'directory', path: '/etc' }), 'validation_failed');
    expectRefused(
      await second.post('/sync-ui/discover', { target: 'rest', base_url: 'http://a/b' }),
      'validation_failed',
    );
  });
});

describe('configuring the sync target', () => {
  it('writes the settings, which take effect at the next start [SYNC-CONFIGURE]', async () => {
    const device = new Device([]);
    await device.start();
    const put = (asked: object) => device.put('/sync-ui/configuration', asked);
    const pin = 'ab'.repeat(32);
    try {
      expect(await device.overview()).toMatchObject({ target: 'none', restart_required: false });
      const rest = { target: 'rest', base_url: 'https://10.0.0.2:8081' };
      expectRefused(await put(rest), 'validation_failed');
      expectRefused(await put({ target: 'rest', base_url: 'http://10.0.0.2:8081' }), 'validation_failed');
      expectRefused(await put({ target: 'none', base_url: rest.base_url }), 'validation_failed');
      expectRefused(await put({ target: 'directory' }), 'conflict');
      expect((await put({ ...rest, tls_cert_sha256: pin })).json()).toEqual({ target: 'rest', restart_required: true });
      expect(await device.overview()).toMatchObject({
        target: 'none',
        configured_target: 'rest',
        restart_required: true,
      });
      const { configPath, store } = device.library;
      const { values } = loadConfig({ dataDir: store.paths.dataDir }, {});
      expect([
        values['sync.target'],
        values['sync.rest_peer.base_url'],
        values['sync.rest_peer.tls_cert_sha256'],
      ]).toEqual(['rest', rest.base_url, pin]);
      expect((await put({ target: 'none' })).json()).toEqual({ target: 'none', restart_required: true });
      writeFileSync(configPath, 'not = [toml');
      expectRefused(await put({ target: 'none' }), 'storage_unavailable');
      expect((await device.overview()).configured_target).toBe('none');
      expect(readFileSync(configPath, 'utf8')).toBe('not = [toml');
    } finally {
      await device.stop();
    }
  });

  it('is refused when command-line flags set it [SYNC-CONFIGURE]', async () => {
    const told = expectRefused(await first.put('/sync-ui/configuration', { target: 'none' }), 'conflict');
    expect(told).toContain('--set');
    const same = await first.put('/sync-ui/configuration', { target: 'directory' });
    expect(same.json()).toEqual({ target: 'directory', restart_required: false });
  });
});
