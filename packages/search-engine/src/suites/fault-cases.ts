import assert from 'node:assert/strict';
import {
  ALL_CALLS,
  assertAborts,
  assertFails,
  assertState,
  CALLS,
  digestRecords,
  makeBatch,
  makeRecord,
  makeRecords,
  openFilled,
  PRIVATE_WORD,
  readState,
} from './case-support.js';
import type { EngineCase } from './engine-fixture.js';

const RECORDS = makeRecords(20);
/** Delays in milliseconds after which the engine is killed while it applies a batch. */
const KILL_DELAYS_MS = [0, 1, 2, 4, 8, 15, 30, 60];

/** Cases of engines that fail. */
export const FAULT_CASES: readonly EngineCase[] = [
  {
    name: 'a signal that aborted before a call lets it fail, and nothing is changed',
    async run(fixture) {
      const engine = await openFilled(fixture, RECORDS);
      for (const [name, call] of Object.entries(ALL_CALLS))
        await assertFails(call(engine, AbortSignal.abort()), name, 'unreachable');
      await assertState(engine, RECORDS.length, RECORDS);
    },
  },
  {
    name: 'a signal ends calls that the engine does not answer',
    needs: 'openSilent',
    async run(fixture) {
      const engine = (await fixture.faults.openSilent?.()) ?? assert.fail();
      for (const [name, call] of Object.entries(ALL_CALLS)) await assertAborts(call, engine, name);
    },
  },
  {
    name: 'an engine that was killed is unreachable, and has everything after its restart',
    needs: 'kill',
    async run(fixture) {
      const engine = await openFilled(fixture, RECORDS);
      const before = await readState(engine);
      await fixture.faults.kill?.();
      for (const [name, call] of Object.entries(ALL_CALLS)) await assertFails(call(engine), name, 'unreachable');
      await fixture.faults.restart?.();
      for (const instance of [engine, fixture.open()]) assert.deepEqual(await readState(instance), before);
      await engine.apply(makeBatch(RECORDS.length, RECORDS.length + 1, [], [RECORDS[0]?.id ?? '']));
      await assertState(engine, RECORDS.length + 1, RECORDS.slice(1));
    },
  },
  {
    name: 'an engine killed in a batch has it as a whole or not at all, and the batch can be applied again',
    needs: 'kill',
    async run(fixture) {
      const engine = await openFilled(fixture, RECORDS);
      let [sequence, records] = [RECORDS.length, RECORDS];
      for (const [round, delayMs] of KILL_DELAYS_MS.entries()) {
        const upserts = records
          .slice(1)
          .map(({ id }) => makeRecord(id.slice('document_'.length), 'Changed', '', round + 2));
        const added = makeRecord(`added${round}`);
        const after = [...upserts, added];
        const batch = makeBatch(sequence, sequence + 10, after, [records[0]?.id ?? '']);
        const applied = engine.apply(batch).then(
          () => true,
          () => false,
        );
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await fixture.faults.kill?.();
        const isAcknowledged = await applied;
        await fixture.faults.restart?.();
        const state = await readState(engine);
        const isApplied = state.sequence === batch.to;
        assert.ok(isApplied || !isAcknowledged, 'An acknowledged batch is lost');
        if (!isApplied) assert.equal(state.sequence, sequence);
        assert.equal(state.digests, digestRecords(isApplied ? after : records), 'A batch is applied in part');
        await engine.apply(batch);
        [sequence, records] = [batch.to, after];
        await assertState(engine, sequence, records);
      }
    },
  },
  {
    name: 'a wrong key is refused by all methods, and the message does not show it',
    needs: 'openWithWrongKey',
    async run(fixture) {
      const engine = await openFilled(fixture, RECORDS);
      const stranger = fixture.faults.openWithWrongKey?.() ?? assert.fail();
      for (const [name, call] of Object.entries(ALL_CALLS)) await assertFails(call(stranger), name, 'refused');
      await assertState(engine, RECORDS.length, RECORDS);
    },
  },
  {
    name: 'another program or version is incompatible',
    needs: 'openIncompatible',
    async run(fixture) {
      const engines = (await fixture.faults.openIncompatible?.()) ?? assert.fail();
      for (const [index, engine] of engines.entries())
        await assertFails(engine.describe(), `describe of program ${index}`, 'incompatible');
    },
  },
  {
    name: 'answers of another form are errors, never results',
    needs: 'openGarbage',
    async run(fixture) {
      const engines = (await fixture.faults.openGarbage?.()) ?? assert.fail();
      for (const [index, engine] of engines.entries())
        for (const [name, call] of Object.entries(CALLS))
          await assertFails(call(engine), `${name} of program ${index}`, 'malformed', 'incompatible', 'failed');
    },
  },
  {
    name: 'a full disk is reported, keeps the index as it was, and the batch is applied when there is space',
    needs: 'fillDisk',
    async run(fixture) {
      const engine = await openFilled(fixture, RECORDS);
      const free = (await fixture.faults.fillDisk?.()) ?? assert.fail();
      const batch = makeBatch(
        RECORDS.length,
        RECORDS.length + 1,
        [makeRecord('private', PRIVATE_WORD)],
        [RECORDS[0]?.id ?? ''],
      );
      await assertFails(engine.apply(batch), 'apply on a full disk', 'full');
      await assertState(engine, RECORDS.length, RECORDS);
      await free();
      await engine.apply(batch);
      await assertState(engine, batch.to, [...RECORDS.slice(1), ...batch.upserts]);
    },
  },
];
