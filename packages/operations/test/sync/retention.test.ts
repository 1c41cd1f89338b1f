import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { describeLibrary, Group, toCheckpoint } from './exchange.js';

async function letIn({ call }: OpenedLibrary, newcomer: OpenedLibrary, name: string): Promise<void> {
  const code = (await call('manageInvitations', {})).invitations[0]?.code;
  await newcomer.call('pairDevice', { code, name });
  await call('runSync', {});
  await newcomer.call('pairDevice', { code, name });
}

/** Creates two devices with a note that was edited often, and room for more devices. */
async function group() {
  const folder = join(temporaryFolder(), 'share');
  mkdirSync(folder);
  const open = () => openTestLibrary(undefined, ['sync.target=directory', `sync.directory.path=${folder}`]);
  const [first, second] = [await open(), await open()];
  await first.call('initializeSync', { name: 'laptop' });
  await letIn(first, second, 'phone');
  const { id: document_id } = await first.call('createDocument', { title: 'A', body: '0\n' });
  for (let n = 1; n <= 5; n += 1) {
    const { current_revision_id: base_revision_id } = await first.call('getDocument', { document_id });
    await first.call('replaceDocument', { document_id, base_revision_id, title: 'A', body: `${n}\n` });
    await first.call('runSync', {});
  }
  const { id: gone } = await second.call('createDocument', { title: 'B', body: 'tagged', tags: ['x'] });
  await second.call('removeDocumentTag', { document_id: gone, tag: 'x' });
  const meet = async (...devices: OpenedLibrary[]) => {
    for (let round = 0; round < 2; round += 1)
      for (const device of devices) expect((await device.call('runSync', {})).summary.alerts).toBe(0);
  };
  await meet(first, second);
  return { folder, open, first, second, meet, document_id };
}

const segmentsIn = (folder: string, { library }: OpenedLibrary) =>
  readdirSync(join(folder, 'n', library.replicaId, 'ops'), { recursive: true, withFileTypes: true }).filter((entry) =>
    statSync(join(entry.parentPath, entry.name)).isFile(),
  ).length;

const apply = async ({ call }: OpenedLibrary) => {
  const { confirmation } = await call('applySyncRetention', { dry_run: true });
  return await call('applySyncRetention', { confirmation: confirmation ?? undefined });
};

describe('prunable operations', () => {
  it('exist only after another device verified a checkpoint, and are removed from log and carrier [SYNC-RETENTION]', async () => {
    const { folder, open, first, second, meet, document_id } = await group();
    const before = await first.call('getSyncRetention', {});
    expect(before).toMatchObject({ snapshot: null, gating: [], eligible: { ops: 0 }, repair_source: { kind: 'peer' } });
    expect(await first.call('applySyncRetention', {})).toMatchObject({ confirmation: null, applied: null });
    expect((await first.call('runSync', { kind: 'snapshot' })).summary.checkpoints_sent).toBe(1);
    expect(await first.call('getSyncRetention', {})).toMatchObject({
      gating: [{ replica_id: second.library.replicaId, reason: 'lagging' }],
      snapshot: { verified_by: [] },
      eligible: { ops: 0 },
    });
    expect((await second.call('runSync', {})).summary.checkpoints_verified).toBe(1);
    await meet(first, second);
    const report = await first.call('getSyncRetention', {});
    const { replicaId } = first.library;
    expect(report).toMatchObject({
      snapshot: { covers_floor: true, verified_by: [second.library.replicaId] },
      repair_source: { kind: 'snapshot', replica_id: replicaId },
      // One operation belongs to a revision that was sent with the next.
      eligible: { ops: 7, tombstones: 3 },
    });
    expect(report.eligible.op_bytes).toBeGreaterThan(0);
    await expect(first.call('applySyncRetention', {})).rejects.toMatchObject({ code: 'precondition_required' });

    const shownBefore = describeLibrary(first);
    const held = segmentsIn(folder, first);
    const { applied } = await apply(first);
    expect(applied).toMatchObject({ state: 'succeeded', counts: { operations: 7, tombstones: 3 } });
    expect(describeLibrary(first)).toEqual(shownBefore);
    const { revisions } = await first.call('listRevisions', { document_id });
    expect(revisions).toHaveLength(6);
    expect(await first.call('getSyncRetention', {})).toMatchObject({ eligible: { ops: 0, op_bytes: 0 } });
    await meet(first, second);
    expect(held).toBeGreaterThan(3);
    expect(segmentsIn(folder, first)).toBe(1);

    const third = await open();
    await letIn(first, third, 'tablet');
    await meet(third, first, second);
    expect(describeLibrary(third)).toEqual(describeLibrary(first));
    for (const [device, body] of [
      [third, 'three\n'],
      [second, 'zero\n5\n'],
    ] as const) {
      const { current_revision_id: base_revision_id } = await device.call('getDocument', { document_id });
      await device.call('replaceDocument', { document_id, base_revision_id, title: 'A', body });
    }
    await meet(third, second, first);
    expect(describeLibrary(second)).toEqual(describeLibrary(first));
    expect(describeLibrary(third)).toEqual(describeLibrary(first));
  });

  it('are pruned after an interrupted materialization is completed [SYNC-RETENTION]', async () => {
    const { first, second, meet } = await group();
    await first.call('runSync', { kind: 'snapshot' });
    await meet(second, first);
    const { id } = await second.call('createDocument', { title: 'C', body: 'new' });
    const beginning = toCheckpoint(second, new Group([first, second]));
    await first.library.store.write(({ sync }) => sync.applyCheckpoint(beginning, Number.MAX_SAFE_INTEGER));
    expect(describeLibrary(first).notes[id]).toBeUndefined();
    expect((await apply(first)).applied).toMatchObject({ counts: { operations: 7 } });
    expect(describeLibrary(first).notes[id]).toMatchObject({ title: 'C' });
  });

  it('are held back by a device that never acknowledged, which is named [SYNC-RETENTION]', async () => {
    const { open, first, second, meet } = await group();
    const silent = await open();
    await letIn(first, silent, 'drawer');
    await first.call('runSync', { kind: 'snapshot' });
    await meet(second, first);
    expect(await first.call('getSyncRetention', {})).toMatchObject({
      floor: {},
      gating: [{ replica_id: silent.library.replicaId, reason: 'never_acked', last_ack_at: null }],
      eligible: { ops: 0 },
    });
    await silent.call('runSync', {});
    await meet(second, first);
    expect(await first.call('getSyncRetention', {})).toMatchObject({ gating: [], eligible: { ops: 7 } });
    await first.call('createDocument', { title: 'C', body: 'new' });
    await first.call('runSync', {});
    expect(await first.call('getSyncRetention', {})).toMatchObject({
      gating: [{ reason: 'lagging' }, { reason: 'lagging' }],
    });
  });
});

