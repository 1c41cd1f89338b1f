import type { Output } from '@notes/contract';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, SEED, useService } from './support.js';

const api = useService();
type Report = Output<'runBatch'>;

const items = (...notes: readonly Pick<Note, 'id'>[]) => notes.map(({ id }) => ({ document_id: id }));
const withRevisions = (...notes: readonly Note[]) =>
  notes.map(({ id, current_revision_id }) => ({ document_id: id, base_revision_id: current_revision_id }));
const run = (fields: Record<string, unknown>) => api.find<'runBatch'>('/batch', fields);
const statuses = (report: Report) => report.items.map(({ status }) => status);
const missing = { document_id: 'doc_00000000000000000000000000' };
const isTrashed = async ({ id }: Note) => (await api.read(id)).deleted_at !== undefined;

let serial = 0;
const key = () => `key ${++serial}`;

describe('a batch', () => {
  it('applies the operation to each note and returns the outcomes in order [BATCH-OPERATIONS] [BATCH-OUTCOMES]', async () => {
    const [first, second] = [await api.note({ tags: ['old', 'kept'] }), await api.note({ tags: ['old'] })];
    const { notebook_id } = await api.notebook('Batch');
    const applied = [first, second].map(({ id }) => ({ document_id: id, status: 'applied' }));
    const counts = { applied: 2, skipped: 0, failed: 0, rolled_back: 0 };
    const done = { mode: 'best_effort', replayed: false, items: applied, counts };
    const both = items(first, second);
    expect(await run({ operation: 'move', notebook_id, items: both })).toEqual({ ...done, operation: 'move' });
    expect((await run({ operation: 'add_tags', tags: ['new', 'a/b'], items: both })).counts).toEqual(counts);
    expect((await run({ operation: 'remove_tags', tags: ['OLD', 'none'], items: both })).counts).toEqual(counts);
    expect(await api.read(first.id)).toMatchObject({ notebook_id, tags: ['a/b', 'kept', 'new'] });
    expect(await api.read(second.id)).toMatchObject({ notebook_id, tags: ['a/b', 'new'] });
    expect((await run({ operation: 'trash', items: withRevisions(first, second) })).counts).toEqual(counts);
    expect([await isTrashed(first), await isTrashed(second)]).toEqual([true, true]);
    expect((await run({ operation: 'restore', items: both })).counts).toEqual(counts);
    expect([await isTrashed(first), await isTrashed(second)]).toEqual([false, false]);
  });

  it('skips items that need no change, and writes nothing [BATCH-SKIPPED]', async () => {
    const note = await api.note({ tags: ['here'] });
    const trashed = await api.createTrashed();
    const expectSkipped = async (fields: Record<string, unknown>, reason: string) => {
      const report = await run(fields);
      expect(report.items).toEqual([{ document_id: expect.any(String), status: 'skipped', reason }]);
      expect(report.counts.skipped).toBe(1);
    };
    await api.expectUnchanged(async () => {
      await expectSkipped({ operation: 'move', notebook_id: 'nb_notes', items: items(note) }, 'already_there');
      await expectSkipped({ operation: 'add_tags', tags: ['HERE'], items: items(note) }, 'already_tagged');
      await expectSkipped({ operation: 'remove_tags', tags: ['gone'], items: items(note) }, 'not_tagged');
      await expectSkipped({ operation: 'trash', items: withRevisions(trashed) }, 'already_in_trash');
      await expectSkipped({ operation: 'restore', items: items(note) }, 'not_in_trash');
    });
  });

  it('processes each item separately by default [BATCH-EACH]', async () => {
    const [first, last] = [await api.note(), await api.note()];
    const trashed = await api.createTrashed();
    const report = await run({
      operation: 'add_tags',
      tags: ['t'],
      items: [...items(first), missing, ...items(trashed, { id: 'doc_help_welcome' }, last)],
    });
    expect(report.mode).toBe('best_effort');
    expect(statuses(report)).toEqual(['applied', 'failed', 'failed', 'failed', 'applied']);
    expect(report.items[1]?.error).toEqual({ code: 'not_found', message: expect.stringMatching(/./) });
    expect(report.items[2]?.error?.code).toBe('forbidden');
    expect(report.counts).toEqual({ applied: 2, skipped: 0, failed: 3, rolled_back: 0 });
    const nowhere = await run({ operation: 'move', notebook_id: 'nb_nowhere', items: items(first) });
    expect(nowhere.items[0]?.error?.code).toBe('not_found');
    const help = await run({ operation: 'move', notebook_id: 'nb_help', items: items(first) });
    expect(help.items[0]?.error?.code).toBe('forbidden');
  });

  it('requires the revision of each note it moves to Trash [BATCH-REVISION]', async () => {
    const [good, stale, without] = [await api.note(), await api.note(), await api.note()];
    await api.rewrite(stale, { body: 'changed' });
    const report = await run({ operation: 'trash', items: [...withRevisions(good, stale), ...items(without)] });
    expect(statuses(report)).toEqual(['applied', 'failed', 'failed']);
    expect(report.items[1]?.error?.code).toBe('revision_conflict');
    expect(report.items[2]?.error?.code).toBe('precondition_required');
    expect([await isTrashed(good), await isTrashed(stale), await isTrashed(without)]).toEqual([true, false, false]);
    const tagging = await run({ operation: 'add_tags', tags: ['t'], items: withRevisions(stale) });
    expect(tagging.items[0]?.error?.code).toBe('revision_conflict');
    const inTrash = await api.createTrashed();
    const former = [{ document_id: inTrash.id, base_revision_id: 'rev_0' }];
    const restoring = await run({ operation: 'restore', items: former });
    expect(restoring.items[0]?.error?.code).toBe('revision_conflict');
    expect(await isTrashed(inTrash)).toBe(true);
  });

  it('in atomic mode changes all notes or none [BATCH-ATOMIC]', async () => {
    const notes = [await api.note(), await api.note({ tags: ['t'] }), await api.note()];
    const atomic = { operation: 'add_tags', tags: ['t'], mode: 'atomic' };
    const failing = await run({ ...atomic, items: [items(notes[0] as Note)[0], missing, items(notes[2] as Note)[0]] });
    expect(failing.items).toEqual([
      { document_id: notes[0]?.id, status: 'rolled_back' },
      { ...missing, status: 'failed', error: expect.objectContaining({ code: 'not_found' }) },
      { document_id: notes[2]?.id, status: 'skipped', reason: 'not_reached' },
    ]);
    expect((await api.read((notes[0] as Note).id)).tags).toEqual([]);
    const whole = await run({ ...atomic, items: items(...notes) });
    expect(statuses(whole)).toEqual(['applied', 'skipped', 'applied']);
  });

  it('duplicates a note without its history [BATCH-DUPLICATE]', async () => {
    const { notebook_id } = await api.notebook('Copies');
    const target = await api.note({ title: 'Kettle' });
    const body = '# Tea\r\n[[Kettle]] and `code`\n- [ ] boil\n';
    const made = await api.note({ title: 'Tea', body: 'old', notebook_id, tags: ['x', 'y/z'] });
    const note = await api.rewrite(made, { body });
    const report = await run({ operation: 'duplicate', items: items(note) });
    const copyId = report.items[0]?.new_document_id as string;
    const copy = await api.read(copyId);
    expect(copy).toMatchObject({ title: 'Tea (copy)', body, notebook_id, tags: ['x', 'y/z'] });
    expect(copy.id).not.toBe(note.id);
    expect((await api.show<'listRevisions'>(`/documents/${copyId}/revisions`)).revisions).toHaveLength(1);
    const links = await api.show<'listDocumentLinks'>(`/documents/${copyId}/links`);
    expect(links.outgoing[0]).toMatchObject({ status: 'resolved', canonical_target: target.uri });
    expect((await api.show<'listTasks'>(`/tasks?document_id=${copyId}`)).counts.open).toBe(1);
    const long = await api.note({ title: `${'é'.repeat(511)}x`, body: `${'word '.repeat(20_000)}[[Kettle]]` });
    const longCopy = (await run({ operation: 'duplicate', items: items(long), mode: 'atomic' })).items[0];
    const read = await api.read(longCopy?.new_document_id as string);
    expect(read.title).toBe(`${'é'.repeat(508)} (copy)`);
    expect(read.body).toBe(long.body);
    expect((await api.show<'listDocumentLinks'>(`/documents/${read.id}/links`)).outgoing).toHaveLength(1);
  });

  it('with invalid input is rejected as a whole [BATCH-REFUSED]', async () => {
    const note = await api.note();
    const some = items(note);
    const many = Array.from({ length: 501 }, (_, n) => ({ document_id: `doc_${n}` }));
    await api.expectUnchanged(async () => {
      for (const fields of [
        { operation: 'purge', items: some },
        { operation: 'trash', mode: 'maybe', items: withRevisions(note) },
        { operation: 'restore', items: [] },
        { operation: 'restore' },
        { operation: 'restore', items: many },
        { operation: 'restore', items: [...some, ...some] },
        { operation: 'move', items: some },
        { operation: 'add_tags', items: some },
        { operation: 'remove_tags', items: some, tags: [] },
        { operation: 'add_tags', items: some, tags: ['a//b'] },
        { operation: 'restore', items: some, request_key: '' },
        { operation: 'restore', items: [{ ...some[0], colour: 'red' }] },
      ]) {
        expectRefused(await api.post('/batch', fields), 'validation_failed');
      }
    });
    const all = await run({ operation: 'restore', items: many.slice(0, 500) });
    expect(all.counts.failed).toBe(500);
  });

  const Kind = fc.constantFrom('active', 'trashed', 'missing', 'stale');
  it('applies all or none in atomic mode and each separately in best_effort mode, for any items [BATCH-ATOMIC] [BATCH-EACH]', () =>
    fc.assert(
      fc.asyncProperty(fc.array(Kind, { minLength: 1, maxLength: 6 }), fc.boolean(), async (kinds, atomic) => {
        const made = await Promise.all(kinds.map((kind) => (kind === 'trashed' ? api.createTrashed() : api.note())));
        const asked = kinds.map((kind, n) => {
          const { id, current_revision_id } = made[n] as Note;
          if (kind === 'missing') return { document_id: `doc_none${n}`, base_revision_id: 'rev_0' };
          return { document_id: id, base_revision_id: kind === 'stale' ? 'rev_0' : current_revision_id };
        });
        const report = await run({ operation: 'trash', mode: atomic ? 'atomic' : 'best_effort', items: asked });
        const alone = { active: 'applied', trashed: 'skipped', missing: 'failed', stale: 'failed' } as const;
        const single = kinds.map((kind) => alone[kind]);
        const fails = atomic ? single.indexOf('failed') : -1;
        const expected = single.map((status, n) => {
          if (fails === -1 || n === fails) return status;
          return n > fails ? 'skipped' : status === 'applied' ? 'rolled_back' : status;
        });
        expect(statuses(report)).toEqual(expected);
        for (const [n, note] of made.entries())
          expect(await isTrashed(note)).toBe(kinds[n] === 'trashed' || expected[n] === 'applied');
      }),
      { seed: SEED, numRuns: samples(20) },
    ));
});

