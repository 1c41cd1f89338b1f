import { EngineError } from '@notes/search-engine';
import { describe, expect, it } from 'vitest';
import { findExcludedNotebooks } from '../../src/notes/search/feed/excluded-notebooks.js';
import {
  type FedLibrary,
  listExpected,
  listIndexed,
  openFedLibrary,
  readFeed,
  waitForSync,
  waitUntil,
} from './support.js';

const HOUR_MS = 3_600_000;
const QUIET = { describeMs: HOUR_MS };

const createNote = ({ call }: FedLibrary, title: string, body = '') => call('createDocument', { title, body });

/** Expects the index to have exactly the notes of the library. */
async function expectEqual({ library, engine }: FedLibrary): Promise<void> {
  expect(await listIndexed(engine)).toEqual(listExpected(library));
}

const restart = (fed: FedLibrary) => fed.start();
const trash = async ({ call }: FedLibrary, id: string) => {
  const { current_revision_id: base_revision_id } = await call('getDocument', { document_id: id });
  await call('trashDocument', { document_id: id, base_revision_id });
};

describe('the feed', () => {
  it('sends all notes to a new index, and each later change [SIDECAR-FEED]', async () => {
    const fed = await openFedLibrary();
    const note = await createNote(fed, 'First', 'text');
    fed.start();
    await waitForSync(fed.library);
    await expectEqual(fed);
    expect(fed.engine.read(note.id)).toEqual({
      id: note.id,
      version: note.current_revision_id,
      title: 'First',
      body: 'text',
    });
    const other = await createNote(fed, 'Second');
    await waitForSync(fed.library);
    await expectEqual(fed);
    await trash(fed, other.id);
    await waitUntil(() => expect(fed.engine.read(other.id)).toBeUndefined());
    await fed.call('restoreDocument', { document_id: other.id });
    await waitUntil(() => expect(fed.engine.read(other.id)).toBeDefined());
    await trash(fed, other.id);
    await fed.call('purgeDocument', { document_id: other.id, confirmation: `purge-document:${other.id}` });
    await waitForSync(fed.library);
    await expectEqual(fed);
    const { state } = readFeed(fed.library);
    expect(state).toMatchObject({ missing: 0, stale: 0, orphaned: 0, repaired: 0, lastError: null });
    expect(state?.lastSyncAt).not.toBeNull();
    expect(fed.errors).toEqual([]);
  });

  it('advances the sequence number of the index in order, from where it was [SIDECAR-FEED]', async () => {
    const fed = await openFedLibrary();
    fed.start();
    await waitForSync(fed.library);
    await createNote(fed, 'One');
    await waitForSync(fed.library);
    const { state, last } = readFeed(fed.library);
    expect(state?.fedSeq).toBe(last);
    expect((await fed.engine.describe()).sequence).toBe(last);
    for (const [index, { from, to }] of fed.engine.batches.entries())
      expect([from <= to, from]).toEqual([true, Math.max(0, ...fed.engine.batches.slice(0, index).map((b) => b.to))]);
  });

  it('confirms that a new index has all notes when it ended after it sent the last one [SIDECAR-FEED]', async () => {
    const fed = await openFedLibrary();
    await createNote(fed, 'One');
    const feed = fed.start();
    await waitForSync(fed.library);
    await feed.stop();
    const { engine, library } = fed;
    const [record] = await listIndexed(engine);
    await engine.drop();
    const upserts = [{ id: record?.[0] ?? '', version: record?.[1] ?? '', title: 'One', body: '' }];
    await engine.apply({ from: 0, to: 0, upserts, deletes: [] });
    restart(fed);
    await waitUntil(async () => expect((await engine.describe()).sequence).toBe(readFeed(library).last));
    await waitUntil(() => expect(fed.sidecar.contact?.description?.sequence).toBe(readFeed(library).last));
    expect(readFeed(library).state).toMatchObject({ fedSeq: readFeed(library).last, lastError: null });
  });

  it('never writes while the library has no feed, and adds nothing to the journal [SIDECAR-LOCAL]', async () => {
    const fed = await openFedLibrary();
    expect(readFeed(fed.library).state).toBeUndefined();
    const { last } = readFeed(fed.library);
    fed.start();
    await waitForSync(fed.library);
    expect(readFeed(fed.library).last).toBe(last);
  });

  it('never sends notes in Trash or in excluded notebooks, which may move [SIDECAR-FEED]', async () => {
    const fed = await openFedLibrary(undefined, ['search.sidecar.excluded_notebooks=Work/Private']);
    const { library, engine, call } = fed;
    const work = await call('createNotebook', { name: 'Work' });
    const hidden = await call('createNotebook', { name: 'private', parent_notebook_id: work.notebook_id });
    const inside = await call('createNotebook', { name: 'Diary', parent_notebook_id: hidden.notebook_id });
    const open = await call('createNotebook', { name: 'Open', parent_notebook_id: work.notebook_id });
    const add = (notebook_id: string) => call('createDocument', { title: 'Note', body: 'secret', notebook_id });
    const [first, second, third] = [
      await add(hidden.notebook_id),
      await add(inside.notebook_id),
      await add(open.notebook_id),
    ];
    const trashed = await add(open.notebook_id);
    await trash(fed, trashed.id);
    fed.start();
    await waitForSync(library);
    expect([first, second, trashed].map(({ id }) => engine.read(id))).toEqual([undefined, undefined, undefined]);
    expect(engine.read(third.id)).toBeDefined();

    await call('moveDocument', { document_id: third.id, notebook_id: inside.notebook_id });
    await waitUntil(() => expect(engine.read(third.id)).toBeUndefined());
    await call('updateNotebook', { notebook_id: inside.notebook_id, parent_notebook_id: work.notebook_id });
    await waitUntil(() => expect(engine.read(second.id)).toBeDefined());
    await call('updateNotebook', { notebook_id: inside.notebook_id, parent_notebook_id: hidden.notebook_id });
    await waitUntil(() => expect([engine.read(second.id), engine.read(third.id)]).toEqual([undefined, undefined]));
    await waitForSync(library);
    const excluded = library.store.read(({ notebooks }) => findExcludedNotebooks(notebooks.all(), ['Work/Private']));
    expect(await listIndexed(engine)).toEqual(listExpected(library, (pk) => excluded.has(pk)));
    const sent = engine.batches.flatMap(({ upserts }) => upserts.map(({ id }) => id));
    expect(sent).not.toContain(first.id);
    expect(sent).not.toContain(trashed.id);
  });

  it('sends a large note alone, and others in batches of bounded size', async () => {
    const fed = await openFedLibrary();
    const large = await createNote(fed, 'Large', '\n'.repeat(3 * 1024 * 1024));
    for (let n = 0; n < 5; n++) await createNote(fed, `Half ${n}`, '\n'.repeat(1024 * 1024));
    fed.start();
    await waitForSync(fed.library);
    const sizes = fed.engine.batches.map(({ upserts }) => upserts.reduce((sum, { body }) => sum + body.length, 0));
    expect(Math.max(...sizes)).toBeLessThan(4 * 1024 * 1024);
    const [alone] = fed.engine.batches.filter(({ upserts }) => upserts.some(({ id }) => id === large.id));
    expect(alone?.upserts).toHaveLength(1);
    await expectEqual(fed);
  });

  it('notices the changes of another process', async () => {
    const fed = await openFedLibrary();
    fed.start(QUIET);
    await waitForSync(fed.library);
    const other = await openFedLibrary(fed.library.store.paths.dataDir);
    const note = await createNote(other, 'Elsewhere');
    await waitUntil(() => {
      fed.library.store.poll();
      expect(fed.engine.read(note.id)).toBeDefined();
    });
  });
});

