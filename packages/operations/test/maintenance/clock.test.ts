import { describe, expect, it } from 'vitest';
import { invoke, observeClock } from '../../src/index.js';
import { updateClock } from '../../src/upkeep/plans/clock.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { createTrashed, DAY_MS, uploadText } from './support.js';

const START = Date.UTC(2026, 0, 1);
const day = (days: number) => START + days * DAY_MS;

/** Returns the believed time after readings of the clock on these days. */
const believedAfter = (...days: readonly number[]) =>
  days.map(day).reduce(updateClock, { believed: START, seen: null }).believed;

const withClockAhead = ({ context }: OpenedLibrary, days: number) => ({
  ...context,
  now: () => Date.now() + days * DAY_MS,
});

describe('the believed time', () => {
  it.each([
    ['advances', [0.5, 2, 3.9], 3.9],
    ['went back by hours', [1, 0.2], 1],
    ['went back by a year', [1, -400], -400],
    ['was set ahead', [30], 0],
    ['was set ahead and back', [30, 30.5, 0.1], 0.1],
    ['was set ahead and still is a day later', [30, 30.5, 31], 31],
    ['was set ahead, twice', [30, 60], 30],
    ['is read once a week', [7, 14, 21], 14],
  ])('follows the clock as far as plausible when the clock %s', (_, days, believed) => {
    expect((believedAfter(...days) - START) / DAY_MS).toBeCloseTo(believed);
  });
});

describe('[CLOCK-SET] a clock that was set ahead', () => {
  it('deletes no attachments during its first day', async () => {
    const opened = await openTestLibrary();
    await uploadText(opened, 'x');
    const preview = await invoke('collectGarbage', withClockAhead(opened, 31), { dry_run: true });
    expect(preview).toMatchObject({ totals: { resources: 1 }, confirmation: null });
    expect(preview.clock_doubt?.believed.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
    const words = { confirmation: `gc-apply:${preview.plan_sha256.slice(0, 12)}` };
    const refused = { code: 'precondition_required', message: expect.stringContaining('--trust-clock') };
    await expect(invoke('collectGarbage', withClockAhead(opened, 31), words)).rejects.toMatchObject(refused);
    await observeClock(opened.library, withClockAhead(opened, 31).now());
    await expect(invoke('collectGarbage', withClockAhead(opened, 31.9), words)).rejects.toMatchObject(refused);
    const done = await invoke('collectGarbage', withClockAhead(opened, 32.1), words);
    expect(done).toMatchObject({ clock_doubt: null, applied: { counts: { resources: 1 } } });
  });

  it('is trusted with trust_clock', async () => {
    const opened = await openTestLibrary();
    await uploadText(opened, 'x');
    const { confirmation } = await invoke('collectGarbage', withClockAhead(opened, 31), {
      dry_run: true,
      trust_clock: true,
    });
    const done = await invoke('collectGarbage', withClockAhead(opened, 31), { confirmation, trust_clock: true });
    expect(done.applied?.counts).toEqual({ resources: 1, bytes: 1 });
  });

  it('does not matter when no age limit applies', async () => {
    const opened = await openTestLibrary(`${temporaryFolder()}/data`, ['retention.unattached_days=0']);
    const context = withClockAhead(opened, 31);
    await uploadText(opened, 'x');
    const { confirmation } = await invoke('collectGarbage', context, { dry_run: true });
    expect((await invoke('collectGarbage', context, { confirmation })).applied?.counts.resources).toBe(1);
    await createTrashed(opened, ['a', 'b']);
    const all = await invoke('purgeDocuments', context, { all_trashed: true, dry_run: true });
    expect(all).toMatchObject({ clock_doubt: null, confirmation: expect.any(String) });
  });

  it('deletes no notes in Trash and no old revisions during its first day', async () => {
    const opened = await openTestLibrary(`${temporaryFolder()}/data`, ['retention.revisions_keep_days=30']);
    await createTrashed(opened, ['a']);
    const { id, current_revision_id } = await opened.call('createDocument', { title: 'A', body: 'one' });
    const target = { document_id: id, base_revision_id: current_revision_id };
    await opened.call('replaceDocument', { ...target, title: 'A', body: 'two' });
    const context = withClockAhead(opened, 91);
    const old = { all_trashed: true, older_than: '90d' };
    const purge = await invoke('purgeDocuments', context, { ...old, dry_run: true });
    const retention = await invoke('applyRetention', context, { dry_run: true });
    expect([purge.totals.documents, retention.totals.revisions]).toEqual([1, 1]);
    const [forPurge, forRetention] = [purge, retention].map(({ plan_sha256 }) => plan_sha256.slice(0, 12));
    const refused = { code: 'precondition_required', message: expect.stringContaining('The clock says') };
    const confirmed = { confirmation: `purge:${forPurge}` };
    await expect(invoke('purgeDocuments', context, { ...old, ...confirmed })).rejects.toMatchObject(refused);
    const words = { confirmation: `retention-apply:${forRetention}` };
    await expect(invoke('applyRetention', context, words)).rejects.toMatchObject(refused);
  });

  it('does not make a batch forget its earlier requests', async () => {
    const opened = await openTestLibrary();
    const { id, current_revision_id } = await opened.call('createDocument', { title: 'A', body: '' });
    const items = [{ document_id: id, base_revision_id: current_revision_id }];
    const batch = { operation: 'trash', items, request_key: 'first' };
    const done = await opened.call('runBatch', batch);
    await invoke('runBatch', withClockAhead(opened, 31), { ...batch, request_key: 'second' });
    const repeated = await opened.call('runBatch', batch);
    expect(repeated).toEqual({ ...done, replayed: true });
  });
});
