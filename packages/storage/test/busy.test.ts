import { join } from 'node:path';
import { openSqlite } from '@notes/native/sqlite';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addNote, openIn, start, temporaryDirectory } from './support.js';

/** Opens a library whose write lock another process holds for `ms` milliseconds from now. */
async function heldFor(ms: number) {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  const holder = start('hold.mjs', [join(dataDir, 'notes.db'), ms]);
  expect(await holder.line()).toBe('held');
  return { store, holder };
}

describe('the write lock of another process', TIMING_OPTIONS, () => {
  it('delays writes without blocking the thread', async () => {
    const { store, holder } = await heldFor(1_000);
    let turns = 0;
    const turning = setInterval(() => ++turns, 5);
    const started = performance.now();
    await Promise.all([1, 2, 3].map((n) => store.write((unit) => addNote(unit, { id: `doc_${n}` }))));
    const waited = performance.now() - started;
    clearInterval(turning);
    expect(await holder.end()).toBe(0);
    expect(waited).toBeGreaterThan(700);
    // A blocked thread would have no turns.
    expect(turns).toBeGreaterThan(10);
    expect(store.read(({ documents }) => documents.counts().active)).toBe(3);
  });

  it('fails a write with busy after five seconds, and later writes succeed', async () => {
    const { store, holder } = await heldFor(7_000);
    const started = performance.now();
    const first = store.write((unit) => addNote(unit, { id: 'doc_late' }));
    await expect(first).rejects.toMatchObject({ name: 'StorageError', reason: 'busy' });
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(4_900);
    expect(waited).toBeLessThan(6_500);
    expect(store.read(({ documents }) => documents.counts().active)).toBe(0);
    await store.write((unit) => addNote(unit, { id: 'doc_later' }));
    expect(await holder.end()).toBe(0);
    expect(store.read(({ documents }) => documents.get('doc_late'))).toBeUndefined();
    expect(store.failure).toBeUndefined();
  });

  it('fails no write that waited long behind others of its own process', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const other = openSqlite(join(dataDir, 'notes.db'));
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    onTestFinished(() => {
      clock.mockRestore();
      other.close();
    });
    const first = store.write((unit) => {
      // The time of a shared commit is over, so the second write gets its own.
      aheadMs += 100;
      unit.afterCommit(() => {
        other.exec('BEGIN IMMEDIATE');
        aheadMs += 6_000;
        setTimeout(() => other.exec('COMMIT'), 200);
      });
    });
    const second = store.write((unit) => addNote(unit, { id: 'doc_second' }));
    await first;
    await second;
    expect(store.read(({ documents }) => documents.counts().active)).toBe(1);
  });

  it('does not delay reads', async () => {
    const { store, holder } = await heldFor(300);
    const write = store.write((unit) => addNote(unit, { id: 'doc_a' }));
    const started = performance.now();
    for (let n = 0; n < 50; n++) store.read(({ documents }) => documents.counts());
    expect(performance.now() - started).toBeLessThan(200);
    await write;
    await holder.end();
  });
});
