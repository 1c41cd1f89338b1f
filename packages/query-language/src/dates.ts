import type { CalendarDate, DateSpec } from './types.js';

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const COMPARE = /^(>=|<=|>|<)(.+)$/;
const LAST = /^(\d{1,5})([dw])$/i;
const MAX_DAYS = 36_525;

interface Parts {
  year: number;
  month?: number;
  day?: number;
}

function parseCalendarDate(date: CalendarDate): Parts | null {
  const match = DATE.exec(date);
  if (match === null) return null;
  const [year, month, day] = [match[1], match[2], match[3]].map((text) =>
    text === undefined ? undefined : Number(text),
  );
  if (year! < 1000) return null;
  if (month === undefined) return { year: year! };
  if (month < 1 || month > 12) return null;
  if (day === undefined) return { year: year!, month };
  if (day < 1 || day > new Date(Date.UTC(year!, month, 0)).getUTCDate()) return null;
  return { year: year!, month, day };
}

/** Parses the value of `created:` or `updated:`; null for an invalid value. */
export function parseDateSpec(text: string): DateSpec | null {
  if (/^today$/i.test(text)) return { kind: 'last', days: 1 };
  const last = LAST.exec(text);
  if (last !== null) {
    const days = Number(last[1]) * (last[2]!.toLowerCase() === 'w' ? 7 : 1);
    return days >= 1 && days <= MAX_DAYS ? { kind: 'last', days } : null;
  }
  const compare = COMPARE.exec(text);
  if (compare !== null) {
    const date = compare[2]!;
    return parseCalendarDate(date) === null ? null : { kind: 'compare', op: compare[1] as '>', date };
  }
  const [first, end, ...more] = text.split('..');
  if (parseCalendarDate(first!) === null || more.length > 0) return null;
  if (end === undefined || end === first) return { kind: 'on', date: first! };
  if (parseCalendarDate(end) === null || computeEdge(first!, 0, 'utc') >= computeEdge(end, 1, 'utc')) return null;
  return { kind: 'range', first: first!, last: end };
}

/** Prints the text that `parseDateSpec` parses back. */
export function printDateSpec(spec: DateSpec): string {
  if (spec.kind === 'on') return spec.date;
  if (spec.kind === 'compare') return spec.op + spec.date;
  if (spec.kind === 'range') return `${spec.first}..${spec.last}`;
  return spec.days === 1 ? 'today' : `${spec.days}d`;
}

/** Returns midnight at the start of the date's first day (`offset` 0) or of the day after its last (`offset` 1), in ms. */
function computeEdge(date: CalendarDate, offset: 0 | 1, zone: 'utc' | 'local'): number {
  const { year, month, day } = parseCalendarDate(date)!;
  if (month === undefined) return midnight(year + offset, 0, 1, zone);
  if (day === undefined) return midnight(year, month - 1 + offset, 1, zone);
  return midnight(year, month - 1, day + offset, zone);
}

function midnight(year: number, month: number, day: number, zone: 'utc' | 'local'): number {
  return zone === 'utc' ? Date.UTC(year, month, day) : new Date(year, month, day).getTime();
}

/**
 * Returns the bounds of a date at a moment (SPEC.md, section 4.4).
 *
 * @param spec The `spec` of a date node from `parseQuery`
 * @param context `now` in milliseconds since the Unix epoch, which determines today; `zone` is UTC or the zone of the
 *   process
 * @returns `from` (included) and `until` (excluded) in milliseconds since the Unix epoch; null for an open end
 * @throws `TypeError` for a `spec` with an invalid `CalendarDate`; never for one from `parseQuery`
 */
export function dateRange(
  spec: DateSpec,
  context: { now: number; zone: 'utc' | 'local' },
): { from: number | null; until: number | null } {
  const { now, zone } = context;
  if (spec.kind === 'on') return { from: computeEdge(spec.date, 0, zone), until: computeEdge(spec.date, 1, zone) };
  if (spec.kind === 'range') return { from: computeEdge(spec.first, 0, zone), until: computeEdge(spec.last, 1, zone) };
  if (spec.kind === 'last') {
    const at = new Date(now);
    const [year, month, day] =
      zone === 'utc'
        ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
        : [at.getFullYear(), at.getMonth(), at.getDate()];
    return { from: midnight(year, month, day + 1 - spec.days, zone), until: midnight(year, month, day + 1, zone) };
  }
  const at = computeEdge(spec.date, spec.op === '>' || spec.op === '<=' ? 1 : 0, zone);
  return spec.op.startsWith('>') ? { from: at, until: null } : { from: null, until: at };
}
