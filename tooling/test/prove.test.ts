import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { hashClaimFiles, listClaimFiles } from '../prove/claim-files.mjs';
import { claims } from '../prove/claims.mjs';
import { readOptions } from '../prove/options.mjs';
import { addOutcome, combineParts, countHeld, getArguments, getUnitVerdict, listUnits } from '../prove/parts.mjs';
import { plants } from '../prove/planted.mjs';
import {
  addToRecord,
  combineRecord,
  formatCounts,
  formatDuration,
  isRecorded,
  readRecord,
  writeRecord,
} from '../prove/results.mjs';
import { parsePart, selectPart } from '../reliability/part.mjs';
import { root } from '../run/workspace.mjs';

type Results = Parameters<typeof addToRecord>[1];
type Claim = Parameters<typeof getArguments>[0];
type Outcome = Parameters<typeof addOutcome>[3];

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

const claim: Claim = {
  promise: 'Nothing is lost.',
  script: 'script.mjs',
  args: ['--always'],
  amounts: { quick: ['--rounds', '1'], full: ['--rounds', '100'] },
  parts: 3,
};
const full = { amount: 'full', seed: 1 } as const;
const makeParts = (outcomes: Record<string, Outcome>, each = '--rounds 100') =>
  combineParts({ total: 3, each, outcomes });
const broken: Outcome = { verdict: 'broken', counts: { tests: 4 }, notes: ['exited with 1'], seconds: 2 };
const skipped: Outcome = { verdict: 'skipped', counts: {}, notes: ['no strace'], seconds: 0 };

describe('the parts of a claim', () => {
  it('are units of a full run alone', () => {
    expect(listUnits('a', claim, 'full')).toEqual([1, 2, 3].map((part) => ({ name: 'a', part })));
    expect(listUnits('a', claim, 'quick')).toEqual([{ name: 'a' }]);
    expect(listUnits('a', { ...claim, parts: undefined } as unknown as Claim, 'full')).toEqual([{ name: 'a' }]);
  });

  it('have seeds that no other part has, also in runs with another seed', () => {
    const getSeed = (seed: number, part?: number) =>
      getArguments({ ...claim, seedsOfPart: 10 }, { ...full, seed, part }).at(-1);
    expect([1, 2, 3].map((part) => getSeed(1, part))).toEqual(['1', '11', '21']);
    expect([1, 2, 3].map((part) => getSeed(2, part))).toEqual(['31', '41', '51']);
    expect(getSeed(7)).toBe('7');
  });

  it('are named to scripts with a fixed number of points', () => {
    const numbered = { ...claim, takesPart: true, takesSeed: false };
    expect(getArguments(numbered, { ...full, part: 2 })).toEqual(['--always', '--rounds', '100', '--part', '2/3']);
    expect(getArguments(numbered, { ...full, amount: 'quick' })).toEqual(['--always', '--rounds', '1']);
  });

  it('divide points so that each point is in one part', () => {
    const points = Array.from({ length: 20 }, (_, n) => n);
    const shares = ['1/3', '2/3', '3/3'].map((text) => selectPart(points, parsePart(text), 1));
    expect(shares[0]).toEqual([2, 5, 8, 11, 14, 17]);
    expect(shares.flat().sort((a, b) => a - b)).toEqual(points);
    expect(selectPart(points, parsePart(undefined))).toEqual(points);
    for (const text of ['0/3', '4/3', '3', 'a/b']) expect(() => parsePart(text)).toThrow(`--part is "${text}"`);
  });

  it('are incomplete until all held, with the sums of their counts', () => {
    const one = addOutcome(undefined, claim, 2, makeOutcome(5));
    expect(one).toMatchObject({ verdict: 'incomplete', counts: { tests: 5 }, seconds: 1, parts: { total: 3 } });
    const all = [1, 3].reduce((sum, part) => addOutcome(sum, claim, part, makeOutcome(5)), one);
    expect(all).toMatchObject({ verdict: 'held', counts: { tests: 15 }, seconds: 3 });
    expect(addOutcome(all, claim, undefined, makeOutcome(1))).toEqual(makeOutcome(1));
  });

  it('make the claim broken or skipped until the part has run again', () => {
    const some = makeParts({ 1: makeOutcome(5), 2: broken });
    expect(some).toMatchObject({ verdict: 'broken', counts: { tests: 9 }, notes: ['exited with 1'] });
    expect([1, 2, 3].map((part) => getUnitVerdict(some, claim, { name: 'a', part }))).toEqual([
      'held',
      'broken',
      undefined,
    ]);
    expect(addOutcome(some, claim, 2, makeOutcome(5)).verdict).toBe('incomplete');
    expect(makeParts({ 1: skipped }).verdict).toBe('skipped');
  });

  it('make the claim held in part when something of a part could not be tried', () => {
    const partly: Outcome = { ...makeOutcome(5), verdict: 'held in part', notes: ['no mount'] };
    const all = makeParts({ 1: makeOutcome(5), 2: partly, 3: makeOutcome(5) });
    expect(all).toMatchObject({ verdict: 'held in part', notes: ['no mount'] });
    expect(all.parts && countHeld(all.parts)).toBe(2);
    expect(makeParts({ 1: makeOutcome(5), 2: partly }).verdict).toBe('incomplete');
  });

  it('have claims whose scripts take the seeds or shares of parts', () => {
    for (const [name, { parts, takesSeed = true, takesPart = false }] of Object.entries(claims))
      expect({ [name]: parts === undefined || takesSeed || takesPart }).toEqual({ [name]: true });
  });
});

