import { z } from 'zod';
import type { EntityName } from '../entities.js';
import { encodeUtf8 } from '../utf8.js';
import { type FieldSchema, getPlainSchema } from './canonical-record.js';
import { recordSchemas } from './schemas.js';

/**
 * Scans a value in a line from an offset. Returns the offset after it, or -1 for a value that is invalid, not
 * canonical, or of a kind that needs a parser.
 */
type ScanValue = (line: Uint8Array, at: number) => number;

interface ScannedMember {
  /** Bytes in front of the value. */
  readonly before: Uint8Array;
  readonly scan: ScanValue;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const CLOSING_BRACE = 0x7d;
const ASCII_END = 0x80;
const BYTE_VALUES = 256;
const NOWHERE = -1;
/** Words of a field that are compared before its pattern is. */
const KNOWN_WORDS = 3;
/** Digits of the longest number that is surely a safe integer. */
const MAX_DIGITS = 15;
/** Characters after a backslash in canonical JSON, beside `u`. */
const ESCAPED: ReadonlySet<number> = new Set([...'"\\bfnrt'].map((character) => character.charCodeAt(0)));
/** Control characters that canonical JSON escapes as `\u00` and two digits. */
const CONTROLS: ReadonlySet<string> = new Set(
  Array.from({ length: SPACE }, (_, code) => JSON.stringify(String.fromCharCode(code)))
    .filter((escaped) => escaped.length > 4)
    .map((escaped) => escaped.slice(2, -1)),
);
const CONTROL_LENGTH = 'u0000'.length;
/** Bounds of the second byte where they differ from 80 to BF, by the first byte: no overlong form and no surrogate. */
const SECOND_BYTES: Readonly<Record<number, readonly [lowest: number, highest: number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};

/**
 * Recognises valid lines of an entity without parsing them, several times as fast as `parseRecord`. A line that is not
 * recognised may still be valid, since values of lists and long numbers are left to the parser.
 */
export class RecordScanner {
  readonly #members: readonly ScannedMember[];
  /** Offset of the beginning and end of each value in the last recognised line, by the order of its field. */
  readonly #bounds: Int32Array;

  constructor(entity: EntityName) {
    const { properties } = z.toJSONSchema(recordSchemas[entity]);
    this.#members = Object.keys(recordSchemas[entity].shape).map((name, place) => ({
      before: encodeUtf8(`${place === 0 ? '{' : ','}"${name}":`),
      scan: createScan(properties?.[name] as FieldSchema),
    }));
    this.#bounds = new Int32Array(2 * this.#members.length);
  }

  /** Returns true for a line, without its LF, that `parseRecord` accepts. */
  recognise(line: Uint8Array): boolean {
    let at = 0;
    for (let place = 0; place < this.#members.length; place += 1) {
      const { before, scan } = this.#members[place] as ScannedMember;
      if (!startsWith(line, at, before)) return false;
      const start = at + before.length;
      at = scan(line, start);
      if (at === NOWHERE) return false;
      this.#bounds[2 * place] = start;
      this.#bounds[2 * place + 1] = at;
    }
    return at === line.length - 1 && line[at] === CLOSING_BRACE;
  }

  /** Returns the JSON of a value in the line that was recognised last, by the order of its field. */
  getValue(line: Uint8Array, place: number): Uint8Array {
    return line.subarray(this.#bounds[2 * place], this.#bounds[2 * place + 1]);
  }
}

function createScan(schema: FieldSchema): ScanValue {
  const { plain, isNullable } = getPlainSchema(schema);
  const scan = plain === null ? scanEmptyList : createPlainScan(plain);
  return isNullable ? (line, at) => (line[at] === 0x6e ? scanWord(line, at, NULL) : scan(line, at)) : scan;
}

const NULL = encodeUtf8('null');
const TRUE = encodeUtf8('true');
const FALSE = encodeUtf8('false');
const EMPTY_LIST = encodeUtf8('[]');

const scanEmptyList: ScanValue = (line, at) => scanWord(line, at, EMPTY_LIST);

function createPlainScan({ type, pattern, minimum = 0, maximum = 0 }: FieldSchema): ScanValue {
  if (type === 'boolean') return (line, at) => scanWord(line, at, line[at] === TRUE[0] ? TRUE : FALSE);
  if (type === 'integer') return createIntegerScan(minimum, maximum);
  if (pattern === undefined) return scanText;
  const classes = parseClasses(pattern);
  // biome-ignore lint/plugin: each pattern of the format, built once for each entity that is read
  return classes === null ? createWordScan(new RegExp(pattern)) : createClassScan(classes);
}

const scanWord = (line: Uint8Array, at: number, word: Uint8Array) =>
  startsWith(line, at, word) ? at + word.length : NOWHERE;

function startsWith(line: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let n = 0; n < expected.length; n += 1) if (line[at + n] !== expected[n]) return false;
  return true;
}

