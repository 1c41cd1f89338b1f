import { type EngineDescription, EngineError } from '@notes/search-engine';
import { describe, expect, it, onTestFinished } from 'vitest';
import { invoke } from '../../src/index.js';
import { type StoredFeed, toSidecarStatus } from '../../src/notes/search/feed/sidecar-status.js';
import type { SidecarContact } from '../../src/platform/context.js';
import { type FedLibrary, openFedLibrary, readFeed, waitForSync, waitUntil } from './support.js';

const NOW = 1_000_000;

const description: EngineDescription = {
  ...{ name: 'engine', version: '1', indexId: 'index', sequence: 9, records: 3, model: null, problem: null },
  channels: { typo: 'ready', meaning: 'off' },
};
const stored: StoredFeed = {
  state: {
    replicaId: 'rep_a',
    ...{ indexId: 'index', fedSeq: 9, journalSeq: 9, lastSyncAt: 1, lastIndexAt: 2, lastReconciliationAt: 3 },
    ...{ missing: 0, stale: 0, orphaned: 0, repaired: 4, lastError: null, request: null },
  },
  counts: { pending: 2, retrying: 0, failed: 0 },
  unqueued: 1,
  oldestPendingAt: NOW - 1_000,
  failure: null,
};
const answered: SidecarContact = { at: NOW, description };
const silent: SidecarContact = { at: NOW, error: new EngineError('unreachable', 'No answer.') };

const withState = (change: Partial<NonNullable<StoredFeed['state']>>): StoredFeed => ({
  ...stored,
  state: { ...(stored.state as NonNullable<StoredFeed['state']>), ...change },
});
const withCounts = (change: Partial<StoredFeed['counts']>): StoredFeed => ({
  ...stored,
  counts: { ...stored.counts, ...change },
});
const withChannels = (change: Partial<EngineDescription>): SidecarContact => ({
  at: NOW,
  description: { ...description, ...change },
});

describe('the state of the search sidecar [SIDECAR-STATES]', () => {
  it.each<[string, StoredFeed, SidecarContact | undefined, string, string | null]>([
    ['an answer and a current index', stored, answered, 'active', null],
    ['no answer', stored, silent, 'unavailable', 'No answer.'],
    ['no answer yet', stored, undefined, 'unavailable', 'The search sidecar has not answered yet.'],
    [
      'no feed yet',
      { ...stored, state: undefined },
      answered,
      'degraded',
      'The index has not been made yet. The service makes it while it runs.',
    ],
    [
      'no reconciliation yet',
      withState({ lastReconciliationAt: null }),
      answered,
      'degraded',
      'The index is being filled and compared with the library.',
    ],
    ['another index', withState({ indexId: 'other' }), answered, 'degraded', 'The index is new and is being filled.'],
    ['no index', stored, withChannels({ indexId: null }), 'degraded', 'The index is new and is being filled.'],
    ['an error of the last batch', withState({ lastError: 'Full.' }), answered, 'degraded', 'Full.'],
    ['missing notes', withState({ missing: 1 }), answered, 'degraded', null],
    ['stale notes', withState({ stale: 1 }), answered, 'degraded', null],
    ['orphaned notes', withState({ orphaned: 1 }), answered, 'degraded', null],
    ['refused notes', withCounts({ retrying: 1 }), answered, 'degraded', null],
    ['failed notes', { ...withCounts({ failed: 1 }), failure: 'Too long' }, answered, 'degraded', 'Too long'],
    ['old changes', { ...stored, oldestPendingAt: NOW - 31_000 }, answered, 'degraded', null],
    ['many changes without a job', { ...stored, unqueued: 5_000 }, answered, 'degraded', null],
    [
      'a channel that is built',
      stored,
      withChannels({ channels: { typo: 'ready', meaning: 'building' }, problem: 'New model.' }),
      'degraded',
      'New model.',
    ],
    ['a failed channel', stored, withChannels({ channels: { typo: 'failed', meaning: 'off' } }), 'degraded', null],
  ])('with %s is as follows', (_, facts, contact, state, last_error) => {
    expect(toSidecarStatus(facts, contact, NOW)).toMatchObject({ state, last_error });
  });

  it('has the counts of jobs and differences, the times, and a bounded error', () => {
    const long = withState({ lastError: 'x'.repeat(2_000) });
    expect(toSidecarStatus(long, answered, NOW)).toMatchObject({
      ...{ pending_jobs: 3, retrying_jobs: 0, failed_jobs: 0, repaired: 4 },
      ...{ last_sync_at: '1970-01-01T00:00:00.001Z', last_index_at: '1970-01-01T00:00:00.002Z' },
      last_reconciliation_at: '1970-01-01T00:00:00.003Z',
      last_error: 'x'.repeat(500),
    });
  });
});

