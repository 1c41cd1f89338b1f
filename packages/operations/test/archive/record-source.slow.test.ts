import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type LibrarySnapshot, openSnapshot } from '@notes/storage';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RecordBoard } from '../../src/exchange/archive/record-board.js';
import { PartMaker, splitIntoParts } from '../../src/exchange/archive/record-parts.js';
import { createRecordSource, RecordSource } from '../../src/exchange/archive/record-source.js';
import { RecordThread, type RecordThreadOptions } from '../../src/exchange/archive/record-thread.js';
import { gather } from '../../src/organise/selection/gather.js';
import { type OpenedLibrary, openTestLibrary } from '../support.js';
import { fill } from './support.js';

const NOTES = 40;
/** Number of revisions of one note, with more lines than either thread holds. */
const LONG_REVISIONS = 14;
const LONG_BODY = 'x'.repeat(200_000);

let opened: OpenedLibrary;

beforeEach(async () => {
  opened = await openTestLibrary();
  await fill(opened);
  const makeBody = (n: number) => `text ${n} with [[Note ${n + 1}]] and [[Note ${n + 2}]]`;
  const made = await Promise.all(
    Array.from({ length: NOTES }, (_, n) => opened.call('createDocument', { title: `Note ${n}`, body: makeBody(n) })),
  );
  let note = made[NOTES / 2] as (typeof made)[number];
  for (let n = 0; n < LONG_REVISIONS; n += 1)
    note = await opened.call('replaceDocument', {
      document_id: note.id,
      title: 'Long',
      body: `${LONG_BODY} ${n}`,
      base_revision_id: note.current_revision_id,
    });
});

describe('RecordSource', () => {
  it('[ARC-EQUAL] yields the same records with one thread and with two, for any division into parts', async () => {
    const expected = await readAll(alone());
    expect(expected.records).toBeGreaterThan(NOTES * 3);
    expect(expected.longBodies).toHaveLength(1);
    for (const notesOfPart of [1, 3, 7, 1_000]) {
      const { records, thread, hasBegun } = withThread({ notesOfPart });
      const releaseSlot = vi.spyOn(thread, 'releaseSlot');
      await until(hasBegun);
      expect(await readAll(records)).toEqual(expected);
      expect(releaseSlot).toHaveBeenCalled();
    }
  });

  it('uses a second thread only for many notes', async () => {
    const next = vi.spyOn(RecordThread.prototype, 'next');
    onTestFinished(() => next.mockRestore());
    const { plan, snapshot } = reading(1);
    for (const [notes, isByTwo] of [
      [100_000, true],
      [100, false],
    ] as const) {
      const records = createRecordSource(snapshot, plan, notes);
      onTestFinished(() => records.close());
      next.mockClear();
      expect(await readAll(records)).toEqual(await readAll(alone()));
      expect(next.mock.calls.length > 0).toBe(isByTwo);
    }
  });

  it.each(['dies', 'throws'] as const)(
    'makes the remaining records itself when the second thread %s after any message',
    async (fault) => {
      const expected = await readAll(alone());
      for (const after of [0, 1, 2, 5, 13]) {
        const { records, thread, hasBegun } = withThread({ module: faulty(fault, after) });
        await until(() => hasBegun() || thread.hasEnded);
        expect(await readAll(records)).toEqual(expected);
      }
    },
  );

  it('makes all records itself when the second thread cannot start', async () => {
    const { records, thread } = withThread({ module: new URL('children/nothing.mjs', import.meta.url) });
    await until(() => thread.hasEnded);
    expect(await readAll(records)).toEqual(await readAll(alone()));
  });

  it('makes a bounded number of lines ahead while the second thread is slow', async () => {
    for (const notesOfPart of [1, 7]) {
      const { records, hasBegun } = withThread({ notesOfPart, module: faulty('slow', 1) });
      await until(hasBegun);
      expect(await readAll(records)).toEqual(await readAll(alone()));
    }
  });

  it('yields the records of its snapshot without later writes', async () => {
    const expected = await readAll(alone());
    const begun = withThread({ notesOfPart: 1 });
    await until(begun.hasBegun);
    const early = withThread();
    await opened.call('createDocument', { title: 'Newer', body: 'x' });
    expect(await readAll(begun.records)).toEqual(expected);
    await until(() => early.thread.hasEnded);
    expect(early.hasBegun()).toBe(false);
    expect(await readAll(early.records)).toEqual(expected);
    expect(await readAll(alone())).not.toEqual(expected);
  });

  it('ends with its second thread when the consumer stops early', async () => {
    for (const wanted of [0, 1, 5]) {
      const { records, thread, hasBegun, snapshot } = withThread({ notesOfPart: 1, module: faulty('slow', 1) });
      await until(hasBegun);
      let left = wanted;
      for await (const _ of records) {
        if (left === 0) break;
        left -= 1;
      }
      await records.close();
      expect(thread.hasEnded).toBe(true);
      // SQLite refuses the operation while anything reads the snapshot.
      snapshot.close();
    }
  });
});

interface Made {
  readonly notesOfPart?: number;
  readonly module?: URL;
}

/** Returns a snapshot and a reader of its records on this thread. */
function reading(notesOfPart: number) {
  const { store, databaseId } = opened.library;
  const plan = {
    dataDir: store.paths.dataDir,
    databaseId,
    target: 'full_archive',
    selectors: null,
    policy: { include_trashed: true, all_revisions: true },
    hidesTrash: false,
    now: 0,
    detailLimit: 0,
  } as const;
  const snapshot: LibrarySnapshot = openSnapshot(plan.dataDir);
  onTestFinished(() => snapshot.close());
  gather(snapshot.reader, plan);
  const parts = splitIntoParts(snapshot.reader, plan.target, notesOfPart);
  return { plan, snapshot, parts, maker: new PartMaker(snapshot.reader, plan.target), board: new RecordBoard() };
}

const alone = () => new RecordSource({ ...reading(1_000), thread: null });

function withThread({ notesOfPart = 3, module }: Made = {}) {
  const { plan, snapshot, parts, maker, board } = reading(notesOfPart);
  const options: RecordThreadOptions = {
    plan,
    parts,
    board,
    isUnchanged: snapshot.isCurrent,
    ...(module && { module }),
  };
  const thread = new RecordThread(options);
  const records = new RecordSource({ maker, parts, board, thread });
  onTestFinished(() => records.close());
  return { records, thread, snapshot, hasBegun: () => board.isClaimed(0) };
}

/** Returns the URL of the record thread with a fault after a number of messages. A file that is run has no query. */
function faulty(fault: 'dies' | 'throws' | 'slow', after: number): URL {
  const module = new URL('children/faulty-record-worker.mjs', import.meta.url);
  const source = `globalThis.faulty = ${JSON.stringify({ fault, after })}; await import('${module.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** Returns a digest and totals of all records, independent of their batches. */
async function readAll(records: RecordSource) {
  const bytes = createHash('sha256');
  const all = { records: 0, newestMs: Number.NEGATIVE_INFINITY, longBodies: [] as unknown[], blobBodies: 0 };
  for await (const made of records) {
    bytes.update(made.lines.bytes);
    all.records += made.lines.ends.length;
    all.newestMs = Math.max(all.newestMs, made.newestMs);
    all.longBodies.push(...made.longBodies);
    if (made.lines.hasBlobBody) all.blobBodies += 1;
  }
  return { ...all, bytes: bytes.digest('hex') };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1);
}
