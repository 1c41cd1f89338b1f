import { fileKey, resolveTitle, titleReference } from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import { expect } from 'vitest';
import type { LinkReference, LinkState, TaskFilter, TaskReader, TaskRow, UnitOfWork } from '../src/index.js';
import { NODE_FLAGS } from '../src/index.js';
import { derive } from './derive.js';

/** Minimal model of a note, for resolving links from scratch. */
export interface LinkedNote {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly fileName: string | null;
  /** Names of its notebooks, outermost first. */
  readonly path: readonly string[];
  readonly active: boolean;
  readonly updatedAt: number;
}

interface Meaning {
  readonly state: LinkState;
  readonly noteId: string | null;
}

const UNRESOLVED: Meaning = { state: 'unresolved', noteId: null };

/** Resolves a reference in `source` by scanning all notes and attachments. */
export function resolveReference(
  reference: LinkReference,
  source: LinkedNote,
  notes: readonly LinkedNote[],
  resources: ReadonlySet<string> = new Set(),
): Meaning {
  const active = notes.filter((note) => note.active);
  if (reference.type === 'self') return { state: 'resolved', noteId: source.id };
  if (reference.type === 'document') {
    return active.some(({ id }) => id === reference.id) ? { state: 'resolved', noteId: reference.id } : UNRESOLVED;
  }
  if (reference.type === 'resource') {
    return resources.has(reference.id) ? { state: 'resolved', noteId: null } : UNRESOLVED;
  }
  if (reference.type !== 'title') return { state: reference.type, noteId: null };
  const parsed = titleReference(reference.title, nameKey);
  if (parsed.name === '') return UNRESOLVED;
  const candidates = active.map((note) => ({
    id: note.id,
    titleKey: nameKey(note.title.trim()),
    fileKey: note.fileName === null ? null : fileKey(note.fileName, nameKey),
    notebookPath: note.path.map(nameKey),
  }));
  const found = resolveTitle(parsed, candidates, source.path.map(nameKey));
  return found.status === 'resolved'
    ? { state: 'resolved', noteId: found.target.id }
    : { state: found.status, noteId: null };
}

/** Compares the links in a library with those derived from its notes. */
export function expectLinks(
  { links, documents }: UnitOfWork,
  notes: readonly LinkedNote[],
  resources: ReadonlySet<string> = new Set(),
): void {
  const pkOf = new Map(notes.map(({ id }) => [id, documents.get(id)?.pk as number]));
  const wanted = notes.flatMap((source) =>
    derive(source.body).links.map(({ reference, ...link }, n) => {
      return { source, n, link, ...resolveReference(reference, source, notes, resources) };
    }),
  );
  for (const note of notes) {
    const pk = pkOf.get(note.id) as number;
    const outgoing = links.outgoing(pk).map(({ note: target, ...link }) => ({ ...link, to: target?.id ?? null }));
    const own = wanted.filter(({ source }) => source === note);
    expect(outgoing).toEqual(own.map(({ link, state, noteId }) => ({ ...link, state, to: noteId })));
    const references = derive(note.body).links.map(({ reference }) => reference);
    const now = links.resolve(references, pk).map(({ state, note: target }) => [state, target?.id ?? null]);
    expect(now).toEqual(own.map(({ state, noteId }) => [state, noteId]));
    const others = wanted.filter(({ source, noteId }) => source.active && source !== note && noteId === note.id);
    others.sort(
      (a, b) =>
        b.source.updatedAt - a.source.updatedAt ||
        (pkOf.get(b.source.id) as number) - (pkOf.get(a.source.id) as number) ||
        a.n - b.n,
    );
    const incoming = links
      .incoming(pk, { limit: 100, perNote: 100 })
      .map(({ source, startByte }) => [source.id, startByte]);
    expect(incoming).toEqual(others.map(({ source, link }) => [source.id, link.startByte]));
  }
  const edges = wanted
    .filter(({ source, noteId }) => noteId !== null && noteId !== source.id)
    .map(({ source, noteId }) => `${pkOf.get(source.id)} ${pkOf.get(noteId as string)}`);
  const distinct = [...new Set(edges)].sort();
  const pks = [...pkOf.values()];
  expect(
    links
      .listEdges(pks)
      .map(({ source, target }) => `${source} ${target}`)
      .sort(),
  ).toEqual(distinct);
  const graph = links.graph();
  expect(pairs(graph.edges).sort()).toEqual(distinct);
  const active = [...graph.nodes].filter((_, n) => (graph.flags[n] as number) & NODE_FLAGS.active);
  expect([[...graph.nodes].sort(byNumber), active.sort(byNumber)]).toEqual([
    pks.sort(byNumber),
    notes
      .filter((note) => note.active)
      .map(({ id }) => pkOf.get(id) as number)
      .sort(byNumber),
  ]);
}

/** Compares the lists and counts of tasks with the texts of notes: for all notes, for a notebook, and for each note. */
export function expectTasks(
  { tasks, documents }: UnitOfWork,
  notes: readonly LinkedNote[],
  within: { readonly notebookPks: readonly number[]; readonly has: (note: LinkedNote) => boolean },
): void {
  const getPk = (note: LinkedNote) => documents.get(note.id)?.pk as number;
  const newest = notes
    .filter(({ active }) => active)
    .sort((a, b) => b.updatedAt - a.updatedAt || getPk(b) - getPk(a))
    .map((note) => ({ note, tasks: derive(note.body).tasks }));
  const check = (filter: TaskFilter, has: (note: LinkedNote) => boolean) => {
    const wanted = newest
      .filter(({ note }) => has(note))
      .flatMap(({ note, tasks: own }) => own.map((task) => ({ documentId: note.id, title: note.title, ...task })));
    const [open, done] = [wanted.filter((task) => !task.done), wanted.filter((task) => task.done)];
    expect(tasks.counts(filter)).toEqual({ open: open.length, done: done.length });
    for (const [state, rows] of Object.entries({ open, done, all: wanted }))
      expect(tasks.list({ ...filter, state: state as 'open', limit: 3 })).toMatchObject(rows.slice(0, 3));
    expect(tasks.list({ ...filter, state: 'all', limit: 1_000 })).toHaveLength(wanted.length);
    expect(listByPages(tasks, filter)).toMatchObject(wanted);
  };
  check({}, () => true);
  check({ notebookPks: within.notebookPks }, within.has);
  for (const note of notes) check({ documentPk: getPk(note) }, ({ id }) => id === note.id);
}

/** Lists the tasks in pages of two. */
function listByPages(tasks: TaskReader, filter: TaskFilter): TaskRow[] {
  const listed: TaskRow[] = [];
  for (;;) {
    const last = listed.at(-1);
    const after = last && { updatedAt: last.updatedAt, pk: last.documentPk, n: last.n };
    const page = tasks.list({ ...filter, state: 'all', limit: 2, after });
    if (page.length === 0) return listed;
    listed.push(...page);
  }
}

const byNumber = (a: number, b: number) => a - b;

function pairs(cells: Int32Array): string[] {
  return Array.from({ length: cells.length / 2 }, (_, n) => `${cells[2 * n]} ${cells[2 * n + 1]}`);
}