describe('the record of parts', () => {
  const first = makeRun('full', '2026-01-01', { a: makeParts({ 1: makeOutcome(1), 2: makeOutcome(1) }) });
  const last = makeRun('full', '2026-01-02', { a: makeParts({ 3: makeOutcome(5) }) });
  const whole = makeRun('full', '2026-01-03', { a: makeOutcome(100) });

  it('keeps each part in the run in which it held, and counts all', () => {
    const record = addToRecord([first], last, names);
    expect(record).toStrictEqual([first, last]);
    expect(combineRecord([first], 'a')).toMatchObject({ verdict: 'incomplete', counts: { tests: 2 } });
    expect(combineRecord(record, 'a')).toMatchObject({ verdict: 'held', counts: { tests: 7 } });
    expect(combineRecord(record, 'b')).toBeUndefined();
  });

  it('replaces a part by a later run of the same part alone', () => {
    const again = makeRun('full', '2026-01-04', { a: makeParts({ 2: makeOutcome(2) }) });
    const record = addToRecord([first, last], again, names);
    expect(record).toStrictEqual([{ ...first, claims: { a: makeParts({ 1: makeOutcome(1) }) } }, last, again]);
    const both = makeRun('full', '2026-01-05', { a: makeParts({ 1: makeOutcome(2), 2: broken }) });
    expect(addToRecord(record, both, names)).toStrictEqual([last, both]);
  });

  it('replaces all parts by a run of the whole claim, or of parts of another amount', () => {
    expect(addToRecord([first, last], whole, names)).toStrictEqual([whole]);
    const other = makeRun('full', '2026-01-04', { a: makeParts({ 1: makeOutcome(2) }, '--rounds 200') });
    expect(addToRecord([first, last], other, names)).toStrictEqual([other]);
  });

  it('keeps the result of a whole claim until all parts held', () => {
    expect(addToRecord([whole], last, names)).toStrictEqual([whole, last]);
    expect(addToRecord([whole, last], first, names)).toStrictEqual([last, first]);
  });

  it('has the units that held, in the same amount', () => {
    const listRecorded = (record: Results[], amount: Results['amount'], one: Claim) =>
      listUnits('a', one, amount).map((unit) => isRecorded(record, amount, one, unit));
    expect(listRecorded([first], 'full', claim)).toEqual([true, true, false]);
    expect(listRecorded([first, last], 'full', claim)).toEqual([true, true, true]);
    expect(listRecorded([whole], 'full', claim)).toEqual([true, true, true]);
    expect(listRecorded([first, last], 'quick', claim)).toEqual([false]);
    const changed = { ...claim, amounts: { ...claim.amounts, full: ['--rounds', '200'] } };
    expect(listRecorded([first, last], 'full', changed)).toEqual([false, false, false]);
    const partly = makeRun('quick', '2026-01-01', { a: { ...makeOutcome(1), verdict: 'held in part' } });
    expect(listRecorded([partly], 'quick', claim)).toEqual([false]);
  });

  it('is read without runs of sources that nobody else has', () => {
    const folder = mkdtempSync(join(tmpdir(), 'notes-record-'));
    const path = join(folder, 'results.json');
    const change = (source: Results['machine']['source']) => ({ ...whole, machine: { ...machine, source } });
    writeRecord(
      path,
      [first, change({ commit: 'abc', changed: true }), change({ commit: 'unknown', changed: false })],
      names,
    );
    expect(readRecord(path)).toStrictEqual([first]);
    rmSync(folder, { recursive: true });
  });

  it('keeps the duration of a run whose results were partly replaced', () => {
    const timing = { seconds: 500, jobs: 2, claims: 2 };
    const both = { ...makeRun('quick', '2026-01-01', { a: makeOutcome(1), b: makeOutcome(1) }), timing };
    const again = makeRun('quick', '2026-01-02', { a: makeOutcome(1) });
    expect(addToRecord([both], again, names)[0]).toStrictEqual({ ...both, claims: { b: makeOutcome(1) } });
  });
});

