import { expect, it } from 'vitest';
import { type ByteReader, verifyArchive } from '../src/index.js';
import { computeSha256, createReader, goldenFiles } from './support.js';

/** Collects the bytes of every blob that a verification reads, and its verdict on each. */
async function collectBlobs(reader: ByteReader) {
  const blobs: { sha256: string; bytes: Buffer; isRight: boolean }[] = [];
  const report = await verifyArchive(reader, {
    level: 3,
    onBlob: ({ sha256 }) => {
      const pieces: Uint8Array[] = [];
      return {
        update: (bytes) => pieces.push(bytes.slice()),
        end: (isRight) => blobs.push({ sha256, bytes: Buffer.concat(pieces), isRight }),
      };
    },
  });
  return { report, blobs };
}

it('verifyArchive passes the bytes of every blob to onBlob once, with true when they match its digest', async () => {
  const files = goldenFiles('every-entity');
  const { report, blobs } = await collectBlobs(createReader(files));
  expect(blobs).toHaveLength(report.manifest?.totals.blobs ?? 0);
  expect(blobs.length).toBeGreaterThan(1);
  for (const { sha256, bytes, isRight } of blobs) expect([computeSha256(bytes), isRight]).toEqual([sha256, true]);

  const first = blobs[0]?.bytes as Buffer;
  for (const bytes of files.values()) {
    const at = Buffer.from(bytes).indexOf(first);
    if (at !== -1) bytes[at] = (bytes[at] as number) ^ 1;
  }
  const damaged = await collectBlobs(createReader(files));
  expect(damaged.report.ok).toBe(false);
  expect(damaged.blobs.map(({ isRight }) => isRight)).toEqual(blobs.map((_, n) => n > 0));
});

it('verifyArchive ends the sink of a blob with false when reading it fails', async () => {
  const reader = createReader(goldenFiles('every-entity'));
  let reads = 0;
  const ends: boolean[] = [];
  const failing: ByteReader = {
    ...reader,
    read: async (...asked) => {
      if (reads > 0) throw new Error('the disk is gone');
      return reader.read(...asked);
    },
  };
  const onBlob = () => {
    reads += 1;
    return { update: () => {}, end: (isRight: boolean) => void ends.push(isRight) };
  };
  await expect(verifyArchive(failing, { level: 3, onBlob })).rejects.toThrow('the disk is gone');
  expect(ends).toEqual([false]);
});
