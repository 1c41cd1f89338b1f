import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { believe, DAY_MS, isAnywhere } from './support.js';

const START = Date.UTC(2026, 0, 1);

/** Creates a note with a revision on each of these days. */
async function createNote({ context }: OpenedLibrary, days: readonly number[]): Promise<string> {
  const at = (day: number) => ({ ...context, now: () => START + day * DAY_MS });
  const [first = 0, ...rest] = days;
  const made = await invoke('createDocument', at(first), { title: 'A', body: `zqday${first}qz` });
  for (const day of rest) {
    const current = await invoke('getDocument', context, { document_id: made.id });
    const target = { document_id: made.id, base_revision_id: current.current_revision_id };
    await invoke('replaceDocument', at(day), { ...target, title: 'A', body: `zqday${day}qz` });
  }
  return made.id;
}

async function withDays(days: number, dataDir = join(temporaryFolder(), 'data')): Promise<OpenedLibrary> {
  const opened = await openTestLibrary(dataDir, [`retention.revisions_keep_days=${days}`]);
  await believe(opened, START + 10_000 * DAY_MS);
  return opened;
}

const toDay = (created: string) => (Date.parse(created) - START) / DAY_MS;

async function daysLeft({ call }: OpenedLibrary, document_id: string): Promise<number[]> {
  const { revisions } = await call('listRevisions', { document_id });
  return revisions.map(({ created_at }) => toDay(created_at)).reverse();
}

describe('retention', () => {
  it('keeps all revisions when revisions_keep_days is 0 [RETAIN-EVER]', async () => {
    const opened = await withDays(0);
    await createNote(opened, [0, 1, 2]);
    const later = { ...opened.context, now: () => START + 9_999 * DAY_MS };
    const report = await invoke('getRetentionReport', later, {});
    expect(report).toMatchObject({ revisions_keep_days: 0, totals: { documents: 0, revisions: 0 } });
    expect(await invoke('applyRetention', later, {})).toMatchObject({ confirmation: null, applied: null });
  });

  it('deletes revisions superseded before the limit with their text, and never a current one [RETAIN-AGE]', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const opened = await withDays(30, dataDir);
    const edited = await createNote(opened, [0, 10, 60, 100]);
    const untouched = await createNote(opened, [0]);
    const on = (day: number) => ({ ...opened.context, now: () => START + day * DAY_MS });
    expect((await invoke('getRetentionReport', on(39), {})).totals.revisions).toBe(0);
    const preview = await invoke('applyRetention', on(100), { dry_run: true });
    const report = await invoke('getRetentionReport', on(100), {});
    expect([preview.plan_sha256, preview.totals]).toEqual([report.plan_sha256, report.totals]);
    expect(preview.totals).toEqual({ documents: 1, revisions: 2, bytes: 'zqday0qz'.length + 'zqday10qz'.length });
    await expect(invoke('applyRetention', on(100), {})).rejects.toMatchObject({ code: 'precondition_required' });
    const { confirmation } = preview;
    expect(confirmation).toBe(`retention-apply:${report.plan_sha256.slice(0, 12)}`);
    const done = await invoke('applyRetention', on(100), { confirmation });
    expect(done.applied).toMatchObject({ state: 'succeeded', counts: preview.totals });
    expect(await daysLeft(opened, edited)).toEqual([60, 100]);
    expect(await daysLeft(opened, untouched)).toEqual([0]);
    expect([isAnywhere(dataDir, 'zqday10qz'), isAnywhere(dataDir, 'zqday60qz')]).toEqual([false, true]);
  });

  it('leaves no gap in the history when the clock went back [RETAIN-NO-GAP]', async () => {
    const opened = await withDays(30);
    const id = await createNote(opened, [0, 1, 500, 2, 3, 600]);
    const now = () => START + 700 * DAY_MS;
    const { confirmation } = await invoke('applyRetention', { ...opened.context, now }, { dry_run: true });
    expect(
      await invoke('applyRetention', { ...opened.context, now: () => START + 400 * DAY_MS }, { dry_run: true }),
    ).toMatchObject({
      totals: { revisions: 1 },
    });
    await invoke('applyRetention', { ...opened.context, now }, { confirmation });
    expect(await daysLeft(opened, id)).toEqual([600]);
  });

  it('refuses a plan that has changed [RETAIN-PLAN]', async () => {
    const opened = await withDays(30);
    await createNote(opened, [0, 10]);
    const later = { ...opened.context, now: () => START + 100 * DAY_MS };
    const { plan_sha256, confirmation } = await invoke('applyRetention', later, { dry_run: true });
    await createNote(opened, [0, 10]);
    await expect(invoke('applyRetention', later, { plan: plan_sha256, confirmation })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});
