import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Note, type Resource, useService } from './support.js';

const api = useService();

const DAY_MS = 86_400_000;
const gc = () => api.show<'getGcReport'>('/admin/gc/report');
const references = () => api.show<'getReferenceReport'>('/resources/reports/reference');
const path = (note: Note, resource: Resource) => `/documents/${note.id}/resources/${resource.id}`;
const attach = (note: Note, resource: Resource) => api.post(path(note, resource));

/** Adds stored bytes that belong to no attachment, with a given modification time. */
function addStrayBytes(text: string, at: number): { sha256: string; size_bytes: number; remove: () => void } {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const file = join(api.library.store.paths.blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, at / 1000, at / 1000);
  return { sha256, size_bytes: text.length, remove: () => rmSync(file) };
}

describe('the garbage-collection report', () => {
  it('of a new library is empty and states the retention periods [GC-WINDOWS]', async () => {
    const none = { count: 0, bytes: 0 };
    expect(await gc()).toEqual({
      generated_at: expect.any(String),
      retention: { unattached_days: 30, purged_days: 90 },
      eligible: [],
      retained: [],
      plan_sha256: createHash('sha256').update('{"format":"service-gc","version":1}\n').digest('hex'),
      totals: { eligible: none, retained: none, attached: none },
      truncated: false,
    });
  });

  it('states why an attachment is unused and when it can be collected [GC-REASONS]', async () => {
    const [uploaded, detached, purged, kept] = await Promise.all(
      ['1', '22', '333', '4444'].map((bytes) => api.resource(Buffer.from(bytes))),
    );
    const note = await api.note();
    await attach(note, kept!);
    await attach(note, detached!);
    await api.delete(path(note, detached!));
    const embedding = await api.note({ body: `![x](${purged!.uri})` });
    await api.trash(embedding);
    expect((await gc()).retained.map(({ reason }) => reason).sort()).toEqual(['detached', 'unattached_upload']);
    await api.purge(embedding.id);

    const { eligible, retained, totals } = await gc();
    expect(eligible).toEqual([]);
    const told = retained.map(({ resource_id, sha256, size_bytes, reason, eligible_at }) => {
      const days = Math.round((Date.parse(eligible_at) - Date.now()) / DAY_MS);
      return [resource_id, sha256, size_bytes, reason, days];
    });
    expect(told).toEqual([
      [uploaded!.id, uploaded!.sha256, 1, 'unattached_upload', 30],
      [detached!.id, detached!.sha256, 2, 'detached', 30],
      [purged!.id, purged!.sha256, 3, 'note_purged', 90],
    ]);
    expect(totals).toEqual({
      eligible: { count: 0, bytes: 0 },
      retained: { count: 3, bytes: 6 },
      attached: { count: 1, bytes: 4 },
    });
  });

  it('lists unreferenced blobs by age [GC-BLOBS]', async () => {
    const old = addStrayBytes('old', Date.now() - 31 * DAY_MS);
    const young = addStrayBytes('young', Date.now() - 29 * DAY_MS);
    const { eligible, retained } = await gc();
    const shown = { resource_id: null, reason: 'unreferenced_blob', eligible_at: expect.any(String) };
    const entry = ({ sha256, size_bytes }: typeof old) => ({ ...shown, sha256, size_bytes });
    expect(eligible).toEqual([entry(old)]);
    expect(retained.filter(({ resource_id }) => resource_id === null)).toEqual([entry(young)]);
    for (const { remove } of [old, young]) remove();
    await api.resource(Buffer.from('old'));
    expect((await gc()).eligible).toEqual([]);
  });

  it('collects and changes nothing [GC-READ-ONLY]', async () => {
    const { id } = await api.resource(Buffer.from('stays'));
    await api.expectUnchanged(() => gc());
    expect((await api.get(`/resources/${id}/content`)).text).toBe('stays');
    expect((await api.post('/admin/gc/report')).status).toBe(405);
    expect((await api.post('/admin/gc/apply')).status).toBe(404);
  });
});

describe('the reference report', () => {
  it('lists attachments that share the same bytes [REF-SHARED]', async () => {
    const same = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) same.push(await api.resource(Buffer.from('same bytes'), name));
    const { shared_blobs, totals } = await references();
    const ids = same.map(({ id }) => id).sort();
    const blob = { sha256: same[0]!.sha256, size_bytes: 10, resource_count: 3, resource_ids: ids };
    expect(shared_blobs).toContainEqual(blob);
    expect(shared_blobs.every(({ resource_count }) => resource_count > 1)).toBe(true);
    expect(totals.shared_blobs.count).toBe(shared_blobs.length);
  });

  it('lists unreferenced blobs [REF-UNREFERENCED]', async () => {
    expect((await references()).unreferenced_blobs).toEqual([]);
    const { sha256, size_bytes, remove } = addStrayBytes('stray', Date.now());
    const { unreferenced_blobs, totals } = await references();
    expect(unreferenced_blobs).toEqual([{ sha256, size_bytes }]);
    expect(totals.unreferenced_blobs).toEqual({ count: 1, bytes: 5 });
    remove();
  });

  it('sums the attachments of active notes by notebook [REF-USAGE]', async () => {
    const { notebook_id } = await api.notebook('Pictures');
    const [first, second] = await Promise.all(
      [Buffer.from('ab'), Buffer.from('cde')].map((bytes) => api.resource(bytes)),
    );
    const notes = await Promise.all([1, 2, 3].map(() => api.note({ notebook_id })));
    await attach(notes[0]!, first!);
    await attach(notes[1]!, first!);
    await attach(notes[1]!, second!);
    const use = async () => (await references()).usage_by_notebook.find((row) => row.notebook_id === notebook_id);
    expect(await use()).toEqual({ notebook_id, documents: 2, resources: 2, bytes: 5 });
    await api.trash(await api.read(notes[1]!.id));
    expect(await use()).toEqual({ notebook_id, documents: 1, resources: 1, bytes: 2 });
    await api.trash(await api.read(notes[0]!.id));
    expect(await use()).toBeUndefined();
  });

  it('suggests no perceptual duplicates and changes nothing [REF-PERCEPTUAL]', async () => {
    await api.expectUnchanged(async () => expect(await references()).toMatchObject({ perceptual_suggestions: [] }));
  });
});
