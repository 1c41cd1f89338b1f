import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary } from '../support.js';
import { believe, DAY_MS, stoppedOnceBegun, uploadText } from './support.js';

const LATER = Date.now() + 31 * DAY_MS;

/** Creates attachments of one and the same byte that no note uses. */
async function adoptAttachments({ context }: OpenedLibrary, count: number): Promise<void> {
  const { store } = context.library;
  const received = await store.blobs.receive(Readable.from([Buffer.from('x')]), { maxBytes: 10 });
  const described = { filename: 'x', mimeType: 'text/plain', at: Date.now() };
  await store.write(({ resources }) => {
    for (let n = 0; n < count; n++) resources.adopt(received, { id: `res_${n}`, ...described });
  });
}

describe('garbage collection', () => {
  it('deletes exactly the attachments in its report, with their bytes [GC-APPLY]', async () => {
    const opened = await openTestLibrary();
    await believe(opened, LATER);
    const { library } = opened.context;
    const blobs = library.store.blobs;
    const kept = await uploadText(opened, 'kept');
    const { id: note } = await opened.call('createDocument', { title: 'A', body: `![](${kept.uri})` });
    const [gone, twin] = [await uploadText(opened, 'gone'), await uploadText(opened, 'twin')];
    const shared = await uploadText(opened, 'twin');
    await opened.call('attachResource', { document_id: note, resource_id: shared.id });
    const later = { ...opened.context, now: () => LATER };
    const report = await invoke('getGcReport', later, {});
    const preview = await invoke('collectGarbage', later, { dry_run: true });
    expect(preview).toMatchObject({ plan_sha256: report.plan_sha256, totals: { resources: 2, blobs: 0, bytes: 8 } });
    expect(preview.confirmation).toBe(`gc-apply:${report.plan_sha256.slice(0, 12)}`);
    await expect(invoke('collectGarbage', later, {})).rejects.toMatchObject({ code: 'precondition_required' });
    const { confirmation } = preview;
    const done = await invoke('collectGarbage', later, { confirmation });
    expect(done.applied).toMatchObject({ state: 'succeeded', counts: { resources: 2, bytes: 8 } });
    const isStored = (sha256: string) => existsSync(blobs.getPath(sha256));
    expect([kept, gone, twin].map(({ sha256 }) => isStored(sha256))).toEqual([true, false, true]);
    for (const { id } of [gone, twin])
      await expect(opened.call('getResource', { resource_id: id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await invoke('collectGarbage', later, {})).toMatchObject({ totals: { resources: 0 }, applied: null });
  });

  it('keeps attachments used again while it was stopped, and resumes with the same confirmation [GC-REATTACHED] [GC-RESUME]', async () => {
    const opened = await openTestLibrary();
    await believe(opened, LATER);
    const { id: note } = await opened.call('createDocument', { title: 'A' });
    const count = 600;
    await adoptAttachments(opened, count);
    const later = { ...opened.context, now: () => LATER };
    const { confirmation, totals } = await invoke('collectGarbage', later, { dry_run: true });
    expect(totals.resources).toBe(count);
    const stopped = await invoke('collectGarbage', stoppedOnceBegun(later), { confirmation });
    expect(stopped.applied?.state).toBe('cancelled');
    expect(stopped.applied?.counts.resources).toBeLessThan(count);
    const [needed] = (await invoke('getGcReport', later, {})).eligible.filter(
      ({ resource_id }) => resource_id !== null,
    );
    await opened.call('attachResource', { document_id: note, resource_id: needed?.resource_id });
    const done = await invoke('collectGarbage', later, { confirmation });
    expect(done.applied).toMatchObject({
      ...{ job_id: stopped.applied?.job_id, state: 'succeeded' },
      counts: { resources: count - 1, skipped: 1 },
    });
    const blobs = opened.context.library.store.blobs;
    expect([...blobs.list()].map(({ sha256 }) => sha256)).toEqual([needed?.sha256]);
  });

  it('removes bytes without an attachment, also after a killed run deleted the rows [GC-BLOBS-APPLY]', async () => {
    const opened = await openTestLibrary();
    await believe(opened, LATER);
    const { store } = opened.context.library;
    const { id, sha256 } = await uploadText(opened, 'orphan');
    await store.write(({ resources }) => resources.deleteRow(resources.get(id) as never));
    const later = { ...opened.context, now: () => LATER };
    const { confirmation, totals } = await invoke('collectGarbage', later, { dry_run: true });
    expect(totals).toEqual({ resources: 0, blobs: 1, bytes: 6 });
    const done = await invoke('collectGarbage', later, { confirmation });
    expect(done.applied?.counts).toEqual({ blobs: 1, bytes: 6 });
    expect(existsSync(store.blobs.getPath(sha256))).toBe(false);
  });
});