/** Scans an integer without a sign. */
function createIntegerScan(minimum: number, maximum: number): ScanValue {
  return (line, start) => {
    let value = 0;
    let at = start;
    for (let digit = line[at]; digit !== undefined && digit >= ZERO && digit <= NINE; digit = line[at]) {
      value = 10 * value + digit - ZERO;
      at += 1;
    }
    const length = at - start;
    if (length === 0 || length > MAX_DIGITS || (length > 1 && line[start] === ZERO)) return NOWHERE;
    return value >= minimum && value <= maximum ? at : NOWHERE;
  };
}

function scanText(line: Uint8Array, start: number): number {
  if (line[start] !== QUOTE) return NOWHERE;
  for (let at = start + 1; at < line.length; at += 1) {
    const byte = line[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return NOWHERE;
    if (byte !== BACKSLASH && byte < ASCII_END) continue;
    const length = byte === BACKSLASH ? measureEscape(line, at + 1) : countContinuations(line, at);
    if (length === 0) return NOWHERE;
    at += length;
  }
  return NOWHERE;
}

/** Returns the number of bytes after the first of a character in UTF-8; 0 for an invalid one (RFC 3629, section 4). */
function countContinuations(line: Uint8Array, at: number): number {
  const first = line[at] as number;
  const second = line[at + 1] as number;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
  const [lowest = 0x80, highest = 0xbf] = SECOND_BYTES[first] ?? [];
  if (length === 0 || !(second >= lowest && second <= highest)) return 0;
  for (let n = 2; n <= length; n += 1) if (((line[at + n] as number) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Returns the length of an escape after its backslash; 0 where it is not canonical. */
function measureEscape(line: Uint8Array, at: number): number {
  if (ESCAPED.has(line[at] as number)) return 1;
  return CONTROLS.has(toLatin1(line.subarray(at, at + CONTROL_LENGTH))) ? CONTROL_LENGTH : 0;
}

/** Characters that a word may consist of, by code: 1 for an allowed one. */
interface WordClasses {
  readonly first: Uint8Array | null;
  readonly rest: Uint8Array;
  /** Bounds of the length, without the first character where that has a class of its own. */
  readonly minimum: number;
  readonly maximum: number;
}

/** Matches a pattern of one or two classes of characters, such as `^[a-z][a-z0-9_-]{0,63}$`. */
const CLASSES = /^\^(?:\[([^\]\\]+)\])?\[([^\]\\]+)\]\{(\d+)(?:,(\d+))?\}\$$/;

/** Parses a pattern of classes; null for any other pattern. */
function parseClasses(pattern: string): WordClasses | null {
  const [, first, rest, minimum, maximum = minimum] = CLASSES.exec(pattern) ?? [];
  if (rest === undefined) return null;
  const bounds = { minimum: Number(minimum), maximum: Number(maximum) };
  return { first: first === undefined ? null : listCharacters(first), rest: listCharacters(rest), ...bounds };
}

/** Lists the characters of a class: single ones, and ranges such as `a-z`. A hyphen at the end stands for itself. */
function listCharacters(text: string): Uint8Array {
  const allowed = new Uint8Array(BYTE_VALUES);
  for (let at = 0; at < text.length; at += 1) {
    const isRange = text[at + 1] === '-' && at + 2 < text.length;
    const [from, to] = [text.charCodeAt(at), text.charCodeAt(isRange ? at + 2 : at)];
    allowed.fill(1, from, to + 1);
    if (isRange) at += 2;
  }
  return allowed;
}

/** Scans a word of allowed characters, none of which JSON escapes. */
const createClassScan =
  ({ first, rest, minimum, maximum }: WordClasses): ScanValue =>
  (line, start) => {
    if (line[start] !== QUOTE) return NOWHERE;
    const from = first === null ? start + 1 : start + 2;
    if (first !== null && first[line[start + 1] as number] !== 1) return NOWHERE;
    let at = from;
    while (rest[line[at] as number] === 1) at += 1;
    const length = at - from;
    return length >= minimum && length <= maximum && line[at] === QUOTE ? at + 1 : NOWHERE;
  };

/** Scans an ASCII text without escapes that matches a pattern. Compares it with the last ones first. */
function createWordScan(pattern: RegExp): ScanValue {
  /** JSON of the last words, which many records share. */
  const known: Uint8Array[] = [];
  let next = 0;
  return (line, start) => {
    for (const word of known) if (startsWith(line, start, word)) return start + word.length;
    if (line[start] !== QUOTE) return NOWHERE;
    let at = start + 1;
    for (let byte = line[at]; byte !== QUOTE; byte = line[at]) {
      if (byte === undefined || byte < SPACE || byte >= ASCII_END || byte === BACKSLASH) return NOWHERE;
      at += 1;
    }
    if (!pattern.test(toLatin1(line.subarray(start + 1, at)))) return NOWHERE;
    known[next % KNOWN_WORDS] = line.slice(start, at + 1);
    next += 1;
    return at + 1;
  };
}

const toLatin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