describe('a batch under a request_key', () => {
  it('runs once in either mode, and repeats return the same answer [BATCH-REPLAY]', async () => {
    for (const mode of ['atomic', 'best_effort']) {
      const note = await api.note({ title: `Twin ${mode}` });
      const asked = { operation: 'duplicate', mode, request_key: key(), items: [...items(note)] };
      const first = await run(asked);
      expect(first.replayed).toBe(false);
      await api.expectUnchanged(async () => expect(await run({ ...asked })).toEqual({ ...first, replayed: true }));
      expect((await api.search(`title:"Twin ${mode}"`)).results).toHaveLength(2);
      const failing = { operation: 'trash', mode, request_key: key(), items: [...withRevisions(note), missing] };
      const failed = await run(failing);
      expect(await run(failing)).toEqual({ ...failed, replayed: true });
    }
  });

  it('treats omitted defaults as equal to explicit ones [BATCH-REPLAY]', async () => {
    const asked = { operation: 'restore', request_key: key(), items: items(await api.createTrashed()) };
    await run(asked);
    expect((await run({ ...asked, mode: 'best_effort' })).replayed).toBe(true);
  });

  it('rejects the key for a different request [BATCH-KEY-REUSED]', async () => {
    const [note, other] = [await api.note(), await api.note()];
    const asked = { operation: 'add_tags', tags: ['a'], request_key: key(), items: items(note) };
    await run(asked);
    await api.expectUnchanged(async () => {
      for (const change of [
        { tags: ['b'] },
        { mode: 'atomic' },
        { items: items(other) },
        { items: withRevisions(note) },
      ])
        expect(expectRefused(await api.post('/batch', { ...asked, ...change }), 'validation_failed')).toContain(
          'request_key',
        );
    });
  });

  it('has one effect when two requests arrive at once [BATCH-RACE]', async () => {
    for (const mode of ['atomic', 'best_effort']) {
      const notes = await Promise.all(Array.from({ length: 40 }, () => api.note({ title: `Race ${mode}` })));
      const asked = { operation: 'duplicate', mode, request_key: key(), items: items(...notes) };
      const reports = await Promise.all(Array.from({ length: 4 }, () => run(asked)));
      expect(reports.filter(({ replayed }) => !replayed)).toHaveLength(1);
      for (const { items: outcomes } of reports) expect(outcomes).toEqual(reports[0]?.items);
      expect((await api.search(`title:"Race ${mode} (copy)"`, { limit: 100 })).results).toHaveLength(40);
    }
  });
});