describe('a library that becomes another replica', () => {
  it('removes the index of the former one, and feeds an index of its own [SIDECAR-FEED]', async () => {
    const fed = await openFedLibrary();
    const feed = fed.start();
    await waitForSync(fed.library);
    await feed.stop();
    const former = fed.library.replicaId;
    fed.engine.replace();
    await fed.library.store.write(({ meta }) => meta.set('replica_id', 'rep_other'));
    const dropped: string[] = [];
    Object.assign(fed.sidecar, { dropIndex: async (id: string) => void dropped.push(id) });
    restart(fed);
    await waitForSync(fed.library, Date.now() - 1);
    await expectEqual(fed);
    expect(dropped).toEqual([former]);
    expect(readFeed(fed.library).state?.replicaId).toBe('rep_other');
  });
});

describe('an engine that does not answer', () => {
  it('gets everything when it is back, without counting attempts of notes', async () => {
    const fed = await openFedLibrary();
    fed.start();
    await waitForSync(fed.library);
    for (const code of ['unreachable', 'refused', 'incompatible', 'full', 'malformed', 'failed'] as const) {
      fed.engine.failWith(code);
      const note = await createNote(fed, code);
      await waitUntil(() => {
        expect(readFeed(fed.library).state?.lastError).toContain(code);
        expect(fed.sidecar.contact?.error).toBeInstanceOf(EngineError);
        expect(readFeed(fed.library).counts).toEqual({ pending: 1, retrying: 0, failed: 0 });
      });
      fed.engine.failWith(null);
      await waitForSync(fed.library);
      expect(fed.engine.read(note.id)).toBeDefined();
      expect(readFeed(fed.library).state?.lastError).toBeNull();
    }
    expect(fed.errors).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'and dies %s it stores a batch has every note once it is back',
    async (moment) => {
      const fed = await openFedLibrary();
      fed.start();
      await waitForSync(fed.library);
      fed.engine.dieInApply(moment);
      await createNote(fed, 'One');
      await waitUntil(() => expect(fed.sidecar.contact?.error?.code).toBe('unreachable'));
      await createNote(fed, 'Two');
      fed.engine.restart();
      await waitForSync(fed.library);
      await expectEqual(fed);
    },
  );

  it('in time does not keep the service from stopping', async () => {
    const fed = await openFedLibrary();
    const release = fed.engine.hold();
    const feed = fed.start();
    await waitUntil(() => expect(fed.engine.calls).toContain('describe'));
    await feed.stop();
    release();
    expect(fed.sidecar).toMatchObject({ isFed: false });
  });

  it('in time is tried again after the time limit', async () => {
    const fed = await openFedLibrary();
    const release = fed.engine.hold();
    fed.start({ describeLimitMs: 20 });
    await waitUntil(() => expect(fed.engine.calls.length).toBeGreaterThan(2));
    release();
    await waitForSync(fed.library);
    await expectEqual(fed);
  });
});

describe('a note that the engine refuses [SIDECAR-REJECTED]', () => {
  it('is given up after five attempts, and sent again after its next change', async () => {
    const fed = await openFedLibrary();
    fed.start();
    await waitForSync(fed.library);
    const note = await createNote(fed, 'Bad');
    fed.engine.reject([note.id], 'Too strange');
    const good = await createNote(fed, 'Good');
    const { current_revision_id: base_revision_id } = note;
    await fed.call('replaceDocument', { document_id: note.id, title: 'Worse', body: '', base_revision_id });
    await waitUntil(() => expect(readFeed(fed.library).counts.failed).toBe(1));
    expect(fed.engine.read(good.id)).toBeDefined();
    expect(fed.library.store.read(({ searchFeed }) => searchFeed.failure())).toBe('Too strange');
    const attempts = fed.engine.batches.filter(({ upserts }) => upserts.some(({ title }) => title === 'Worse'));
    expect(attempts).toHaveLength(5);
    fed.engine.rejectNone();
    const { current_revision_id } = await fed.call('getDocument', { document_id: note.id });
    const change = { document_id: note.id, title: 'Better', body: '', base_revision_id: current_revision_id };
    await fed.call('replaceDocument', change);
    await waitForSync(fed.library);
    expect(readFeed(fed.library).counts.failed).toBe(0);
    await expectEqual(fed);
  });

  it('is sent again at the next reconciliation', async () => {
    const fed = await openFedLibrary();
    const note = await createNote(fed, 'Bad');
    fed.engine.reject([note.id]);
    const feed = fed.start();
    await waitUntil(() => expect(readFeed(fed.library).counts.failed).toBe(1));
    await feed.stop();
    fed.engine.rejectNone();
    restart(fed);
    await waitForSync(fed.library, Date.now() - 1);
    expect(readFeed(fed.library).counts.failed).toBe(0);
    await expectEqual(fed);
  });

  it('and that makes the engine fail does not hold up the others', async () => {
    const fed = await openFedLibrary();
    for (let n = 0; n < 20; n++) await createNote(fed, `Note ${n}`);
    const poison = await createNote(fed, 'Poison');
    const apply = fed.engine.apply.bind(fed.engine);
    fed.engine.apply = async (batch, signal) => {
      if (batch.upserts.some(({ id }) => id === poison.id)) throw new EngineError('failed', 'Broken by a note.');
      return await apply(batch, signal);
    };
    fed.start();
    await waitUntil(() => expect(readFeed(fed.library).counts).toEqual({ pending: 0, retrying: 0, failed: 1 }));
    expect((await listIndexed(fed.engine)).size).toBe(listExpected(fed.library).size - 1);
  });
});

describe('reconciliation [SIDECAR-RECONCILE]', () => {
  /** Opens a library with notes whose index is complete, and stops the feed. */
  async function openSynced(): Promise<FedLibrary & { readonly ids: readonly string[] }> {
    const fed = await openFedLibrary();
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push((await createNote(fed, `Note ${n}`)).id);
    const feed = fed.start();
    await waitForSync(fed.library);
    await feed.stop();
    return { ...fed, ids };
  }

  it('repairs and counts missing, stale and orphaned records at the start', async () => {
    const fed = await openSynced();
    const [a, b, c, d, e] = fed.ids as [string, string, string, string, string];
    fed.engine.forget(a, b);
    fed.engine.makeStale(c, d, e);
    fed.engine.addOrphans({ id: 'doc_gone', version: 'rev_gone', title: '', body: '' });
    restart(fed);
    await waitForSync(fed.library, Date.now() - 1);
    await expectEqual(fed);
    expect(readFeed(fed.library).state).toMatchObject({ missing: 0, stale: 0, orphaned: 0, repaired: 6 });
  });

  it.each([
    ['was lost', (fed: FedLibrary) => fed.engine.lose()],
    ['was replaced', (fed: FedLibrary) => fed.engine.replace()],
    ['lost changes', (fed: FedLibrary) => fed.engine.rewind(1)],
  ])('follows while the feed runs when the index %s', async (_, fault) => {
    const fed = await openSynced();
    restart(fed);
    await waitForSync(fed.library, Date.now() - 1);
    fed.engine.forget(...fed.ids.slice(0, 3));
    fault(fed);
    const since = Date.now() - 1;
    await createNote(fed, 'Later');
    await waitForSync(fed.library, since);
    await waitUntil(async () => await expectEqual(fed));
  });

  it('follows a long outage, and the interval', async () => {
    const fed = await openSynced();
    fed.start({ longOutageMs: 5 });
    await waitForSync(fed.library, Date.now() - 1);
    fed.engine.forget(...fed.ids.slice(0, 3));
    fed.engine.failWith('unreachable');
    await waitUntil(() => expect(fed.sidecar.contact?.error).toBeDefined());
    await new Promise((resolve) => setTimeout(resolve, 20));
    fed.engine.failWith(null);
    await waitUntil(async () => await expectEqual(fed));
  });

  it('is repeated after its interval', async () => {
    const fed = await openSynced();
    fed.start({ reconcileMs: 30 });
    await waitForSync(fed.library, Date.now() - 1);
    fed.engine.forget(...fed.ids.slice(0, 3));
    await waitUntil(async () => await expectEqual(fed));
  });

  it('follows a request, and a rebuild makes another index', async () => {
    const fed = await openSynced();
    restart(fed);
    await waitForSync(fed.library, Date.now() - 1);
    fed.engine.forget(...fed.ids.slice(0, 3));
    await fed.library.store.write(({ searchFeed }) => searchFeed.request('reconcile'));
    await waitUntil(async () => await expectEqual(fed));
    const { indexId } = await fed.engine.describe();
    await fed.library.store.write(({ searchFeed }) => searchFeed.request('rebuild'));
    await waitUntil(async () => {
      expect((await fed.engine.describe()).indexId).not.toBe(indexId);
      await expectEqual(fed);
    });
    expect(readFeed(fed.library).state?.request).toBeNull();
  });

  it('counts what it cannot repair, and ends', async () => {
    const fed = await openSynced();
    const entries = fed.engine.entries.bind(fed.engine);
    // An engine that never forgets a record, whatever it is told.
    fed.engine.entries = async (bucket, signal) => {
      const found = await entries(bucket, signal);
      return bucket === 7 ? [...found, { id: 'doc_ghost', version: 'rev_1' }] : found;
    };
    const digests = fed.engine.digests.bind(fed.engine);
    fed.engine.digests = async (range, signal) =>
      (await digests(range, signal)).map((each) => (each.bucket === 7 ? { ...each, count: each.count + 1 } : each));
    restart(fed);
    await waitUntil(() => expect(readFeed(fed.library).state).toMatchObject({ orphaned: 1, missing: 0 }));
    await waitUntil(() => expect(readFeed(fed.library).counts).toEqual({ pending: 0, retrying: 0, failed: 0 }));
    expect(fed.engine.calls.filter((call) => call === 'digests').length).toBeLessThan(10);
  });

  it('goes on while notes are written', async () => {
    const fed = await openSynced();
    fed.engine.forget(...fed.ids);
    const since = Date.now() - 1;
    restart(fed);
    for (let n = 0; n < 40; n++) await createNote(fed, `While ${n}`);
    await waitForSync(fed.library, since);
    await expectEqual(fed);
    expect(readFeed(fed.library).state).toMatchObject({ missing: 0, stale: 0, orphaned: 0 });
  });
});
