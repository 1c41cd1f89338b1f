import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();
const NONE = `doc_${'0'.repeat(26)}`;
const notes = new Map<string, Note>();

const make = async (title: string, targets: readonly string[] = []) =>
  notes.set(title, await api.note({ title, body: targets.map((target) => `[[${target}]]`).join(' ') }));
const id = (title: string) => (notes.get(title) as Note).id;
const title = (document_id: string) => [...notes].find(([, note]) => note.id === document_id)?.[0] ?? document_id;

const graph = (roots: readonly string[], more: Record<string, unknown> = {}) =>
  api.find<'getGraph'>('/graph', { roots: roots.map(id), ...more });
/** Formats notes with their distance, and their links, as text. */
async function drawGraph(roots: readonly string[], more: Record<string, unknown> = {}): Promise<[string, string]> {
  const { nodes, edges } = await graph(roots, more);
  const around = nodes.map((node) => `${title(node.document_id)}${node.distance}`);
  const linked = edges.map(({ source, target }) => title(source) + title(target));
  return [around.sort().join(' '), linked.sort().join(' ')];
}
const path = (from: string, to: string, more: Record<string, unknown> = {}) =>
  api.find<'findGraphPath'>('/graph/path', { from: id(from), to: id(to), ...more });

// A → B → C → D, A → X ← Y, B → A; Z is isolated, T in Trash links A and Z.
beforeAll(async () => {
  await make('A', ['B', 'B', 'X', 'T', 'A']);
  await make('B', ['C', 'A']);
  await make('C', ['D']);
  await make('D');
  await make('X');
  await make('Y', ['X']);
  await make('Z');
  await make('T', ['Z', 'A']);
  await api.trash(notes.get('T') as Note);
});

describe('the graph around a note', () => {
  it('contains its neighbours and one edge for each linked pair [GRAPH-NODES] [GRAPH-DEPTH]', async () => {
    expect(await drawGraph(['A'])).toEqual(['A0 B1 X1', 'AB AX BA']);
    const { nodes, truncated, truncated_by, requested_depth, completed_depth } = await graph(['A']);
    const { id: document_id, uri, title: named, notebook_id } = notes.get('A') as Note;
    expect(nodes.find(({ distance }) => distance === 0)).toEqual({
      document_id,
      uri,
      title: named,
      notebook_id,
      distance: 0,
    });
    expect({ truncated, truncated_by, requested_depth, completed_depth }).toEqual({
      truncated: false,
      truncated_by: null,
      requested_depth: 1,
      completed_depth: 1,
    });
  });

  it('reaches the requested depth, measured from the nearest root [GRAPH-NODES] [GRAPH-DEPTH]', async () => {
    expect(await drawGraph(['A'], { depth: 2 })).toEqual(['A0 B1 C2 X1 Y2', 'AB AX BA BC YX']);
    expect((await drawGraph(['A'], { depth: 5 }))[0]).toBe('A0 B1 C2 D3 X1 Y2');
    expect(await drawGraph(['A', 'D', 'A'])).toEqual(['A0 B1 C1 D0 X1', 'AB AX BA BC CD']);
    expect(await drawGraph(['Z'], { depth: 5 })).toEqual(['Z0', '']);
  });

  it('follows links in the requested direction [GRAPH-DIRECTION]', async () => {
    expect((await drawGraph(['B'], { depth: 2, direction: 'outgoing' }))[0]).toBe('A1 B0 C1 D2 X2');
    expect((await drawGraph(['X'], { depth: 2, direction: 'incoming' }))[0]).toBe('A1 B2 X0 Y1');
    expect(await drawGraph(['X'], { direction: 'both' })).toEqual(await drawGraph(['X']));
    expectRefused(await api.post('/graph', { roots: [id('A')], direction: 'up' }), 'validation_failed');
  });

  it.each([
    [{ depth: 6 }, /depth\b.*\b5\b/],
    [{ depth: 0 }, /depth/],
    [{ max_nodes: 5_001 }, /max_nodes\b.*\b5000\b/],
    [{ max_nodes: 0 }, /max_nodes/],
    [{ max_edges: 20_001 }, /max_edges\b.*\b20000\b/],
    [{ roots: Array(101).fill(NONE) }, /roots\b.*\b100\b/],
    [{ roots: [] }, /roots/],
    [{ roots: ['x'] }, /roots/],
  ])('above a ceiling is rejected by name: %j [GRAPH-CEILINGS]', async (more, message) => {
    expect(expectRefused(await api.post('/graph', { roots: [id('A')], ...more }), 'validation_failed')).toMatch(
      message,
    );
  });

  it('reports which ceiling stopped it and the complete depth [GRAPH-TRUNCATED]', async () => {
    const byNodes = await graph(['A'], { depth: 3, max_nodes: 4 });
    expect(byNodes).toMatchObject({ truncated: true, truncated_by: 'nodes', requested_depth: 3, completed_depth: 1 });
    expect(byNodes.nodes).toHaveLength(4);
    const known = new Set(byNodes.nodes.map(({ document_id }) => document_id));
    for (const { source, target } of byNodes.edges)
      expect([known.has(source), known.has(target)]).toEqual([true, true]);
    const byEdges = await graph(['A'], { depth: 3, max_edges: 1 });
    expect(byEdges).toMatchObject({ truncated: true, truncated_by: 'edges', completed_depth: 0 });
    expect(byEdges.edges).toHaveLength(1);
    const whole = await graph(['A'], { depth: 1, max_nodes: 3, max_edges: 3 });
    expect(whole).toMatchObject({ truncated: false, truncated_by: null, completed_depth: 1 });
  });

  it('contains no note in Trash, as neighbour or as root [GRAPH-TRASHED]', async () => {
    expect((await drawGraph(['Z', 'A'], { depth: 5 }))[0]).not.toMatch(/T/);
    expectRefused(await api.post('/graph', { roots: [id('A'), id('T')] }), 'not_found');
    expectRefused(await api.post('/graph', { roots: [id('A'), NONE] }), 'not_found');
    expectRefused(await api.post('/graph/path', { from: id('A'), to: id('T') }), 'not_found');
    expectRefused(await api.post('/graph/path', { from: NONE, to: id('A') }), 'not_found');
  });

  it('names a note as it is now, after a change of its title and notebook [GRAPH-NODES]', async () => {
    await make('P', ['Q']);
    await make('Q');
    expect((await graph(['P'])).nodes.map((node) => node.title)).toEqual(['P', 'Q']);
    const { id: document_id, current_revision_id: base_revision_id } = notes.get('Q') as Note;
    const renamed = 'Q "quoted" \\ ’ 😀';
    await api.put(`/documents/${document_id}`, { title: renamed, body: '[[P]]', base_revision_id });
    const notebook = await api.notebook('Other');
    await api.post(`/documents/${document_id}/notebook`, { notebook_id: notebook.notebook_id });
    const { nodes } = await graph(['P']);
    expect(nodes.map((node) => [node.title, node.notebook_id])).toEqual([
      ['P', 'nb_notes'],
      [renamed, notebook.notebook_id],
    ]);
  });
});

