import { describe, expect, it } from 'vitest';
import { expectRefused } from '../behaviour/support.js';
import { joinDevices, useDevices } from './group.js';

const devices = useDevices();
const { first, second } = devices;
const HOSTILE = { Origin: 'http://evil.test', 'Content-Type': 'text/plain' };

describe('two services that share a folder', () => {
  it('become a group through requests on their own machines [SYNC-UI] [SYNC-JOINED]', async () => {
    expect(await first.overview()).toMatchObject({
      state: 'uninitialized',
      target: 'directory',
      name: null,
      peers: [],
    });
    expectRefused(await first.post('/sync-ui/invitations', {}), 'conflict');
    const before = await second.overview();
    await joinDevices(devices);
    const [one, other] = [await first.overview(), await second.overview()];
    expect([one.state, other.state]).toEqual(['ready', 'ready']);
    expect(other.database_id).toBe(one.database_id);
    expect(other.database_id).not.toBe(before.database_id);
    expect(one.peers).toMatchObject([{ replica_id: other.replica_id, name: 'phone' }]);
    expect(other.name).toBe('phone');
    expect(await second.show<'getStatus'>('/status')).toMatchObject({
      database_info: { database_id: one.database_id },
    });
    expect((await second.note()).stable_link).toContain(one.database_id);
    expectRefused(await first.post('/sync-ui/initialize', { name: 'again' }), 'conflict');
  });

  it('create codes that are returned once, and cancel them [SYNC-UI]', async () => {
    const made = await first.post('/sync-ui/invitations', { ttl_seconds: 60 });
    expect(made.status).toBe(201);
    const [{ invitation_id, code }] = made.json<{ invitations: [{ invitation_id: string; code: string }] }>()
      .invitations;
    expect(code).toMatch(/^([0-9A-Z]{5}-){7}[0-9A-Z]{5}$/);
    const listed = await first.post('/sync-ui/invitations', { action: 'list' });
    expect([listed.status, listed.text.includes(code)]).toEqual([200, false]);
    const cancel = { action: 'cancel', invitation_id };
    const gone = await first.post('/sync-ui/invitations', cancel);
    expect(gone.json()).toMatchObject({ created: false, invitations: [{ invitation_id, state: 'cancelled' }] });
    expectRefused(
      await first.post('/sync-ui/invitations', { ...cancel, invitation_id: `inv_${'0'.repeat(26)}` }),
      'not_found',
    );
    expectRefused(await first.post('/sync-ui/pair', { code, name: 'me' }), 'conflict');
  });

  it('reject requests from pages of other sites [SYNC-UI]', async () => {
    const asked = { action: 'list' };
    expectRefused(await first.post('/sync-ui/invitations', asked, HOSTILE), 'forbidden');
    expectRefused(await first.get('/sync-ui', { Host: 'evil.test' }), 'forbidden');
    expectRefused(
      await first.post('/sync-ui/invitations', asked, { 'Content-Type': 'text/plain' }),
      'unsupported_media_type',
    );
  });
});

describe('a conflict between two services', () => {
  it('is listed, returned with its texts, and resolved only against the versions that were read [SYNC-UI]', async () => {
    const note = await first.note({ title: 'Shared', body: 'one\ntwo\n' });
    for (const device of [first, second]) await device.run();
    await first.rewrite(note, { body: 'one\ntwo of first\n' });
    await second.rewrite(note, { body: 'one\ntwo of second\n' });
    for (const device of [first, second, first]) await device.run();

    const { conflicts } = await first.show<'listConflicts'>('/sync-conflicts');
    expect(conflicts).toMatchObject([{ document_id: note.id, kind: 'document_content', state: 'open' }]);
    const about = async (id: string) => first.show<'listConflicts'>(`/sync-conflicts?document_id=${id}`);
    expect((await about(note.id)).conflicts).toEqual(conflicts);
    expect((await about(`doc_${'0'.repeat(26)}`)).conflicts).toEqual([]);
    const path = `/sync-ui/conflicts/${conflicts[0]?.conflict_id}`;
    const shown = await first.show<'getConflict'>(path);
    expect([shown.local?.body, shown.remote?.body, shown.base?.body]).toEqual([
      'one\ntwo of first\n',
      'one\ntwo of second\n',
      'one\ntwo\n',
    ]);
    const stale = { local_revision_id: note.current_revision_id };
    expectRefused(
      await first.post(`${path}/resolve`, { resolution: 'keep_both', expected: stale }),
      'revision_conflict',
    );
    expectRefused(await first.post(`${path}/resolve`, { resolution: 'keep_local', body: 'x' }), 'validation_failed');
    const expected = { local_revision_id: shown.local?.revision_id, remote_revision_id: shown.remote?.revision_id };
    const settled = await first.does('resolveConflict', `${path}/resolve`, { resolution: 'keep_both', expected });
    expect(settled).toMatchObject({
      conflict: { state: 'resolved', resolution: 'keep_both' },
      document: { id: note.id },
    });
    const copy = await first.read(settled.created_document_id as string);
    expect(copy.title).toBe('Shared (conflict copy)');
    expect([settled.document?.body, copy.body].sort()).toEqual(['one\ntwo of first\n', 'one\ntwo of second\n']);
    expectRefused(await first.post(`${path}/resolve`, { resolution: 'keep_both' }), 'conflict');
    expectRefused(await first.get(`/sync-ui/conflicts/cfl_${'0'.repeat(26)}`), 'not_found');
    for (const device of [first, second]) await device.run();
    expect((await second.overview()).conflicts_open).toBe(0);
  });
});