describe('a device that lacks pruned operations contained only in an unverified checkpoint', () => {
  /** Creates two devices whose carrier lost a segment of the first before the second fetched it. */
  async function cutOff() {
    const { folder, open, first, second, document_id } = await group();
    await first.call('createDocument', { title: 'C', body: 'forgotten elsewhere' });
    await first.call('runSync', {});
    await first.call('createDocument', { title: 'D', body: 'after it' });
    await first.call('runSync', { kind: 'snapshot' });
    const ops = join(folder, 'n', first.library.replicaId, 'ops');
    const last = first.library.store.read(({ sync }) => sync.exchange.getLastArtifact('ops'))?.index ?? 0;
    const name = readdirSync(ops, { recursive: true, encoding: 'utf8' }).find((each) =>
      each.includes(`/${(last - 1).toString(16).padStart(16, '0')}-`),
    );
    rmSync(join(ops, name ?? ''));
    return { open, first, second, document_id };
  }

  it('reports the checkpoint, and adopts it with accept_checkpoint [SYNC-CHECKPOINT]', async () => {
    const { first, second, document_id } = await cutOff();
    await second.call('createDocument', { title: 'E', body: 'written here' });
    await second.call('runSync', {});
    const { alerts } = await second.call('getSyncOverview', {});
    const told = alerts.find(({ code }) => code === 'checkpoint_unwitnessed');
    expect(told).toMatchObject({
      replica_id: first.library.replicaId,
      checkpoint: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(
      Object.values(describeLibrary(second).notes)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['A', 'B', 'E']);
    const accept = (accept_checkpoint: string) => second.call('runSync', { accept_checkpoint });
    await expect(accept('0'.repeat(32))).rejects.toMatchObject({ code: 'conflict' });
    await second.call('runSync', {});
    expect((await second.call('getSyncOverview', {})).alerts.map(({ code }) => code)).toEqual([
      'checkpoint_unwitnessed',
      'gap',
      'waiting',
    ]);
    expect((await accept(told?.checkpoint ?? '')).summary).toMatchObject({ alerts: 0 });
    for (const device of [first, second, first]) await device.call('runSync', {});
    expect(
      Object.values(describeLibrary(second).notes)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(describeLibrary(first)).toEqual(describeLibrary(second));
    expect((await second.call('getDocument', { document_id })).body).toBe('5\n');
  });

  it('adopts the checkpoint in a run that also admits a device [SYNC-CHECKPOINT]', async () => {
    const { open, second } = await cutOff();
    await second.call('runSync', {});
    const checkpoint = (await second.call('getSyncOverview', {})).alerts.find((alert) => alert.checkpoint)?.checkpoint;
    const third = await open();
    const { invitations } = await second.call('manageInvitations', {});
    const asked = { code: invitations[0]?.code, name: 'tablet' };
    expect((await third.call('pairDevice', asked)).state).toBe('waiting');
    expect((await second.call('runSync', { accept_checkpoint: checkpoint ?? '' })).summary.alerts).toBe(0);
    expect((await third.call('pairDevice', asked)).state).toBe('joined');
  });
});