describe('a path between two notes', () => {
  it('is the shortest one [GRAPH-PATH]', async () => {
    const found = await path('D', 'Y');
    expect(found).toMatchObject({ status: 'found', length: 5 });
    expect(found.nodes.map(({ document_id }) => title(document_id)).join('')).toBe('DCBAXY');
    const { uri, notebook_id } = notes.get('D') as Note;
    expect(found.nodes[0]).toEqual({ document_id: id('D'), title: 'D', uri, notebook_id });
    expect(await path('A', 'A')).toMatchObject({ status: 'found', length: 0, nodes: [{ document_id: id('A') }] });
    const there = await path('A', 'D', { direction: 'outgoing' });
    const back = await path('D', 'A', { direction: 'incoming' });
    expect(back.nodes).toEqual([...there.nodes].reverse());
  });

  it('reports whether it was found, does not exist, is out of reach or is unknown [GRAPH-PATH-STATUS]', async () => {
    const nothing = { nodes: [], length: null };
    expect(await path('A', 'Z')).toMatchObject({ status: 'no_path', ...nothing });
    expect(await path('D', 'A', { direction: 'outgoing' })).toMatchObject({ status: 'no_path', ...nothing });
    expect(await path('D', 'Y', { max_depth: 4 })).toMatchObject({ status: 'depth_exhausted', ...nothing });
    expect(await path('D', 'Y', { max_depth: 5 })).toMatchObject({ status: 'found' });
    expect(await path('D', 'Y', { max_visits: 1 })).toMatchObject({ status: 'budget_exhausted', ...nothing });
  });

  it('is searched within the limits [GRAPH-PATH-BOUNDS]', async () => {
    for (let at = 0; at < 8; at += 1) await make(`S${at}`, [`S${at + 1}`]);
    expect(await path('S0', 'S6')).toMatchObject({ status: 'found', length: 6 });
    expect(await path('S0', 'S7')).toMatchObject({ status: 'depth_exhausted' });
    expect(await path('S0', 'S7', { max_depth: 10 })).toMatchObject({ status: 'found', length: 7 });
    const ask = async (more: object) =>
      expectRefused(await api.post('/graph/path', { from: id('A'), to: id('D'), ...more }), 'validation_failed');
    expect(await ask({ max_depth: 11 })).toMatch(/max_depth\b.*\b10\b/);
    expect(await ask({ max_visits: 200_001 })).toMatch(/max_visits\b.*\b200000\b/);
    expect(await ask({ max_depth: 0 })).toMatch('max_depth');
    expect(await ask({ from: 'x' })).toMatch('from');
  });
});
