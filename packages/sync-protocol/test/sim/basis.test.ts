import { describe, expect, test } from 'vitest';
import { nameArtifact } from '../../src/suites/name-artifact.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { Crash, CrashPoints, WriteError } from '../../src/testing/sim/crash-points.js';
import { EventCounts } from '../../src/testing/sim/events.js';
import { FaultyCarrier, NO_FAULTS } from '../../src/testing/sim/faulty-carrier.js';
import { Random } from '../../src/testing/sim/random.js';
import { Scheduler } from '../../src/testing/sim/scheduler.js';
import { OTHER, OWN } from '../carrier/folders.js';

describe('Random', () => {
  test('depends on the seed alone', () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 50 },
        (
          (random) => () =>
            random.next()
        )(new Random(seed)),
      );
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7).slice(0, 3)).toMatchInlineSnapshot(`
      [
        2485777576,
        1713640355,
        156570079,
      ]
    `);
  });

  test('reaches every choice of positive weight', () => {
    const random = new Random('even');
    const counts = new Array<number>(8).fill(0);
    for (let draw = 0; draw < 8000; draw += 1) counts[random.below(8)] = (counts[random.below(8)] ?? 0) + 1;
    const kinds = Array.from({ length: 300 }, () => random.pickWeighted({ often: 10, seldom: 1, never: 0 }));
    for (const count of counts) expect(count).toBeGreaterThan(0);
    expect(new Set(kinds)).toEqual(new Set(['often', 'seldom']));
  });

  test('a shuffle keeps every item', () => {
    const random = new Random(1);
    expect(random.shuffle([1, 2, 3, 4, 5, 6]).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('Scheduler', () => {
  const trace = async (seed: number) => {
    const scheduler = new Scheduler(new Random(seed));
    const steps: string[] = [];
    const task = (name: string) => async () => {
      for (let step = 0; step < 5; step += 1) {
        await scheduler.turn();
        steps.push(`${name}${step}`);
      }
    };
    await scheduler.run([task('a'), task('b'), task('c')]);
    return steps;
  };

  test('takes turns one at a time, in an order derived from the seed', async () => {
    expect(await trace(3)).toEqual(await trace(3));
    expect(await trace(3)).not.toEqual(await trace(4));
    expect(new Set(await trace(3)).size).toBe(15);
  });

  test('a failing task does not stop the others', async () => {
    const scheduler = new Scheduler(new Random(1));
    let ended = false;
    const failing = async () => {
      await scheduler.turn();
      throw new Error('planted');
    };
    const other = async () => {
      for (let step = 0; step < 3; step += 1) await scheduler.turn();
      ended = true;
    };
    await expect(scheduler.run([failing, other])).rejects.toThrow('planted');
    expect(ended).toBe(true);
  });
});

test('CrashPoints ends the process before or after the armed write', () => {
  for (const fault of ['before', 'after'] as const) {
    const points = new CrashPoints();
    const written: number[] = [];
    points.arm(2, fault);
    points.write(() => written.push(1));
    expect(() => points.write(() => written.push(2))).toThrow(Crash);
    expect(() => points.write(() => written.push(3)), 'a process that is gone').toThrow(Crash);
    points.disarm();
    points.write(() => written.push(4));
    expect(written).toEqual(fault === 'after' ? [1, 2, 4] : [1, 4]);
  }
});

test('a rejected write changes nothing, and the process continues', () => {
  const happened: string[] = [];
  const points = new CrashPoints((fault) => happened.push(fault));
  const written: number[] = [];
  points.arm(1, 'ENOSPC');
  expect(() => points.write(() => written.push(1))).toThrow(WriteError);
  points.write(() => written.push(2));
  expect(written).toEqual([2]);
  expect(happened).toEqual(['ENOSPC']);
});

test('FaultyCarrier injects each fault and keeps the stored artifacts', async () => {
  const carrier = new MemoryCarrier();
  const random = new Random('faults');
  const scheduler = new Scheduler(random);
  let faults = NO_FAULTS;
  const happened = new EventCounts();
  const faulty = new FaultyCarrier(carrier, OWN, {
    random,
    scheduler,
    getFaults: () => faults,
    process: new CrashPoints(),
    onFault: (what) => happened.count(what),
  });
  const artifact = nameArtifact(1, Buffer.from('an artifact'));
  await faulty.put('ops', artifact.name, artifact.bytes);
  const get = () => faulty.get(OWN, 'ops', artifact.name);
  const only = (fault: keyof typeof NO_FAULTS) => {
    faults = { ...NO_FAULTS, [fault]: 1 };
  };

  only('drop');
  await expect(get()).rejects.toMatchObject({ code: 'unreachable' });
  only('lostAnswer');
  const second = nameArtifact(2, Buffer.from('another'));
  await expect(faulty.put('ops', second.name, second.bytes)).rejects.toMatchObject({ code: 'unreachable' });
  only('full');
  await expect(faulty.put('ops', second.name, second.bytes)).rejects.toMatchObject({ code: 'full' });
  only('delay');
  expect(await get()).toBeNull();
  only('partial');
  expect((await get())?.length).toBeLessThan(artifact.bytes.length);
  only('stale');
  await faulty.list(OWN, 'ops', null, 10);
  only('bitFlip');
  expect(await get()).not.toEqual(Uint8Array.from(artifact.bytes));
  only('duplicate');
  await faulty.remove('ops', artifact.name);
  faults = NO_FAULTS;
  expect(await get()).toEqual(Uint8Array.from(artifact.bytes));
  expect((await carrier.carrierFor(OTHER).list(OWN, 'ops', null, 10)).artifacts).toHaveLength(2);
  const { drop, lostAnswer, carrierFull, delay, partial, bitFlip, duplicate } = happened.counts;
  expect([drop, lostAnswer, carrierFull, delay, partial, bitFlip, duplicate]).toEqual(Array(7).fill(1));
});
