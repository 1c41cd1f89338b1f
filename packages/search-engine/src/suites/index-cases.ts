import assert from 'node:assert/strict';
import { bucketNumber } from '../digest.js';
import { type EngineRecord, MAX_BATCH_RECORDS } from '../port.js';
import {
  ALL_BUCKETS,
  assertFails,
  assertFindsNothing,
  assertState,
  fill,
  makeBatch,
  makeRecord,
  makeRecords,
  openFilled,
  readState,
} from './case-support.js';
import type { EngineCase } from './engine-fixture.js';

const [A, B, C] = [makeRecord('a'), makeRecord('b'), makeRecord('c')];

/** Cases of batches and of the comparison of an index with the library. */
export const INDEX_CASES: readonly EngineCase[] = [
  {
    name: 'an engine without an index describes itself, and finds and lists nothing',
    async run(fixture) {
      const engine = fixture.open();
      const { name, version, indexId, sequence, records } = await engine.describe();
      assert.deepEqual({ indexId, sequence, records }, { indexId: null, sequence: 0, records: 0 });
      assert.ok(name !== '' && version !== '');
      await assertFindsNothing(engine);
      const digests = await engine.digests(ALL_BUCKETS);
      assert.deepEqual(
        digests,
        Array.from(digests, (_, bucket) => ({ bucket, count: 0, digest: '0'.repeat(16) })),
      );
      assert.equal(digests.length, ALL_BUCKETS.to);
      assert.deepEqual(await engine.entries(0), []);
    },
  },
  {
    name: 'the first batch makes an index with an id, whose digests are those of the records',
    async run(fixture) {
      const engine = await openFilled(fixture, [A, B, C]);
      await assertState(engine, 3, [A, B, C]);
      const { channels, indexId } = await engine.describe();
      assert.equal(channels.typo, 'ready');
      assert.ok(typeof indexId === 'string' && indexId !== '');
    },
  },
  {
    name: 'an empty first batch makes an index too',
    async run(fixture) {
      await assertState(await openFilled(fixture, []), 0, []);
    },
  },
  {
    name: 'a batch after a gap is refused as a whole',
    async run(fixture) {
      const engine = fixture.open();
      await assertFails(engine.apply(makeBatch(1, 2, [A])), 'apply without an index', 'gap');
      assert.equal((await engine.describe()).indexId, null);
      await fill(engine, [A]);
      await assertFails(engine.apply(makeBatch(2, 3, [B], [A.id])), 'apply after a gap', 'gap');
      await assertState(engine, 1, [A]);
    },
  },
  {
    name: 'a batch replaces and deletes records, and ignores deletes of unknown ones',
    async run(fixture) {
      const engine = await openFilled(fixture, [A, B]);
      const newer = makeRecord('a', 'Renamed', '', 2);
      await engine.apply(makeBatch(2, 5, [newer, C], [B.id, 'document_unknown']));
      await assertState(engine, 5, [newer, C]);
      await engine.apply(makeBatch(5, 6, [], [newer.id, C.id]));
      await assertState(engine, 6, []);
      await engine.apply(makeBatch(6, 7, [A]));
      await assertState(engine, 7, [A]);
    },
  },
  {
    name: 'a batch applied again changes nothing, also when another instance applies it',
    async run(fixture) {
      const engine = await openFilled(fixture, [A]);
      const batch = makeBatch(1, 2, [B, C], [A.id]);
      await engine.apply(batch);
      const { indexId } = await engine.describe();
      for (const instance of [engine, fixture.open()]) {
        assert.deepEqual(await instance.apply(batch), { rejected: [] });
        await assertState(instance, 2, [B, C]);
        assert.equal((await instance.describe()).indexId, indexId);
      }
    },
  },
  {
    name: 'a repair changes records and keeps the sequence number, and an earlier batch does not set it back',
    async run(fixture) {
      const engine = await openFilled(fixture, [A, B, C]);
      await engine.apply(makeBatch(3, 3, [makeRecord('d')], [A.id]));
      await assertState(engine, 3, [B, C, makeRecord('d')]);
      await engine.apply(makeBatch(1, 2, [A]));
      await assertState(engine, 3, [A, B, C, makeRecord('d')]);
    },
  },
  {
    name: 'the largest batch is applied as a whole',
    async run(fixture) {
      const records = makeRecords(MAX_BATCH_RECORDS);
      const engine = await openFilled(fixture, records);
      await assertState(engine, MAX_BATCH_RECORDS, records);
      const deletes = records.slice(1).map(({ id }) => id);
      await engine.apply(makeBatch(MAX_BATCH_RECORDS, MAX_BATCH_RECORDS + 1, [], deletes));
      await assertState(engine, MAX_BATCH_RECORDS + 1, records.slice(0, 1));
    },
  },
  {
    name: 'digests and entries of a range are those of its buckets, in order',
    async run(fixture) {
      const records = makeRecords(40);
      const engine = await openFilled(fixture, records);
      const all = await engine.digests(ALL_BUCKETS);
      assert.deepEqual(
        all.map(({ bucket }) => bucket),
        Array.from({ length: ALL_BUCKETS.to }, (_, bucket) => bucket),
      );
      for (const [from, to] of [
        [0, 1],
        [100, 613],
        [1_023, 1_024],
      ] as const)
        assert.deepEqual(await engine.digests({ from, to }), all.slice(from, to));
      for (const bucket of new Set([0, 1_023, ...records.slice(0, 5).map(({ id }) => bucketNumber(id))])) {
        const expected = records.filter(({ id }) => bucketNumber(id) === bucket);
        assert.deepEqual(sortEntries(await engine.entries(bucket)), sortEntries(expected));
      }
    },
  },
  {
    name: 'drop removes the index, and the next one has another id',
    async run(fixture) {
      const engine = await openFilled(fixture, [A, B]);
      const { indexId } = await engine.describe();
      await engine.drop();
      assert.deepEqual(await readState(engine), { indexId: null, sequence: 0, records: 0, digests: '' });
      await assertFindsNothing(engine);
      await engine.drop();
      await fill(engine, [C]);
      await assertState(engine, 1, [C]);
      assert.notEqual((await engine.describe()).indexId, indexId);
    },
  },
  {
    name: 'another instance has the same index',
    async run(fixture) {
      const before = await readState(await openFilled(fixture, [A, B]));
      assert.deepEqual(await readState(fixture.open()), before);
    },
  },
  {
    name: 'another library has its own index',
    needs: 'openOtherLibrary',
    async run(fixture) {
      const engine = await openFilled(fixture, [A, B]);
      const other = fixture.openOtherLibrary?.() ?? assert.fail();
      assert.equal((await other.describe()).indexId, null);
      await fill(other, [C]);
      await assertState(other, 1, [C]);
      await assertState(engine, 2, [A, B]);
      await other.drop();
      await assertState(engine, 2, [A, B]);
    },
  },
  {
    name: 'records with empty, long and unusual texts are stored',
    async run(fixture) {
      const texts = [
        '',
        '\0\u0001\u2028',
        '"\\/\' {{doc.title}} <b>',
        '😀👩‍👩‍👧 é',
        'half \ud83d pair',
        `${'long text '.repeat(40_000)}last`,
      ];
      const records = texts.map((text, index) => makeRecord(`text${index}`, text.slice(0, 1_000), text));
      await assertState(await openFilled(fixture, records), records.length, records);
    },
  },
  {
    name: 'a record that cannot be stored is reported, and the others of its batch are stored',
    needs: 'unacceptable',
    async run(fixture) {
      const unacceptable = fixture.unacceptable ?? assert.fail();
      const engine = fixture.open();
      const { rejected } = await engine.apply(makeBatch(0, 3, [A, unacceptable, B]));
      assert.deepEqual(
        rejected.map(({ id }) => id),
        [unacceptable.id],
      );
      assert.ok(rejected.every(({ message }) => message !== ''));
      await assertState(engine, 3, [A, B]);
    },
  },
];

const sortEntries = (entries: readonly Pick<EngineRecord, 'id' | 'version'>[]) =>
  entries.map(({ id, version }) => `${id} ${version}`).sort();
