import { expect, it } from 'vitest';
import { renderProof, updateProof } from '../generate/proof.mjs';

type Results = Parameters<typeof renderProof>[0][number];
type Outcome = Results['claims'][string];

const claims = {
  'kill-service': { promise: 'Nothing is lost.', script: 'kill.mjs', amounts: { quick: [], full: ['10'] }, parts: 3 },
  pages: {
    promise: 'A <page> reads nothing.',
    script: 'tests.mjs',
    tests: { folder: 'apps/server', files: ['a.test.ts'] },
    amounts: { quick: [], full: [] },
  },
};
const makeOutcome = (count: number, files: string, verdict: Outcome['verdict'] = 'held'): Outcome => ({
  ...{ verdict, counts: { kills: count }, notes: verdict === 'held' ? [] : ['no mount'], seconds: 90, files },
});
const makeRun = (commit: string, amount: Results['amount'], found: Results['claims'], more = {}): Results => ({
  machine: {
    ...{ version: '0.1.0', source: { commit, changed: false }, node: 'v22.0.0', system: 'Linux' },
    ...{ processor: 'a processor', cores: 2, memoryGb: 24 },
  },
  ...{ amount, seed: 1, date: '2026-01-02', claims: found, ...more },
});
const makeParts = (outcomes: Record<string, ReturnType<typeof makeOutcome>>): Outcome => ({
  ...makeOutcome(0, ''),
  parts: { total: 3, each: '10', outcomes: outcomes as never },
});
const render = (...record: Results[]) => renderProof(record, claims, () => 'now');

it('the results are a table of the claims, with the commit, date and duration of each', () => {
  const text = render(makeRun('abc', 'quick', { 'kill-service': makeOutcome(1, 'now') }));
  expect(text).toContain('| Claim | Promise | Quick amounts | Full amounts |');
  expect(text).toContain(
    '| `kill-service` | Nothing is lost. | held: 1 kill (1.5 minutes, 2026-01-02, `abc`) | not run |',
  );
  expect(text).toContain(String.raw`| A \<page\> reads nothing. | not run | not run |`);
});

it('a result is marked when the files of its claim changed since', () => {
  const old = render(makeRun('abc', 'full', { pages: makeOutcome(2, 'then') }));
  expect(old).toContain('held: 2 kills (1.5 minutes, 2026-01-02, `abc`). **Its test files changed since.**');
  const parts = { 'kill-service': makeParts({ 1: makeOutcome(2, 'then'), 2: makeOutcome(2, 'now') }) };
  expect(render(makeRun('abc', 'full', parts))).toContain('**Its script changed since 1 of these parts.**');
});

it('parts of several runs are counted together, and listed by commit', () => {
  const text = render(
    makeRun('abc', 'full', { 'kill-service': makeParts({ 1: makeOutcome(2, 'now'), 3: makeOutcome(2, 'now') }) }),
    makeRun('def', 'full', { 'kill-service': makeParts({ 2: makeOutcome(2, 'now') }) }, { date: '2026-01-03' }),
  );
  expect(text).toContain('held: 3 parts, 6 kills (4.5 minutes, 2026-01-02 to 2026-01-03, 2 commits) |');
  expect(text).toContain('- `kill-service`: 1, 3 at `abc`; 2 at `def`');
  expect(text.match(/2 cores of a processor/g)).toHaveLength(1);
  expect(text).toMatch(/seed 1: `abc`, `def`$/);
});

it('a claim that held in part has its reasons', () => {
  const text = render(makeRun('abc', 'quick', { pages: makeOutcome(2, 'now', 'held in part') }));
  expect(text).toContain('held in part: 2 kills, no mount (');
});

it('the duration of the newest quick run with all claims is named', () => {
  const found = { pages: makeOutcome(1, 'now') };
  const time = (seconds: number, count: number) => ({ timing: { seconds, jobs: 2, claims: count } });
  expect(render(makeRun('abc', 'quick', found))).toContain('No quick run was timed.');
  const text = render(makeRun('abc', 'quick', found, time(600, 35)), makeRun('def', 'quick', found, time(20, 1)));
  expect(text).toContain('The last quick run of 35 claims took 10 minutes, with 2 scripts at once on 2 cores');
});

it('a page without a place for the results is refused', () => {
  expect(() => updateProof('# Proof\n')).toThrow('The page on proof has no part');
});
