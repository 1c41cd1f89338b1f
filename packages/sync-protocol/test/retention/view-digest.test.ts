import { expect, it } from 'vitest';
import { bucketDigest, bucketOf, LEAVES, type LoggedOperation, rootDigest, view, viewDigest } from '../../src/index.js';

const write = (s: number, w: number, body: string): LoggedOperation => ({
  replica: 'rep_a',
  operation: { op: 'doc.write', s, l: s, w, doc: `doc_${s}`, rev: `rev_${s}`, parents: [], title: '', body },
});
const library = Array.from({ length: 300 }, (_, i) => write(i + 1, 0, `${i}`));

it('a digest is of what there is, not of when it was written', () => {
  const digest = viewDigest(view(library));
  expect(viewDigest(view(library.toReversed()))).toBe(digest);
  expect(viewDigest(view([...library.slice(1), write(1, 99, '0')]))).toBe(digest);
  expect(viewDigest(view([...library.slice(1), write(1, 0, '1')]))).not.toBe(digest);
  expect(viewDigest(view(library.slice(1)))).not.toBe(digest);
});

it('a digest can be kept up to date bucket by bucket', () => {
  const buckets = new Map<number, Uint8Array>();
  const leaves = [...view(library).notes.values()].map((note) => LEAVES.note(note));
  for (const { key } of leaves) {
    const bucket = bucketOf(key);
    expect(bucket).toBeLessThan(4096);
    buckets.set(bucket, bucketDigest(leaves.filter((leaf) => bucketOf(leaf.key) === bucket)));
  }
  expect(rootDigest(buckets)).toBe(viewDigest(view(library)));
});
