import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  CutBrowser,
  type CutResult,
  countNotes,
  cutKinds,
  drawCuts,
  playCuts,
  randomNumbers,
} from '../test/support/cuts.js';
import { Service } from '../test/support/service.js';

const { CUTS = '1000', SEED = String(Date.now() % 1_000_000), LANES = '2' } = process.env;
/** Number of cuts between two printed tables. */
const TABLE_EVERY = 100;

const lanes = Array.from({ length: Number(LANES) }, () => ({ browser: new CutBrowser(), service: new Service() }));
beforeAll(() => Promise.all(lanes.map(({ service }) => service.start())));
afterAll(() => Promise.all(lanes.flatMap(({ browser, service }) => [browser.remove(), service.remove()])));

const hasLoss = ({ found, expected: wanted }: CutResult) => found !== wanted;

/** Prints the number of cuts of each kind, and how many lost or repeated text. */
function print(results: readonly CutResult[]): void {
  process.stdout.write(`${results.length} of ${CUTS} cuts, seed ${SEED}\n`);
  for (const kind of cutKinds) {
    const ofKind = results.filter((result) => result.kind === kind);
    const [count, losses] = [ofKind.length, ofKind.filter(hasLoss).length].map((number) => String(number).padStart(6));
    process.stdout.write(`${kind.padEnd(24)}${count} cuts${losses} with losses\n`);
  }
}

it('no character on the screen is lost or repeated by random cuts', async () => {
  const results: CutResult[] = [];
  await playCuts(lanes, drawCuts(Number(CUTS), randomNumbers(Number(SEED))), (result) => {
    results.push(result);
    if (hasLoss(result)) process.stdout.write(`${JSON.stringify(result)}\n`);
    if (results.length % TABLE_EVERY === 0) print(results);
  });
  if (results.length % TABLE_EVERY !== 0) print(results);
  const notes = await countNotes(lanes);
  process.stdout.write(`${notes} notes after ${results.length} cuts\n`);
  expect(results.filter(hasLoss)).toEqual([]);
  expect(notes).toBe(results.length);
});
