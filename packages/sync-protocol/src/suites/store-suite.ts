import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LoggedOperation } from '../log/operations.js';
import { type AuthorState, NEW_AUTHOR } from '../log/succession.js';
import { computeGroupsDigest } from '../run/retention/view-digest.js';
import type { NextSegment, OwnArtifact, SyncStore } from '../run/store.js';

/** A new synchronised library without other members. */
export interface StoreFixture {
  readonly replicaId: string;
  readonly store: SyncStore;
  /** Changes the library as its user does, which makes own operations. */
  change(): Promise<void>;
}

/** A case of the suite that every store passes. `run` rejects when the store breaks the promise in `name`. */
export interface StoreCase {
  readonly name: string;
  run(fixture: StoreFixture): Promise<void>;
}

const OTHER = 'rep_040g2081040g2081040g208104';
const CARRIER = `car_${'0'.repeat(26)}`;
const DOC = 'doc_01k0000000000000000000000a';

/** Cases that every store must pass. Each case needs a new fixture. */
export const STORE_CASES: readonly StoreCase[] = [
  {
    name: 'own operations are pending, oldest first and unaltered, until a segment contains them',
    async run({ store, replicaId, change }) {
      await change();
      const first = await store.listPending(1000);
      await change();
      const all = await store.listPending(1000);
      assert.deepEqual(all.slice(0, first.length), first);
      assert.deepEqual(
        all.map(({ operation }) => operation.s),
        all.map((_, at) => at + 1),
      );
      assert.deepEqual(await store.listPending(1), all.slice(0, 1));
      assert.notEqual(all[0]?.context, undefined);
      const after = getStateAfter(first);
      assert.equal(await store.keepArtifact(makeArtifact('ops', 1, 'first'), after), true);
      assert.deepEqual(
        (await store.listPending(1000)).map(({ operation }) => operation.s),
        all.slice(first.length).map(({ operation }) => operation.s),
      );
      assert.deepEqual((await store.authors()).get(replicaId), after);
      assert.equal((await store.versions())[replicaId], all.length);
      assert.deepEqual(await store.segment(replicaId, 1), toSegmentEnd(after));
    },
  },
  {
    name: 'each index is kept once, and its artifact reads back byte for byte',
    async run({ store }) {
      const first = makeArtifact('acks', 1, 'one');
      assert.equal(await store.getLastArtifact('acks'), null);
      assert.equal(await store.keepArtifact(first), true);
      assert.equal(await store.keepArtifact(makeArtifact('acks', 1, 'another')), false);
      assert.equal(await store.keepArtifact(makeArtifact('acks', 3, 'a gap')), false);
      assert.deepEqual(plain(await store.readArtifact('acks', 1)), plain(first.bytes));
      for (const index of [2, 3]) assert.equal(await store.keepArtifact(makeArtifact('acks', index, `${index}`)), true);
      assert.deepEqual(await indices(store, 0, 2), [1, 2]);
      assert.deepEqual(await indices(store, 1, 10), [2, 3]);
      await store.dropArtifacts('acks', 3);
      assert.deepEqual(await indices(store, 0, 10), [3]);
      await store.dropArtifacts('acks', 9);
      assert.equal((await store.getLastArtifact('acks'))?.index, 3);
      assert.equal(await store.readArtifact('acks', 1), null);
    },
  },
  {
    name: 'a segment is applied once, together with the state of its author',
    async run({ store }) {
      const operations = [write(1, 1)];
      const [from, to] = [NEW_AUTHOR, getStateAfter(operations)];
      const segment = { replica: OTHER, operations, from, to };
      assert.equal(await store.apply(segment), 'applied');
      assert.equal(await store.apply(segment), 'stale');
      assert.equal((await store.versions())[OTHER], 1);
      assert.deepEqual((await store.authors()).get(OTHER), to);
      assert.deepEqual(await store.segment(OTHER, 1), toSegmentEnd(to));
      assert.equal(await store.segment(OTHER, 2), null);
      assert.deepEqual(await store.lamports([{ replica: OTHER, seq: 1 }]), [[1, 1]]);
      const state = await store.readState();
      assert.equal(state.versions[OTHER], 1);
      assert.deepEqual(state.authors.get(OTHER), to);
    },
  },
  {
    name: 'a change after a segment was applied follows all of its operations',
    async run({ store, change }) {
      const operations = [write(1, 1), write(2, 41)];
      await store.apply({ replica: OTHER, operations, from: NEW_AUTHOR, to: getStateAfter(operations) });
      await change();
      const [first] = await store.listPending(1);
      assert.equal(first?.context?.[OTHER], 2);
      assert.equal(first?.operation.l, 42);
    },
  },
  {
    name: 'the view digest changes with the library',
    async run({ store, change }) {
      const { viewDigest } = await store.readState();
      assert.match(viewDigest, /^[0-9a-f]{64}$/);
      await change();
      assert.notEqual((await store.readState()).viewDigest, viewDigest);
    },
  },
  {
    name: 'readLog returns a snapshot that concurrent writes do not change',
    async run({ store, replicaId, change }) {
      await change();
      const operations = [write(1, 1), write(2, 41)];
      await store.apply({ replica: OTHER, operations, from: NEW_AUTHOR, to: getStateAfter(operations) });
      await store.readLog(async (log) => {
        const known = [...log.inOrder()];
        const { versions } = log;
        await change();
        await store.apply(makeNextSegment(operations));
        assert.deepEqual([...log.inOrder()], known);
        assert.deepEqual([...log.inOrder(2)], known.slice(2));
        assert.equal(known.length, (versions[replicaId] ?? 0) + 2);
        assert.deepEqual(log.versions, versions);
        assert.equal(await computeGroupsDigest(log, log, store.yieldControl), log.viewDigest);
        for (const logged of known) assert.deepEqual(log.at(logged.replica, logged.operation.s), logged);
        assert.equal(log.at(OTHER, 3), undefined);
        const bodies = log
          .getOperations(`note:${DOC}`)
          .flatMap(({ operation }) => (operation.op === 'doc.write' ? [log.readBody(operation)] : []));
        assert.deepEqual(bodies.sort(), ['revision 1', 'revision 2']);
      });
      assert.equal((await store.versions())[OTHER], 3);
      await assert.rejects(() => store.readLog(() => Promise.reject(new Error('none'))), /none/);
    },
  },
  {
    name: 'own control operations are published in order, and those of others are kept',
    async run({ store, replicaId }) {
      const before = (await store.control()).length;
      const waiting = (await store.listPendingControl()).length;
      for (const word of ['one', 'two']) await store.addControl(Buffer.from(word));
      assert.deepEqual((await store.listPendingControl()).slice(waiting).map(text), ['one', 'two']);
      const [oldest = new Uint8Array()] = await store.listPendingControl();
      const index = ((await store.getLastArtifact('members'))?.index ?? 0) + 1;
      assert.equal(await store.keepArtifact(makeArtifact('members', index, 'sealed')), true);
      assert.equal((await store.listPendingControl()).length, waiting + 1);
      const own = (await store.control()).find((record) => record.namespace === replicaId && record.index === index);
      assert.deepEqual(plain(own?.payload ?? null), plain(oldest));
      const record = { namespace: OTHER, index: 1, sha256: 'a'.repeat(64), payload: Buffer.from('of another') };
      await store.keepControl(record);
      await store.keepControl(record);
      assert.equal((await store.control()).length, before + 2);
    },
  },
  {
    name: 'the newest acknowledgement and the first fork of a replica are kept',
    async run({ store }) {
      for (const index of [2, 1]) await store.keepAck({ replica: OTHER, index, payload: Buffer.from(`${index}`) });
      assert.deepEqual(
        (await store.acks()).map(({ replica, index, payload }) => [replica, index, text(payload)]),
        [[OTHER, 2, '2']],
      );
      for (const index of [7, 5]) await store.keepFork({ replica: OTHER, artifactClass: 'ops', index });
      assert.deepEqual(await store.forks(), [{ replica: OTHER, artifactClass: 'ops', index: 7 }]);
    },
  },
  {
    name: 'the highest index seen is recorded for each carrier',
    async run({ store }) {
      await store.recordSeen(CARRIER, `${OTHER}/ops`, 3);
      await store.recordSeen(CARRIER, `${OTHER}/acks`, 1);
      assert.deepEqual([...(await store.readSeen(CARRIER))].sort(), [
        [`${OTHER}/acks`, 1],
        [`${OTHER}/ops`, 3],
      ]);
      assert.equal((await store.readSeen(`car_${'1'.repeat(26)}`)).size, 0);
    },
  },
  {
    name: 'a text in blobs is missing until it is stored',
    async run({ store }) {
      const bytes = Buffer.from('a long text');
      const ref = { sha256: sha256(bytes), size: bytes.length, chunks: 1 };
      assert.deepEqual(await store.findMissingTexts([ref]), [ref]);
      await store.keepText(ref.sha256, bytes);
      assert.deepEqual(await store.findMissingTexts([ref]), []);
    },
  },
];

