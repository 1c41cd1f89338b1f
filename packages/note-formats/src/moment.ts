const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ \t]*(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Bounds of Unix times in seconds, 2001 to 2099. They distinguish seconds from milliseconds. */
const SECONDS = { from: 1_000_000_000, to: 4_102_444_800 } as const;

/**
 * Parses an ISO 8601 date or time, or a Unix time. A time without a zone is UTC, as in YAML.
 *
 * @returns milliseconds since the Unix epoch; undefined for anything else
 */
export function parseMoment(value: unknown): number | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{10,13}$/.test(text)) return fromNumber(Number(text));
  const match = ISO.exec(text);
  return match === null ? undefined : fromParts(match);
}

function fromNumber(value: number): number | undefined {
  if (value >= SECONDS.from && value < SECONDS.to) return Math.trunc(value * 1000);
  if (value >= SECONDS.from * 1000 && value < SECONDS.to * 1000) return Math.trunc(value);
  return undefined;
}

function fromParts(match: RegExpExecArray): number | undefined {
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as Six;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  const isDay = local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  if (!isDay || hour > 23 || minute > 59 || second > 60) return undefined;
  const at = local.setUTCHours(hour, minute, Math.min(second, 59), milliseconds) - zoneOffset(match[8]);
  return Number.isFinite(at) && at >= EARLIEST && at <= LATEST ? at : undefined;
}

type Six = [number, number, number, number, number, number];

/** Clamps a file time to the range of note times, in milliseconds since the Unix epoch. */
export function clampMoment(ms: number): number {
  return Math.min(Math.max(Math.trunc(ms), EARLIEST), LATEST);
}

/** Range of RFC 3339. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the offset of local time from UTC in milliseconds. */
function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
