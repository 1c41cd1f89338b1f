import { samples } from '@notes/tooling/samples';
import { expect, test } from 'vitest';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import { simulate } from '../../src/testing/index.js';
import { expandSeed } from '../../src/testing/sim/options.js';
import { collect } from './collect.js';

/** Number of histories: as many as fit into the time, but at least `least`. A separate run plays all of them. */
const HISTORIES = { least: 20, most: 20_000, ms: samples(2_000) };

test('after histories with every kind of fault all replicas have all operations [SYNC-SIMULATION]', async () => {
  const until = performance.now() + HISTORIES.ms;
  for (let seed = 1; seed <= HISTORIES.most; seed += 1) {
    if (seed > HISTORIES.least && performance.now() > until) break;
    const { failures, options, finalState } = await simulate(seed, { crypto, codec, curves: false, collect });
    expect(failures, `${JSON.stringify(options)}\n${finalState}`).toEqual([]);
  }
});

test('a history with real signatures also ends without violations', async () => {
  for (const seed of [3]) expect((await simulate(seed, { crypto, codec, curves: true })).failures).toEqual([]);
});

test.each([
  ['a device with part of the log continues with a checkpoint when the rest is pruned', 359],
  ['a broken bootstrap is continued by segments that contain the pruned operations', 18_050],
  ['when the author of the only checkpoint is removed, a member makes another for new devices', 19_736],
  ['a new device that is shown a former state waits for what others may have pruned', 123_970],
  ['a restored device sends no revision that it had squashed into one that others have pruned', 908_550],
  ['a restored device that waits for nothing sends no squashed revision again', 40_002_362],
  ['a restored device that waits for nothing sends no published revision again', 30_034_686],
  ['a bootstrap is completed although everyone who had the whole checkpoint was removed', 970_610],
  ['a device with part of the log accepts an unverified checkpoint when a person confirms it', 15_245],
])('%s', async (_, seed) => {
  expect((await simulate(seed, { crypto, codec, curves: false, collect })).failures).toEqual([]);
});

test('short histories have few devices and steps, and end without violations', async () => {
  for (let seed = 1; seed <= 1_000; seed += 1)
    expect(expandSeed(seed, 'short')).toMatchObject({ theme: expect.not.stringMatching('hostility') });
  for (let seed = 1; seed <= 20; seed += 1) {
    const { failures, options } = await simulate(seed, { crypto, codec, curves: false, collect }, 'short');
    expect(failures, JSON.stringify(options)).toEqual([]);
    expect(options.replicas).toBeLessThanOrEqual(3);
    expect(options.steps).toBeLessThan(18);
  }
});

test('a history replays byte for byte', async () => {
  const play = () => simulate(3, { crypto, codec, curves: false, collect });
  const [first, again] = [await play(), await play()];
  expect(again.carriersSha256).toBe(first.carriersSha256);
  expect((await simulate(4, { crypto, codec, curves: false })).carriersSha256).not.toBe(first.carriersSha256);
});
