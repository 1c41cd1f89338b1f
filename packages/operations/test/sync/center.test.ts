import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { describeLibrary } from './exchange.js';

/** Creates a sync folder, and libraries configured for it. */
function meetingFolder() {
  const folder = join(temporaryFolder(), 'share');
  mkdirSync(folder);
  const set = ['sync.target=directory', `sync.directory.path=${folder}`];
  return { folder, open: () => openTestLibrary(undefined, set) };
}

const createCode = async ({ call }: OpenedLibrary) => {
  const { invitations } = await call('manageInvitations', {});
  return invitations[0]?.code as string;
};

/** Creates two devices of one group that have exchanged. */
async function group() {
  const { folder, open } = meetingFolder();
  const [first, second] = [await open(), await open()];
  const { recovery_code } = await first.call('initializeSync', { name: 'laptop' });
  const code = await createCode(first);
  const join = () => second.call('pairDevice', { code, name: 'phone' });
  return { folder, open, first, second, code, join, recovery_code };
}

describe('a sync group over a folder', () => {
  it('is created and joined, and both devices hold the same notes [SYNC-CENTER]', async () => {
    const { first, second, join, recovery_code } = await group();
    expect(recovery_code).toMatch(/^([0-9A-Z]{4}-){13}[0-9A-Z]{4}$/);
    await first.call('createDocument', { title: 'Before', body: 'one\n', tags: ['x'] });
    expect(await join()).toMatchObject({ state: 'waiting', replica_id: null });
    expect((await first.call('runSync', {})).summary).toMatchObject({ joined: 1, alerts: 0 });
    expect((await join()).state).toBe('joined');
    for (const device of [second, first, second, first]) await device.call('runSync', {});
    await second.call('createDocument', { title: 'After', body: 'two\n' });
    for (const device of [second, first]) await device.call('runSync', {});
    expect(describeLibrary(second)).toEqual(describeLibrary(first));
    expect(Object.values(describeLibrary(first).notes)).toHaveLength(2);
    const overviews = [await first.call('getSyncOverview', {}), await second.call('getSyncOverview', {})];
    expect(overviews.map(({ state, pending, alerts }) => [state, pending.ops, alerts])).toEqual([
      ['ready', 0, []],
      ['ready', 0, []],
    ]);
    expect(overviews.map(({ peers }) => peers.map(({ name, status }) => [name, status]))).toEqual([
      [['phone', 'active']],
      [['laptop', 'active']],
    ]);
    expect(new Set(overviews.map(({ database_id }) => database_id)).size).toBe(1);
  });

  it('admits one device for a pairing code, and none for a cancelled or mistyped code [SYNC-CENTER]', async () => {
    const { first, code, join, open } = await group();
    await join();
    await first.call('runSync', {});
    await join();
    const third = await open();
    const again = { code, name: 'other' };
    expect((await third.call('pairDevice', again)).state).toBe('waiting');
    await first.call('runSync', {});
    const refused = {
      code: 'conflict',
      message: expect.stringContaining('used already, has expired or was cancelled'),
    };
    await expect(third.call('pairDevice', again)).rejects.toMatchObject(refused);
    expect((await third.call('pairDevice', again)).state).toBe('waiting');
    expect((await first.call('getSyncOverview', {})).peers).toHaveLength(1);

    const taken = await createCode(first);
    const { invitations } = await first.call('manageInvitations', { action: 'list' });
    const open_ = invitations.find(({ state }) => state === 'open');
    await first.call('manageInvitations', { action: 'cancel', invitation_id: open_?.invitation_id });
    await third.call('pairDevice', { code: taken, name: 'other' });
    expect((await first.call('runSync', {})).summary).toMatchObject({ joined: 0 });
    await expect(third.call('pairDevice', { code: taken, name: 'other' })).rejects.toMatchObject(refused);
    const mistyped = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    await expect(third.call('pairDevice', { code: mistyped, name: 'other' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('tells a device that another one was answered for its pairing code, which still joins [SYNC-CENTER]', async () => {
    const { first, code, join, open } = await group();
    await join();
    await first.call('runSync', {});
    const third = await open();
    const refused = { code: 'conflict', message: expect.stringContaining('for another request') };
    await expect(third.call('pairDevice', { code, name: 'other' })).rejects.toMatchObject(refused);
    await first.call('runSync', {});
    expect((await join()).state).toBe('joined');
  });

  it('lets a device wait while the answer to its pairing code is an empty file [SYNC-CENTER]', async () => {
    const { folder, first, join: pair } = await group();
    await pair();
    await first.call('runSync', {});
    const name = readdirSync(join(folder, 'pairing')).find((entry) => entry.endsWith('.resp')) as string;
    const path = join(folder, 'pairing', name);
    const answer = readFileSync(path);
    writeFileSync(path, '');
    expect((await pair()).state).toBe('waiting');
    writeFileSync(path, answer);
    expect((await pair()).state).toBe('joined');
  });

  it('merges the notes of a joining device only with local_library merge [SYNC-CENTER]', async () => {
    const { first, second, code } = await group();
    await first.call('createDocument', { title: 'Theirs', body: 'one\n' });
    await second.call('createDocument', { title: 'Own', body: 'two\n' });
    await expect(second.call('pairDevice', { code, name: 'phone' })).rejects.toMatchObject({ code: 'conflict' });
    const join = () => second.call('pairDevice', { code, name: 'phone', local_library: 'merge' });
    await join();
    await first.call('runSync', {});
    await join();
    for (const device of [second, first, second]) await device.call('runSync', {});
    expect(describeLibrary(second)).toEqual(describeLibrary(first));
    const titles = Object.values(describeLibrary(first).notes).map(({ title }) => title);
    expect(titles.sort()).toEqual(['Own', 'Theirs']);
  });

  it('runs one sync at a time, however many are requested [SYNC-ONE-RUN]', async () => {
    const { folder, first } = await group();
    const { dataDir } = first.library.store.paths;
    const again = await openTestLibrary(dataDir, ['sync.target=directory', `sync.directory.path=${folder}`]);
    await first.call('createDocument', { title: 'Before', body: 'one\n' });
    const jobs = await Promise.all([first, again, first].map(({ call }) => call('runSync', {})));
    expect(jobs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    const spans = jobs.map(({ started_at, finished_at }) => [String(started_at), String(finished_at)] as const).sort();
    for (const [at, [, end]] of spans.entries()) expect(end <= (spans[at + 1]?.[0] ?? end)).toBe(true);
    expect(jobs.filter(({ summary }) => (summary.operations_sent ?? 0) > 0)).toHaveLength(1);
  });

  it('has state attention with the reason while its last run failed [SYNC-CENTER]', async () => {
    const { folder, first } = await group();
    await first.call('runSync', {});
    renameSync(folder, `${folder}-away`);
    await expect(first.call('runSync', {})).rejects.toMatchObject({ code: expect.any(String) });
    const failed = await first.call('getSyncOverview', {});
    expect(failed).toMatchObject({ state: 'attention', alerts: [], last_run: { state: 'failed' } });
    expect(failed.last_run?.error?.message).toMatch(/^Sync target: /);
    renameSync(`${folder}-away`, folder);
    await first.call('runSync', {});
    expect(await first.call('getSyncOverview', {})).toMatchObject({ state: 'ready', last_run: { state: 'succeeded' } });
  });

  it('reports by how much the clock of another device is at least ahead [SYNC-CENTER]', async () => {
    const { first, second, join } = await group();
    await join();
    await first.call('runSync', {});
    await join();
    const skew = async () => (await first.call('getSyncOverview', {})).peers[0]?.clock_skew_ms;
    const aheadMs = 60 * 60_000;
    for (const clock of [Date.now, () => Date.now() + aheadMs]) {
      expect(await skew()).toBeNull();
      await second.call('createDocument', { title: 'New', body: 'one\n' });
      await invoke('runSync', { ...second.context, now: clock }, {});
      await first.call('runSync', {});
    }
    expect(await skew()).toBeGreaterThan(aheadMs - 60_000);
    expect(await skew()).toBeLessThanOrEqual(aheadMs);
  });

  it('is reported as missing before initializeSync, which succeeds only once [SYNC-CENTER]', async () => {
    const { call } = await openTestLibrary();
    expect((await call('getSyncOverview', {})).state).toBe('off');
    await expect(call('runSync', {})).rejects.toMatchObject({ code: 'conflict' });
    await expect(call('manageInvitations', {})).rejects.toMatchObject({ code: 'conflict' });
    await call('initializeSync', { name: 'laptop' });
    await expect(call('initializeSync', { name: 'laptop' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(call('runSync', {})).rejects.toMatchObject({ code: 'sync_disabled' });
  });

  it('lists conflicting changes and resolves them as requested [SYNC-CENTER]', async () => {
    const { first, second, join } = await group();
    const { id: document_id } = await first.call('createDocument', { title: 'A', body: 'one\ntwo\n' });
    await join();
    await first.call('runSync', {});
    await join();
    const meet = async () => {
      for (const device of [first, second, first]) await device.call('runSync', {});
    };
    await meet();
    for (const [at, { call }] of [first, second].entries()) {
      const { current_revision_id: base_revision_id } = await call('getDocument', { document_id });
      await call('replaceDocument', { document_id, base_revision_id, title: 'A', body: `one\ntwo of ${at}\n` });
    }
    await meet();
    const { conflicts, open } = await first.call('listConflicts', {});
    expect([open, conflicts.length]).toEqual([1, 1]);
    expect(conflicts[0]).toMatchObject({
      kind: 'document_content',
      state: 'open',
      subject_id: document_id,
      title: 'A',
    });
    expect(await second.call('listSyncConflicts', {})).toMatchObject({ conflicts: [{ document_id, state: 'open' }] });
    const [{ conflict_id, local, remote } = { conflict_id: '', local: null, remote: null }] = conflicts;
    const settle = (fields: object) => first.call('resolveConflict', { conflict_id, ...fields });
    expect(await first.call('getConflict', { conflict_id })).toMatchObject({
      document_id,
      local: { ...local, title: 'A', body: 'one\ntwo of 0\n' },
      remote: { ...remote, title: 'A', body: 'one\ntwo of 1\n' },
      base: { title: 'A', body: 'one\ntwo\n' },
    });
    const expected = { local_revision_id: remote?.revision_id, remote_revision_id: local?.revision_id };
    await expect(settle({ resolution: 'keep_both', expected })).rejects.toMatchObject({ code: 'revision_conflict' });
    await expect(settle({ resolution: 'merged' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await settle({ resolution: 'merged', body: 'one\ntwo of both\n' })).toMatchObject({
      conflict: { state: 'resolved', resolution: 'merged' },
      document: { id: document_id, title: 'A', body: 'one\ntwo of both\n' },
      created_document_id: null,
    });
    await expect(settle({ resolution: 'keep_local' })).rejects.toMatchObject({ code: 'conflict' });
    await meet();
    expect(describeLibrary(second)).toEqual(describeLibrary(first));
    expect(describeLibrary(second).notes[document_id]?.body).toBe('one\ntwo of both\n');
    const settled = await second.call('listConflicts', { state: 'resolved' });
    expect(settled.conflicts).toMatchObject([{ conflict_id, state: 'resolved', resolution: 'merged' }]);
    expect((await second.call('getSyncStatus', {})).open_conflicts).toBe(0);
  });
});
