import { describe, expect, it } from 'vitest';
import { expectRefused, useService } from './support.js';

const api = useService();

const writeReport = () => api.find<'writeGraphReport'>('/graph/report/note', {});
const report = (query = '') => api.show<'getGraphReport'>(`/graph/report${query}`);

describe('the graph report', () => {
  it('counts and ranks notes [GRAPH-REPORT]', async () => {
    const before = await report();
    const hub = await api.note({ title: 'Hub' });
    for (const title of ['H1', 'H2', 'H3', 'H4']) await api.note({ title, body: '[[Hub]] [[Hub]]' });
    await api.note({ title: 'Alone' });
    const after = await report('?limit=200');
    expect(after).toMatchObject({
      generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      note_count: before.note_count + 6,
      orphan_count: before.orphan_count + 5,
      isolated_count: before.isolated_count + 1,
    });
    expect(after.hubs[0]).toEqual({ document_id: hub.id, uri: hub.uri, title: 'Hub', incoming: 4 });
    const ranks = after.hubs.map(({ incoming }) => incoming);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(after.orphans.map((note) => note.title)).toEqual(expect.arrayContaining(['Alone', 'H1']));
    expect(after.isolated.map((note) => note.title)).toContain('Alone');
    expect(after.isolated.map((note) => note.title)).not.toContain('H1');
  });

  it('counts only active notes outside Help and Reports [GRAPH-REPORT-LIVE]', async () => {
    await writeReport();
    const before = await report();
    const [target, source] = [await api.note({ title: 'Led to' }), await api.note({ body: '[[Led to]]' })];
    expect(await report()).toMatchObject({ note_count: before.note_count + 2, link_count: before.link_count + 1 });
    await api.trash(source);
    expect(await report()).toMatchObject({ note_count: before.note_count + 1, link_count: before.link_count });
    await api.trash(target);
    const after = await report('?limit=200');
    expect(after).toMatchObject({ note_count: before.note_count, orphan_count: before.orphan_count });
    const { results } = await api.search('is:readonly', { limit: 100 });
    expect(results.length).toBeGreaterThan(1);
    const shown = JSON.stringify(after);
    for (const { document_id } of results) expect(shown).not.toContain(document_id);
  });

  it('honours the limit without changing counts [GRAPH-REPORT-LIMIT]', async () => {
    await Promise.all(Array.from({ length: 25 }, () => api.note({ title: 'Lonely' })));
    const [standard, one, many] = [await report(), await report('?limit=1'), await report('?limit=9999')];
    expect([standard.orphans.length, one.orphans.length, one.hubs.length]).toEqual([20, 1, 1]);
    expect(many.orphans).toHaveLength(Math.min(many.orphan_count, 200));
    for (const { note_count, orphan_count, isolated_count, link_count } of [one, many])
      expect(standard).toMatchObject({ note_count, orphan_count, isolated_count, link_count });
    expectRefused(await api.get('/graph/report?limit=0'), 'validation_failed');
  });

  it('is written to the same read-only note in Reports each time [GRAPH-REPORT-NOTE]', async () => {
    const first = await writeReport();
    expect(first).toMatchObject({ id: 'doc_report_links', notebook_id: 'nb_reports', editable: false });
    expect(first.body).toMatch(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d/);
    await api.note({ title: 'Since then' });
    const second = await writeReport();
    expect(second).toMatchObject({ id: first.id, uri: first.uri, created_at: first.created_at });
    expect(second.current_revision_id).not.toBe(first.current_revision_id);
    expect(second).toEqual(await api.read(first.id));
    expectRefused(await api.post(`/documents/${first.id}/append`, { text: 'x' }), 'forbidden');
  });
});

describe('the links of a read-only note', () => {
  it('are followed only when the note is a root [GRAPH-READ-ONLY]', async () => {
    const [hub, alone] = [await api.note({ title: 'Middle' }), await api.note({ title: 'Alone as well' })];
    const from = await api.note({ body: '[[Middle]]' });
    const { id } = await writeReport();
    const around = async (roots: string[], depth: number) =>
      (await api.find<'getGraph'>('/graph', { roots, depth })).nodes.map(({ document_id }) => document_id);
    expect(await around([id], 1)).toEqual(expect.arrayContaining([id, hub.id, alone.id]));
    expect((await around([hub.id], 5)).sort()).toEqual([hub.id, from.id].sort());
    expect(await around([alone.id], 5)).toEqual([alone.id]);
    const path = { from: hub.id, to: alone.id };
    expect(await api.find<'findGraphPath'>('/graph/path', path)).toMatchObject({ status: 'no_path' });
    expect((await around([hub.id, id], 1)).length).toBeGreaterThan(2);
  });
});