test('counts of one are singular, and durations have a unit', () => {
  expect(formatCounts({ tests: 1, 'long histories': 1, 'runs of the suite': 1, 'files and folders': 1 })).toBe(
    '1 test, 1 long history, 1 run of the suite, 1 file or folder',
  );
  expect(formatCounts({ kills: 1200, 'acknowledged uploads': 0 })).toBe('1,200 kills, 0 acknowledged uploads');
  expect([7.4, 90, 900, 12_654].map(formatDuration)).toEqual(['7 seconds', '1.5 minutes', '15 minutes', '3.5 hours']);
});

test('every claim has the files that its proof consists of', () => {
  for (const [name, each] of Object.entries(claims)) {
    expect(listClaimFiles(each).length, name).toBeGreaterThan(0);
    expect(hashClaimFiles(each), name).toMatch(/^[0-9a-f]{16}$/);
  }
  const [one, other] = [claims['lying-peers'], claims['web-pages']] as [Claim, Claim];
  expect(listClaimFiles(one)).toContain('packages/sync-protocol/test/artifacts.test.ts');
  expect(hashClaimFiles(one)).not.toBe(hashClaimFiles(other));
});

test.each(plants)('the sources have one place for the fault "$part"', ({ file, from, claim }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2);
  expect(Object.keys(claims)).toContain(claim);
});

test('the security model names every claim', () => {
  const text = readFileSync(join(root, 'docs/pages/guide/security.md'), 'utf8');
  expect(Object.keys(claims).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('wrong options are named, and help lists all', () => {
  expect(readOptions(['--help'])).toMatchObject({ help: expect.stringContaining('--unrecorded') });
  expect(readOptions(['--slow'])).toMatch(/^Unknown option '--slow'\. .*--help/);
  expect(readOptions(['--jobs', '0'])).toMatch(/^--jobs is "0"\./);
  expect(readOptions(['--parts', '6-3'])).toMatch(/^--parts is "6-3"\./);
  expect(readOptions(['--parts', '3-6'])).toMatchObject({ parts: { first: 3, last: 6 } });
  expect(readOptions(['nothing'])).toMatch(/^No claim is called "nothing"\./);
});
