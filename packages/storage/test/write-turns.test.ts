import { expect, it } from 'vitest';
import { WriteTurns } from '../src/sync/write-turns.js';
import { openIn, temporaryDirectory } from './support.js';

const more = () => ({ result: 'more' });

it('WriteTurns counts a library as shared once another connection wrote between slices', async () => {
  const dataDir = temporaryDirectory();
  const [store, other] = [openIn(dataDir), openIn(dataDir)];
  const turns = new WriteTurns(store);
  await turns.run(more);
  expect(turns.isShared).toBe(false);
  await other.write(({ meta }) => meta.set('sync_met', 'x'));
  await turns.run(more);
  expect(turns.isShared).toBe(true);
});

it('WriteTurns counts a library as shared once another write of the same connection waited for a slice', async () => {
  const store = openIn(temporaryDirectory());
  const turns = new WriteTurns(store);
  await turns.run(more);
  expect(turns.isShared).toBe(false);
  const slice = turns.run(more);
  await store.write(({ meta }) => meta.set('sync_met', 'x'));
  await slice;
  expect(turns.isShared).toBe(true);
});

it('WriteTurns lets a waiting connection write between slices that leave no gap', async () => {
  const dataDir = temporaryDirectory();
  const [store, other] = [openIn(dataDir), openIn(dataDir)];
  const turns = new WriteTurns(store);
  let isWritten = false;
  const write = other
    .write(({ meta }) => meta.set('sync_met', 'x'))
    .then(() => {
      isWritten = true;
    });
  for (let slices = 0; slices < 50 && !isWritten; slices += 1)
    await turns.run(() => {
      for (const until = performance.now() + 30; performance.now() < until; );
      return more();
    });
  expect(isWritten).toBe(true);
  await write;
});
