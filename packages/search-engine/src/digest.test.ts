import { expect, it } from 'vitest';
import { BucketDigests, bucketNumber, entryDigest } from './digest.js';
import { BUCKETS } from './port.js';

const ALL = { from: 0, to: BUCKETS };
const entries = Array.from({ length: 5_000 }, (_, n) => ({ id: `document_${n}`, version: `revision_${n % 7}` }));

it('[SIDECAR-DIGESTS] equal sets of records have equal digests in any order, and others differ in one bucket', () => {
  const first = new BucketDigests();
  const second = new BucketDigests();
  for (const entry of entries) first.add(entry);
  for (const entry of entries.toReversed()) second.add(entry);
  expect(second.list(ALL)).toEqual(first.list(ALL));
  const before = first.list(ALL);
  const [entry] = entries as [(typeof entries)[number]];
  first.remove(entry);
  first.add({ ...entry, version: 'another' });
  const different = first.list(ALL).filter(({ bucket, digest }) => digest !== before[bucket]?.digest);
  expect(different).toHaveLength(1);
  expect(different[0]).toMatchObject({ bucket: bucketNumber(entry.id), count: before[bucketNumber(entry.id)]?.count });
});

it('the digest of a record and its bucket are those of other implementations', () => {
  // printf 'a\0b' | sha256sum, and printf a | sha256sum
  expect(entryDigest({ id: 'a', version: 'b' }).toString(16).padStart(16, '0')).toBe('59b271ae1bbcb1d3');
  expect(bucketNumber('a')).toBe(0xca97 >>> 6);
});
