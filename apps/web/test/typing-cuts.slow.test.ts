import { findChromium } from '@notes/tooling/chromium';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CutBrowser, countNotes, cutKinds, drawCuts, playCuts, randomNumbers } from './support/cuts.js';
import { Service } from './support/service.js';

/** Size of the sample: one cut of each kind. The long run is a separate script. */
const CUTS = cutKinds.length;
const SEED = 40;
const MINUTES = 60_000;

const lanes = Array.from({ length: 2 }, () => ({ browser: new CutBrowser(), service: new Service() }));
beforeAll(() => Promise.all(lanes.map(({ service }) => service.start())));
afterAll(() => Promise.all(lanes.flatMap(({ browser, service }) => [browser.remove(), service.remove()])));

it(
  'no character on the screen is lost or repeated when writing ends without warning [WEB-CUTS]',
  async ({ skip }) => {
    if (findChromium() === undefined) skip('no Chromium is installed');
    const results = await playCuts(lanes, drawCuts(CUTS, randomNumbers(SEED)));
    expect(results).toHaveLength(CUTS);
    expect(results.filter(({ found, expected: wanted }) => found !== wanted)).toEqual([]);
    expect(await countNotes(lanes)).toBe(CUTS);
  },
  20 * MINUTES,
);