/** Creates a revision of another replica's own note. */
const write = (seq: number, lamport: number): LoggedOperation => ({
  replica: OTHER,
  operation: {
    op: 'doc.write',
    s: seq,
    l: lamport,
    w: 0,
    doc: DOC,
    rev: `rev_01k000000000000000000000${seq.toString().padStart(2, '0')}`,
    parents: seq === 1 ? [] : [`rev_01k000000000000000000000${(seq - 1).toString().padStart(2, '0')}`],
    title: 'A note',
    body: `revision ${seq}`,
  },
  ...(seq === 1 ? { context: {} } : {}),
});

/** Returns the segment after these operations. */
function makeNextSegment(operations: readonly LoggedOperation[]): NextSegment {
  const from = getStateAfter(operations);
  const next = write(3, 42);
  const to = { ...from, index: 2, digest: 'e'.repeat(64), seq: 3, lamport: 42 };
  return { replica: OTHER, operations: [next], from, to };
}

function getStateAfter(operations: readonly LoggedOperation[]): AuthorState {
  const last = operations.at(-1) as LoggedOperation;
  const context = operations.reduce((known, logged) => logged.context ?? known, operations[0]?.context ?? {});
  return { index: 1, digest: 'd'.repeat(64), seq: last.operation.s, lamport: last.operation.l, context };
}

const toSegmentEnd = ({ digest: sha256, seq, lamport }: AuthorState) => ({ sha256, seq, lamport });

function makeArtifact(artifactClass: OwnArtifact['artifactClass'], index: number, word: string): OwnArtifact {
  const bytes = Buffer.from(word);
  const digest = sha256(bytes);
  const name = `${index.toString(16).padStart(16, '0')}-${digest.slice(0, 32)}`;
  return { artifactClass, index, name, sha256: artifactClass === 'ops' ? 'd'.repeat(64) : digest, bytes };
}

const indices = async (store: SyncStore, after: number, limit: number) =>
  (await store.listArtifacts('acks', after, limit)).map(({ index }) => index);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const plain = (bytes: Uint8Array | null) => bytes && Uint8Array.from(bytes);
