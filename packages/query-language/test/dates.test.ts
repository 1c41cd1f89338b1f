import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dateRange, parseQuery } from '../src/index.js';
import { query } from './support.js';

function range(value: string, context: { now: number; zone: 'utc' | 'local' }) {
  const root = query(`created:${value}`).root;
  if (root?.type !== 'date') throw new Error('no date');
  const { from, until } = dateRange(root.spec, context);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z'));
  return [iso(from), iso(until)].map((at) => at?.replace('T00:00:00Z', '') ?? null);
}

describe('dateRange', () => {
  const utc = { now: Date.parse('2026-11-20T23:30:00Z'), zone: 'utc' } as const;

  it.each<[string, string | null, string | null]>([
    ['2026-11-20', '2026-11-20', '2026-11-21'],
    ['2026-12-31', '2026-12-31', '2027-01-01'],
    ['2024-02-29', '2024-02-29', '2024-03-01'],
    ['2026-12', '2026-12-01', '2027-01-01'],
    ['2026', '2026-01-01', '2027-01-01'],
    ['>2026-01-01', '2026-01-02', null],
    ['>=2026-01-01', '2026-01-01', null],
    ['<2026-01-01', null, '2026-01-01'],
    ['<=2026-01-01', null, '2026-01-02'],
    ['>2026', '2027-01-01', null],
    ['<=2026-02', null, '2026-03-01'],
    ['2026-01-01..2026-06-30', '2026-01-01', '2026-07-01'],
    ['2025..2026-02', '2025-01-01', '2026-03-01'],
    ['2026-02-10..2026', '2026-02-10', '2027-01-01'],
    ['today', '2026-11-20', '2026-11-21'],
    ['Today', '2026-11-20', '2026-11-21'],
    ['1d', '2026-11-20', '2026-11-21'],
    ['7d', '2026-11-14', '2026-11-21'],
    ['4W', '2026-10-24', '2026-11-21'],
  ])('%s lasts from %s until before %s', (value, from, until) => {
    expect(range(value, utc)).toEqual([from, until]);
  });

  it.each([
    ...[
      '2026-02-29',
      '2026-00',
      '2026-13-01',
      '2026-1-1',
      '26-01-01',
      '0999',
      '2026-11-31',
      '20261120',
      '+2026',
      '2026-11-20T10:00',
    ],
    ...[
      '0d',
      '0w',
      '99999w',
      '7m',
      'd',
      '>',
      '>today',
      '>=',
      '=2026',
      '2026..',
      '..2026',
      '2026..2025',
      '2026..2027..2028',
      '2026-02..2026-01-31',
    ],
  ])('parseQuery refuses the date %s', (value) => {
    expect(parseQuery(`created:${value}`)).toMatchObject({ ok: false, error: { code: 'bad_value', start: 8 } });
  });

  describe('in local time', () => {
    const zone = process.env.TZ;
    beforeEach(() => {
      process.env.TZ = 'Europe/Berlin';
    });
    afterEach(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });

    it('starts days at local midnight, even across a clock change', () => {
      const local = { now: Date.parse('2026-10-25T23:30:00Z'), zone: 'local' } as const;
      expect(range('2026-10-25', local)).toEqual(['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z']);
      expect(range('today', local)).toEqual(['2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z']);
      expect(range('2d', local)).toEqual(['2026-10-24T22:00:00Z', '2026-10-26T23:00:00Z']);
      expect(range('2026', local)).toEqual(['2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z']);
    });
  });
});