describe('getStatus [SIDECAR-STATES]', () => {
  const status = async ({ library, sidecar }: FedLibrary) => {
    const context = { library: Object.create(library, { sidecar: { value: sidecar } }), now: Date.now };
    return (await invoke('getStatus', { ...context, origin: 'cli' }, {})).search_sidecar;
  };

  it('follows a sidecar that is built, dies and returns', async () => {
    const fed = await openFedLibrary();
    fed.start();
    await waitForSync(fed.library);
    await waitUntil(async () => expect(await status(fed)).toMatchObject({ state: 'active', pending_jobs: 0 }));
    const { length } = fed.engine.calls;
    fed.engine.failWith('unreachable');
    await waitUntil(async () => expect((await status(fed)).state).toBe('unavailable'));
    expect(await status(fed)).toMatchObject({ last_error: expect.stringContaining('unreachable') });
    fed.engine.failWith(null);
    await waitUntil(async () => expect((await status(fed)).state).toBe('active'));
    expect(fed.engine.calls.length).toBeGreaterThan(length);
  });

  it('is degraded after the loss of the index, until the new one is compared with the library', async () => {
    const fed = await openFedLibrary();
    fed.start();
    await waitForSync(fed.library);
    await waitUntil(async () => expect((await status(fed)).state).toBe('active'));
    const digests = fed.engine.digests.bind(fed.engine);
    let compare = () => {};
    const held = new Promise<void>((resolve) => {
      compare = resolve;
    });
    onTestFinished(() => compare());
    fed.engine.digests = async (range, signal) => {
      await held;
      return digests(range, signal);
    };
    const { indexId } = await fed.engine.describe();
    fed.engine.lose();
    await waitUntil(async () => {
      expect(readFeed(fed.library).state?.indexId).toEqual(expect.not.stringMatching(indexId ?? ''));
      expect(await status(fed)).toMatchObject({ pending_jobs: 0, last_error: expect.stringContaining('compared') });
    });
    expect((await status(fed)).state).toBe('degraded');
    compare();
    await waitUntil(async () => expect((await status(fed)).state).toBe('active'));
  });

  it('asks nobody in the process of the feed, and the sidecar once in any other', async () => {
    const fed = await openFedLibrary();
    const feed = fed.start({ describeMs: 3_600_000 });
    await waitForSync(fed.library);
    const { length } = fed.engine.calls;
    expect((await status(fed)).state).toBe('active');
    expect(fed.engine.calls).toHaveLength(length);
    await feed.stop();
    expect((await status(fed)).state).toBe('active');
    expect(fed.engine.calls).toHaveLength(length + 1);
    const release = fed.engine.hold();
    expect((await status(fed)).state).toBe('unavailable');
    release();
  });
});

describe('the lint report', () => {
  it('counts notes that the sidecar does not have yet, and those that it refused [LINT-BACKLOG]', async () => {
    const fed = await openFedLibrary();
    const { call, engine, library } = fed;
    const backlog = async () => {
      const { checks } = await call('getLintReport', { checks: ['projection_backlog'] });
      return checks[0]?.examples.map(({ document_id, reason }) => [document_id, reason]);
    };
    const feed = fed.start();
    await waitForSync(library);
    expect(await backlog()).toEqual([]);
    const bad = await call('createDocument', { title: 'Bad', body: '' });
    engine.reject([bad.id]);
    await waitUntil(() => expect(readFeed(library).counts.failed).toBe(1));
    await feed.stop();
    const late = await call('createDocument', { title: 'Late', body: '' });
    expect(await backlog()).toEqual(
      [
        [bad.id, 'refused_by_index'],
        [late.id, 'waiting_for_index'],
      ].sort(),
    );
  });
});

describe('a request for a reindex', () => {
  it('is refused without a sidecar, and stored for the service with one [SIDECAR-RECONCILE]', async () => {
    const none = await openFedLibrary();
    await expect(none.call('requestReindex', {})).rejects.toMatchObject({ code: 'conflict' });
    const fed = await openFedLibrary(undefined, ['search.sidecar.kind=lance']);
    await expect(fed.call('requestReindex', {})).rejects.toMatchObject({ code: 'conflict' });
    const feed = fed.start();
    await waitForSync(fed.library);
    await feed.stop();
    expect(await fed.call('requestReindex', { rebuild: true })).toEqual({ requested: 'rebuild' });
    expect(readFeed(fed.library).state?.request).toBe('rebuild');
    expect(await fed.call('requestReindex', {})).toEqual({ requested: 'reconcile' });
    expect(readFeed(fed.library).state?.request).toBe('rebuild');
  });
});
