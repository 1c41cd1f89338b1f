import { describe, expect, it } from 'vitest';
import type { Store, UnitOfWork } from '../src/index.js';
import { addNote, addNotebook, openIn, revision, temporaryDirectory } from './support.js';

const AT = 5_000;
const last = ({ journal }: Pick<UnitOfWork, 'journal'>) => journal.last();
const queue = (store: Store, at = AT) =>
  store.write((unit) => unit.searchFeed.queueChanges({ last: last(unit), limit: 1_000, at }));
const due = (store: Store, at = AT) =>
  store.read(({ searchFeed }) => searchFeed.listDue({ at, latest: at + 600_000, limit: 100 }));
const jobs = (store: Store, at = AT) => due(store, at).map(({ documentId, attempts }) => [documentId, attempts]);
const get = (unit: UnitOfWork, id: string) =>
  unit.documents.getWithBody(id) as NonNullable<ReturnType<UnitOfWork['documents']['getWithBody']>>;

async function openWithFeed(): Promise<Store> {
  const store = openIn(temporaryDirectory());
  await store.write((unit) => {
    addNote(unit, { id: 'doc_old' });
    unit.searchFeed.begin('rep_a', last(unit));
  });
  return store;
}

describe('the feed of a library', () => {
  it('is absent at first and after it was cleared [SIDECAR-LOCAL]', async () => {
    const store = openIn(temporaryDirectory());
    expect(store.read(({ searchFeed }) => searchFeed.state())).toBeUndefined();
    await store.write(({ searchFeed }) => searchFeed.begin('rep_a', 7));
    await store.write(({ searchFeed }) => searchFeed.begin('rep_b', 9));
    expect(store.read(({ searchFeed }) => searchFeed.state())).toEqual({
      replicaId: 'rep_a',
      ...{ indexId: null, fedSeq: 0, journalSeq: 7, lastSyncAt: null, lastIndexAt: null, lastReconciliationAt: null },
      ...{ missing: 0, stale: 0, orphaned: 0, repaired: 0, lastError: null, request: null },
    });
    await store.write(({ searchFeed }) => searchFeed.clear());
    expect(store.read(({ searchFeed }) => searchFeed.state())).toBeUndefined();
  });

  it('leaves the change journal as it is [SIDECAR-LOCAL]', async () => {
    const store = await openWithFeed();
    await store.write((unit) => addNote(unit, { id: 'doc_a' }));
    const before = store.read(last);
    await queue(store);
    await store.write(({ searchFeed }) => {
      searchFeed.update({ indexId: 'x', lastError: 'Full' });
      searchFeed.reject({ documentId: 'doc_a', seq: due(store)[0]?.seq ?? 0, message: 'No', dueAt: null });
      searchFeed.retryFailed(AT);
      searchFeed.clear();
    });
    expect(store.read(last)).toBe(before);
  });

  it('queues one job for each changed note, with its last change [SIDECAR-FEED]', async () => {
    const store = await openWithFeed();
    await store.write((unit) => {
      addNote(unit, { id: 'doc_a', body: 'text' });
      addNote(unit, { id: 'doc_b' });
      const tag = unit.tags.ensure('Tag', () => 'tag_1', 1);
      unit.tags.attach(get(unit, 'doc_old').pk, tag.pk);
      unit.documents.touchTags(get(unit, 'doc_old'), 2);
      unit.documents.revise(get(unit, 'doc_a'), revision('A', 'longer text'));
    });
    expect(store.read(({ searchFeed }) => searchFeed.listChangedSince(searchFeed.state()?.journalSeq ?? 0))).toEqual([
      'doc_a',
      'doc_b',
    ]);
    expect(await queue(store)).toEqual({ notebooks: false, complete: true });
    expect(await queue(store)).toEqual({ notebooks: false, complete: true });
    expect(due(store).map(({ documentId, sizeBytes }) => [documentId, sizeBytes])).toEqual([
      ['doc_b', 0],
      ['doc_a', 11],
    ]);
    expect(store.read(({ searchFeed }) => searchFeed.oldestPendingAt())).toBe(AT);
  });

  it('queues changes in slices and reports changed notebooks', async () => {
    const store = await openWithFeed();
    await store.write((unit) => {
      for (let n = 0; n < 5; n++) addNote(unit, { id: `doc_${n}` });
      addNotebook(unit, 'nb_other', 'Other');
    });
    const slices = [];
    for (let more = true; more; more = slices.at(-1)?.complete === false)
      slices.push(await store.write((unit) => unit.searchFeed.queueChanges({ last: last(unit), limit: 3, at: AT })));
    expect(slices).toEqual([
      { notebooks: false, complete: false },
      { notebooks: true, complete: true },
    ]);
    expect(jobs(store)).toHaveLength(5);
  });

  it('keeps the job of a note that changed while it was sent', async () => {
    const store = await openWithFeed();
    await store.write((unit) => addNote(unit, { id: 'doc_a' }));
    await queue(store);
    const sent = due(store);
    await store.write((unit) => unit.documents.trash(get(unit, 'doc_a'), 3));
    await queue(store);
    await store.write(({ searchFeed }) => searchFeed.complete(sent));
    expect(jobs(store)).toEqual([['doc_a', 0]]);
    await store.write(({ searchFeed }) => searchFeed.complete(due(store)));
    expect(jobs(store)).toEqual([]);
    expect(store.read(({ searchFeed }) => searchFeed.hasWork())).toBe(false);
  });

  it('counts attempts, gives up, and tries again after a change or on request [SIDECAR-REJECTED]', async () => {
    const store = await openWithFeed();
    await store.write((unit) => addNote(unit, { id: 'doc_a' }));
    await queue(store);
    const counts = () => store.read(({ searchFeed }) => searchFeed.counts());
    const reject = (dueAt: number | null) =>
      store.write(({ searchFeed }) => {
        const [job] = searchFeed.listDue({ at: 99_999, latest: 999_999, limit: 1 });
        searchFeed.reject({ documentId: 'doc_a', seq: job?.seq ?? 0, message: 'Too long', dueAt });
      });
    await reject(9_000);
    expect([jobs(store, 8_999), jobs(store, 9_000), counts()]).toEqual([
      [],
      [['doc_a', 1]],
      { pending: 0, retrying: 1, failed: 0 },
    ]);
    expect(store.read(({ searchFeed }) => searchFeed.nextRetryAt())).toBe(9_000);
    // The clock was set back by a day.
    expect(jobs(store, 9_000 - 86_400_000)).toEqual([['doc_a', 1]]);
    await reject(null);
    expect([jobs(store), counts()]).toEqual([[], { pending: 0, retrying: 0, failed: 1 }]);
    expect(store.read(({ searchFeed }) => searchFeed.failure())).toBe('Too long');
    await store.write(({ searchFeed }) => searchFeed.retryFailed(AT));
    expect([jobs(store), counts()]).toEqual([[['doc_a', 0]], { pending: 1, retrying: 0, failed: 0 }]);
    await reject(null);
    await store.write((unit) => unit.documents.trash(get(unit, 'doc_a'), 3));
    await queue(store);
    expect(counts()).toEqual({ pending: 1, retrying: 0, failed: 0 });
  });

  it('queues all active notes before later changes, outside of excluded notebooks', async () => {
    const store = await openWithFeed();
    await store.write((unit) => {
      const pk = addNotebook(unit, 'nb_private', 'Private');
      addNote(unit, { id: 'doc_private', notebookPk: pk });
      addNote(unit, { id: 'doc_a' });
      addNote(unit, { id: 'doc_gone' });
      unit.documents.trash(get(unit, 'doc_gone'), 3);
      unit.searchFeed.update({ journalSeq: last(unit) });
      addNote(unit, { id: 'doc_new' });
    });
    await queue(store);
    await store.write(({ searchFeed, notebooks }) => {
      const excluded = [notebooks.get('nb_private')?.pk as number];
      searchFeed.queueNotes({ from: 0, to: 1_000, excluded }, AT);
    });
    expect(due(store).map(({ documentId, seq }) => [documentId, seq === 0])).toEqual([
      ['doc_a', true],
      ['doc_old', true],
      ['doc_new', false],
    ]);
    expect(store.read(({ searchFeed }) => searchFeed.firstPendingSeq(['doc_a', 'doc_old']))).toBe(due(store)[2]?.seq);
  });
});
