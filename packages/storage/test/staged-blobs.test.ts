import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { StagedBlobs } from '../src/archive/staged-blobs.js';
import { dataPaths, makeDataDirectory } from '../src/library/files.js';
import { Blobs } from '../src/resources/blobs.js';
import { temporaryDirectory } from './support.js';

const BLOBS = 100;
const MISSING = 'f'.repeat(64);

afterEach(() => {
  vi.restoreAllMocks();
});

it('sync starts no flush after a failure, and rejects after the running ones ended', async () => {
  const paths = dataPaths(temporaryDirectory());
  makeDataDirectory(paths);
  const staged = new StagedBlobs(paths);
  for (let at = 0; at < BLOBS; at += 1) {
    const bytes = Buffer.from(`${at}`);
    const draft = staged.createDraft(createHash('sha256').update(bytes).digest('hex'));
    draft.update(bytes);
    draft.end(true);
  }
  let taken = 0;
  const stored = [...new Blobs(paths).list()];
  expect(stored).toHaveLength(BLOBS);
  vi.spyOn(Blobs.prototype, 'list').mockImplementation(function* () {
    for (const blob of [{ sha256: MISSING, sizeBytes: 1, modifiedAt: 0 }, ...stored]) {
      taken += 1;
      yield blob;
    }
  });
  await expect(staged.sync()).rejects.toMatchObject({ code: 'ENOENT' });
  const takenBefore = taken;
  await wait(100);
  expect(taken).toBe(takenBefore);
  expect(taken).toBeLessThan(BLOBS);
});
