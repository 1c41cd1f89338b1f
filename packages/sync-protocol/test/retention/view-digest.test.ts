import { expect, it } from 'vitest';
import type { LoggedOperation } from '../../src/index.js';
import { computeView, groupOperations } from '../../src/merge/index.js';
import { computeGroupsDigest, computeViewDigest, LEAVES, LeafTree } from '../../src/run/index.js';
import { PROTOCOL, playHistory } from '../../src/testing/index.js';

const write = (s: number, w: number, body: string): LoggedOperation => ({
  replica: 'rep_a',
  operation: { op: 'doc.write', s, l: s, w, doc: `doc_${s}`, rev: `rev_${s}`, parents: [], title: '', body },
});
const library = Array.from({ length: 300 }, (_, i) => write(i + 1, 0, `${i}`));

it('the view digest depends on the content, not on times', () => {
  const digest = computeViewDigest(computeView(library));
  expect(computeViewDigest(computeView(library.toReversed()))).toBe(digest);
  expect(computeViewDigest(computeView([...library.slice(1), write(1, 99, '0')]))).toBe(digest);
  expect(computeViewDigest(computeView([...library.slice(1), write(1, 0, '1')]))).not.toBe(digest);
  expect(computeViewDigest(computeView(library.slice(1)))).not.toBe(digest);
});

it('LeafTree gives the same root for any order of leaves', () => {
  const tree = new LeafTree();
  for (const note of [...computeView(library).notes.values()].toReversed()) tree.add(LEAVES.note(note));
  expect(tree.root()).toBe(computeViewDigest(computeView(library)));
});

it('LeafTree.set replaces the leaf of a key or adds one', () => {
  const notes = [...computeView(library).notes.values()].map((note) => LEAVES.note(note));
  const tree = new LeafTree();
  for (const leaf of notes.slice(1)) tree.add({ ...leaf, digest: new Uint8Array(32) });
  for (const leaf of notes) tree.set(leaf);
  expect(tree.root()).toBe(computeViewDigest(computeView(library)));
});

it('LeafTree.parse restores a serialized tree, which accepts further leaves', () => {
  const [first, ...others] = [...computeView(library).notes.values()].map((note) => LEAVES.note(note));
  const tree = new LeafTree();
  for (const leaf of others) tree.add(leaf);
  const restored = LeafTree.parse(Buffer.concat([Buffer.alloc(1), tree.serialize()]).subarray(1));
  expect(restored?.root()).toBe(tree.root());
  if (first !== undefined) restored?.set(first);
  expect(restored?.root()).toBe(computeViewDigest(computeView(library)));
  expect(LeafTree.parse(new LeafTree().serialize())?.root()).toBe(new LeafTree().root());
  for (const bytes of [new Uint8Array(), tree.serialize().subarray(1)]) expect(LeafTree.parse(bytes)).toBeNull();
});

it('the digest computed note by note equals that of the view', async () => {
  const digests = new Map<string, Promise<string>>();
  const compareView = (operations: readonly LoggedOperation[]) => {
    const whole = computeView(operations);
    digests.set(computeViewDigest(whole), computeGroupsDigest(groupOperations(operations)));
    return whole;
  };
  for (let seed = 0; seed < 150; seed += 1) playHistory(seed, { policy: { ...PROTOCOL, computeView: compareView } });
  expect(digests.size).toBeGreaterThan(150);
  for (const [whole, made] of digests) expect(await made).toBe(whole);
});

it('the digest computed note by note covers attachments, sources and saved searches', async () => {
  const base = { w: 0, created: 0 };
  const say = (s: number, operation: object) =>
    ({ replica: 'rep_a', operation: { ...base, ...operation, s, l: s } }) as unknown as LoggedOperation;
  const resource = (id: string) => ({ op: 'res.create', resource: id, sha256: id, size: 1, mime: 'm', filename: id });
  const source = (target: string) => ({
    op: 'src.provenance',
    target,
    source_kind: 'k',
    source_id: target,
    content_sha256: null,
    imported: 0,
  });
  const linked = 'resource://default/resources/res_1';
  const all = [
    { op: 'doc.write', doc: 'doc_1', rev: 'rev_1', parents: [], title: 'a', body: linked },
    ...['res_1', 'res_2', 'res_3'].map(resource),
    { op: 'res.delete', resource: 'res_1', seen: ['rep_a:2'] },
    { op: 'res.delete', resource: 'res_2', seen: ['rep_a:3'] },
    ...['doc_1', 'doc_2', 'res_1', 'res_2'].map(source),
    { op: 'src.bundle', bundle: 'bundle_1', sha256: 'b', size: 1, kind: 'k' },
    { op: 'sn.create', search: 'snb_1', name: 's', query: 'q', icon_emoji: null },
    { op: 'tag.create', tag: 'tag_1', name: 'One' },
    { op: 'tag.create', tag: 'tag_2', name: 'one' },
    { op: 'tag.create', tag: 'tag_3', name: 'two' },
    { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_2' },
    { op: 'nb.create', notebook: 'nb_1', name: 'n', parent: null, icon_emoji: null },
  ].map((operation, at) => say(at + 1, operation));
  expect(computeView(all).resources.size).toBe(2);
  expect(computeView(all).provenance.size).toBe(2);
  for (let length = 0; length <= all.length; length += 1)
    expect(await computeGroupsDigest(groupOperations(all.slice(0, length)))).toBe(
      computeViewDigest(computeView(all.slice(0, length))),
    );
});
