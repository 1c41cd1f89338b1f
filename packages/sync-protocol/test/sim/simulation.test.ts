import { samples } from '@notes/tooling/samples';
import { expect, test } from 'vitest';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import { simulate } from '../../src/testing/index.js';
import { collect } from './collect.js';

/** Number of histories: as many as fit into the time, but at least `least`. A separate run plays all of them. */
const HISTORIES = { least: 40, most: 20_000, ms: samples(4_000) };

test('histories with every fault end with everybody having everything [SYNC-SIMULATION]', async () => {
  const until = performance.now() + HISTORIES.ms;
  for (let seed = 1; seed <= HISTORIES.most; seed += 1) {
    if (seed > HISTORIES.least && performance.now() > until) break;
    const { failures, options, standing } = await simulate(seed, { crypto, codec, curves: false, collect });
    expect(failures, `${JSON.stringify(options)}\n${standing}`).toEqual([]);
  }
});

test('a history with the signatures of the protocol ends no otherwise', async () => {
  for (const seed of [3]) expect((await simulate(seed, { crypto, codec, curves: true })).failures).toEqual([]);
});

test.each([
  ['a device that met a part of the log, the rest being forgotten, goes on with a checkpoint', 359],
  ['a checkpoint that broke off is gone on with by segments that have what it had forgotten', 18_050],
  ['where who made the only checkpoint is out, a member makes another for those who join', 19_736],
  ['and who met a part of the log takes it when asked to, as nobody else can vouch for it', 15_245],
])('%s', async (_, seed) => {
  expect((await simulate(seed, { crypto, codec, curves: false, collect })).failures).toEqual([]);
});

test('a history replays to the byte', async () => {
  const play = () => simulate(3, { crypto, codec, curves: false, collect });
  const [first, again] = [await play(), await play()];
  expect(again.carriersSha256).toBe(first.carriersSha256);
  expect((await simulate(4, { crypto, codec, curves: false })).carriersSha256).not.toBe(first.carriersSha256);
});
