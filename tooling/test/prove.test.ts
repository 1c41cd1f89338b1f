import { expect, test } from 'vitest';
import { addToRecord } from '../prove/results.mjs';

type Results = Parameters<typeof addToRecord>[1];
type Outcome = Results['claims'][string];

const machine: Results['machine'] = {
  ...{ version: '0.1.0', source: { commit: 'abc', changed: false }, node: 'v20.19.0', system: 'Linux' },
  ...{ processor: 'processor', cores: 2, memoryGb: 24 },
};
const makeOutcome = (count: number): Outcome => ({ verdict: 'held', counts: { tests: count }, notes: [], seconds: 1 });
const makeRun = (amount: Results['amount'], date: string, claims: Results['claims']): Results => ({
  ...{ machine, amount, seed: 1, date, claims },
});
const names = ['a', 'b'];

test('keeps the newest result of each claim in each amount', () => {
  const quick = makeRun('quick', '2026-01-01', { a: makeOutcome(1), b: makeOutcome(1) });
  const full = makeRun('full', '2026-01-02', { a: makeOutcome(100) });
  const later = makeRun('quick', '2026-01-03', { b: makeOutcome(2) });
  const record = [quick, full, later].reduce<Results[]>((runs, run) => addToRecord(runs, run, names), []);
  expect(record).toStrictEqual([{ ...quick, claims: { a: makeOutcome(1) } }, full, later]);
});

test('removes runs without results, and claims that no longer exist', () => {
  const first = makeRun('quick', '2026-01-01', { a: makeOutcome(1), renamed: makeOutcome(1) });
  const second = makeRun('quick', '2026-01-02', { a: makeOutcome(2) });
  expect(addToRecord([first], second, names)).toStrictEqual([second]);
});
