import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { believe, createTrashed, DAY_MS, isAnywhere, stoppedOnceBegun, uploadText } from './support.js';

describe('a purge', () => {
  it('purges what its dry run listed, and requires the confirmation of its plan [PURGE-PREVIEW] [PURGE-CONFIRM]', async () => {
    const opened = await openTestLibrary();
    const { call } = opened;
    const { uri } = await uploadText(opened, 'shown');
    const [first] = await createTrashed(opened, [`![](${uri})`, 'b', 'c']);
    const preview = await call('purgeDocuments', { all_trashed: true, dry_run: true });
    expect(preview.totals).toEqual({ documents: 3, revisions: 3, attachments: 1, kept_imported: 0 });
    expect(preview.documents.map(({ document_id }) => document_id)).toContain(first);
    expect(preview.confirmation).toBe(`purge:${preview.plan_sha256.slice(0, 12)}`);
    for (const confirmation of [undefined, 'purge', `purge-document:${first}`, 'purge:000000000000'])
      await expect(call('purgeDocuments', { all_trashed: true, confirmation })).rejects.toMatchObject({
        code: 'precondition_required',
      });
    const { confirmation, plan_sha256 } = preview;
    const done = await call('purgeDocuments', { all_trashed: true, confirmation, plan: plan_sha256 });
    expect(done).toMatchObject({ plan_sha256, totals: preview.totals, documents: preview.documents });
    expect(done.applied).toMatchObject({
      state: 'succeeded',
      counts: { documents: 3, revisions: 3, attachments: 1 },
    });
    expect(await call('purgeDocuments', { all_trashed: true })).toMatchObject({ confirmation: null, applied: null });
    expect((await call('getGcReport', {})).retained.map(({ reason }) => reason)).toEqual(['note_purged']);
  });

  it('leaves no trace of a text in the library file and its write-ahead log [PURGE-TRACES]', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const opened = await openTestLibrary(dataDir);
    const { call } = opened;
    const names = ['title', 'former', 'body', 'older', 'target', 'task', 'tagged', 'heading'];
    const canaries = names.map((name) => `zq${name}qz`);
    const [title, former, body, older, target, task, tag, heading] = canaries;
    const write = (words: string) => `# ${heading}\n\n${words} [[${target}]]\n\n- [ ] ${task} due:2026-01-01\n`;
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => call('createDocument', { title: `Kept ${n}`, body: `zkept ${n}` })),
    );
    const made = await call('createDocument', { title: former, body: write(older as string), tags: [tag] });
    const changed = await call('replaceDocument', {
      ...{ document_id: made.id, base_revision_id: made.current_revision_id },
      ...{ title, body: write(body as string) },
    });
    await call('trashDocument', { document_id: made.id, base_revision_id: changed.current_revision_id });
    for (const canary of canaries) expect([canary, isAnywhere(dataDir, canary)]).toEqual([canary, true]);
    const confirmation = `purge-document:${made.id}`;
    const done = await call('purgeDocuments', { notes: [title], confirmation });
    expect(done.applied).toMatchObject({ state: 'succeeded', counts: { documents: 1, revisions: 2 } });
    for (const canary of canaries) expect([canary, isAnywhere(dataDir, canary)]).toEqual([canary, false]);
    expect((await call('searchDocuments', { query: 'zkept', limit: 100 })).results).toHaveLength(50);
    expect(readdirSync(join(dataDir, 'plans'))).toEqual([]);
  });

  it('refuses a plan that has changed [PURGE-PLAN]', async () => {
    const opened = await openTestLibrary();
    const [id] = await createTrashed(opened, ['a', 'b']);
    const { plan_sha256, confirmation } = await opened.call('purgeDocuments', { all_trashed: true, dry_run: true });
    await opened.call('restoreDocument', { document_id: id });
    const asked = { all_trashed: true, plan: plan_sha256.slice(0, 12), confirmation };
    await expect(opened.call('purgeDocuments', asked)).rejects.toMatchObject({ code: 'conflict' });
    expect((await opened.call('listTrash', {})).documents).toHaveLength(1);
  });

  it('stopped at a checkpoint resumes with the same confirmation, and keeps changed notes [PURGE-RESUME] [PURGE-CHANGED]', async () => {
    const opened = await openTestLibrary();
    const { call, context } = opened;
    const ids = await createTrashed(
      opened,
      Array.from({ length: 700 }, (_, n) => `text ${n} ${'x '.repeat(500)}`),
    );
    const { plan_sha256, confirmation } = await call('purgeDocuments', { all_trashed: true, dry_run: true });
    const asked = { all_trashed: true, plan: plan_sha256, confirmation };
    const stopped = await invoke('purgeDocuments', stoppedOnceBegun(context), asked);
    expect(stopped.applied?.state).toBe('cancelled');
    const gone = stopped.applied?.counts.documents as number;
    const left = (await call('listTrash', { limit: 200 })).documents.map(({ id }) => id);
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(700);
    await call('restoreDocument', { document_id: left[0] });
    const preview = await call('purgeDocuments', { all_trashed: true, dry_run: true });
    expect(preview).toMatchObject({ totals: { documents: 699 - gone }, unfinished_job_id: stopped.applied?.job_id });
    const done = await call('purgeDocuments', asked);
    expect(done.applied).toEqual({
      ...{ job_id: stopped.applied?.job_id, state: 'succeeded' },
      counts: { documents: 699, revisions: 699, attachments: 0, skipped: 1 },
    });
    expect((await call('listTrash', {})).documents).toEqual([]);
    expect((await call('getDocument', { document_id: left[0] })).id).toBe(left[0]);
    expect(ids).toHaveLength(700);
  });

  it('with --older-than purges notes that were in Trash for that many days [PURGE-AGE]', async () => {
    const opened = await openTestLibrary();
    await createTrashed(opened, ['a']);
    await believe(opened, Date.now() + 90 * DAY_MS);
    const at = (now: number) =>
      invoke(
        'purgeDocuments',
        { ...opened.context, now: () => now },
        {
          ...{ all_trashed: true, older_than: '90d', dry_run: true },
        },
      );
    expect((await at(Date.now() + 89 * DAY_MS)).totals.documents).toBe(0);
    expect((await at(Date.now() + 90 * DAY_MS)).totals.documents).toBe(1);
  });

  it('is refused for notes outside Trash, imported notes, and notes named together with --all-trashed [PURGE-NAMES]', async () => {
    const { call, context } = await openTestLibrary();
    const { id } = await call('createDocument', { title: 'Active' });
    await expect(call('purgeDocuments', { notes: [id], dry_run: true })).rejects.toMatchObject({
      code: 'not_found',
      message: `No note in Trash matches "${id}". Give an id, an address or a title`,
    });
    await expect(call('purgeDocuments', { dry_run: true })).rejects.toMatchObject({ code: 'validation_failed' });
    for (const more of [{ all_trashed: true }, { older_than: '1d' }])
      await expect(call('purgeDocuments', { notes: [id], ...more })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    await context.library.store.write(({ documents, provenance }) => {
      const document = documents.get(id) as { pk: number; id: string };
      provenance.record(document, { kind: 'markdown', id: 'a.md' }, 'x', 1);
      documents.trash(documents.get(id) as never, 1);
    });
    await expect(call('purgeDocuments', { notes: [id] })).rejects.toMatchObject({ code: 'forbidden' });
    const all = await call('purgeDocuments', { all_trashed: true });
    expect(all).toMatchObject({ totals: { documents: 0, kept_imported: 1 }, applied: null });
    expect(existsSync(join(context.library.store.paths.dataDir, 'plans'))).toBe(false);
  });
});
