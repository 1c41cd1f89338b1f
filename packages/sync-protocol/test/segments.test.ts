import { describe, expect, it } from 'vitest';
import {
  decodeSegment,
  encodeSegment,
  isInline,
  LOG_LIMITS,
  type LoggedOperation,
  type OperationOf,
  parseOperation,
} from '../src/index.js';
import { fillSegment } from '../src/log/segments.js';
import { readVectors, utf8 } from './support.js';

const vectors = readVectors<{
  segments: { name: string; text: string; problem: string | null }[];
  operations: { name: string; value: unknown; valid: boolean }[];
}>('log');

const replica = 'rep_a';
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const write = (s: number, fields: Partial<OperationOf<'doc.write'>> = {}): LoggedOperation => ({
  replica,
  operation: {
    op: 'doc.write',
    s,
    l: s,
    w: 0,
    doc: 'doc_1',
    rev: `rev_${s}`,
    parents: [],
    title: '',
    body: '',
    ...fields,
  },
});
const header = { replicaId: replica, index: 1, prev: null, deps: { rep_b: 3 } };
const log: LoggedOperation[] = [
  { ...write(5), context: { rep_b: 3 } },
  write(6),
  { ...write(7), context: { rep_b: 4, rep_c: 1 } },
  write(8),
];

describe('a segment', () => {
  it('reads back with the contexts of its operations', () => {
    const bytes = encodeSegment(header, log);
    expect(
      decodeText(bytes)
        .split('\n')
        .map((line) => line.slice(0, 20)),
    ).toEqual([
      '{"count":4,"deps":{"',
      ...['{"body":"","doc":"do', '{"body":"","doc":"do', '{"deps":{"rep_b":4,"'],
      ...['{"body":"","doc":"do', '{"body":"","doc":"do', ''],
    ]);
    const read = decodeSegment(bytes);
    expect(read).toEqual({ ok: true, segment: { header: { ...header, firstSeq: 5, count: 4 }, operations: log } });
  });

  it('holds as many operations as fit, and at least one', () => {
    const long = write(1, { body: 'x'.repeat(1000) });
    const many = Array.from({ length: 3000 }, () => long);
    expect(fillSegment({}, many).lines.length).toBe(LOG_LIMITS.operations);
    const count = fillSegment({}, many, 100_000).lines.length;
    expect(encodeSegment(header, many.slice(0, count)).length).toBeLessThanOrEqual(100_000);
    expect(encodeSegment(header, many.slice(0, count + 1)).length).toBeGreaterThan(100_000 - 1000);
    expect(fillSegment({}, many, 10).lines.length).toBe(1);
    expect(isInline(long.operation)).toBe(true);
    expect(isInline(write(1, { body: 'x'.repeat(LOG_LIMITS.inlineBytes) }).operation)).toBe(false);
  });

  it.each(vectors.segments)('decodes or is refused: $name', ({ text, problem }) => {
    const read = decodeSegment(utf8(text));
    expect(read.ok ? null : read.problem).toBe(problem);
  });

  it.each([
    ['a line above the limit', `${'x'.repeat(LOG_LIMITS.lineBytes + 1)}\n`],
    ['too many lines', '\n'.repeat(5000)],
    ['too many bytes', `${'\n'.repeat(LOG_LIMITS.segmentBytes)}\n`],
  ])('is bounded: %s', (_, text) => {
    expect(decodeSegment(utf8(text))).toEqual({ ok: false, problem: 'oversize' });
  });

  it('with any altered byte decodes or is refused without an exception', () => {
    const bytes = encodeSegment(header, log);
    for (let at = 0; at < bytes.length; at += 1) {
      const read = decodeSegment(bytes.with(at, (bytes[at] as number) ^ 0x80));
      expect(read.ok, `byte ${at}`).toBe(false);
    }
  });
});

describe('an operation', () => {
  it.each(vectors.operations)('is valid or refused: $name', ({ value, valid }) => {
    expect(parseOperation(value)).toEqual(valid ? value : 'malformed');
  });

  it('is refused with a lone surrogate', () => {
    const { operation } = write(1, { title: '\ud800' });
    expect(parseOperation(operation)).toBe('malformed');
  });
});
