import { describe, expect, it } from 'vitest';
import {
  countForSegment,
  decodeSegment,
  encodeSegment,
  isInline,
  LOG_LIMITS,
  type LoggedOperation,
  type OperationOf,
  parseOperation,
} from '../src/index.js';

const replica = 'rep_a';
const utf8 = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

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
  it('reads as it was written, the context where it rises', () => {
    const bytes = encodeSegment(header, log);
    expect(
      textOf(bytes)
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

  it('holds as many operations as there is room for, and always one', () => {
    const long = write(1, { body: 'x'.repeat(1000) });
    const many = Array.from({ length: 3000 }, () => long);
    expect(countForSegment({}, many)).toBe(LOG_LIMITS.operations);
    const count = countForSegment({}, many, 100_000);
    expect(encodeSegment(header, many.slice(0, count)).length).toBeLessThanOrEqual(100_000);
    expect(encodeSegment(header, many.slice(0, count + 1)).length).toBeGreaterThan(100_000 - 1000);
    expect(countForSegment({}, many, 10)).toBe(1);
    expect(isInline(long.operation)).toBe(true);
    expect(isInline(write(1, { body: 'x'.repeat(LOG_LIMITS.inlineBytes) }).operation)).toBe(false);
  });

  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const head = { count: 1, deps: {}, first_seq: 1, index: 1, prev: null, replica_id: replica, v: 1 };
  const op = { doc: 'doc_1', l: 1, notebook: 'nb_1', op: 'doc.home', s: 1, w: 0 };
  const deps = { deps: { rep_b: 1 } };

  it.each([
    ['one operation', line(head) + line(op), null],
    ['a context that rises before the first', line(head) + line(deps) + line(op), null],
    ['nothing', '', 'malformed'],
    ['no line feed at the end', (line(head) + line(op)).trimEnd(), 'malformed'],
    ['white space', line(head).replace(':', ': ') + line(op), 'malformed'],
    ['members out of order', `{"v":1,${line(head).slice(1).replace(',"v":1', '')}${line(op)}`, 'malformed'],
    ['fewer than it says', line({ ...head, count: 2 }) + line(op), 'malformed'],
    ['more than it says', line(head) + line(op) + line({ ...op, s: 2 }), 'malformed'],
    ['a number out of turn', line(head) + line({ ...op, s: 2 }), 'malformed'],
    ['a field too many', line(head) + line({ ...op, x: 1 }), 'malformed'],
    ['a newer version', line({ ...head, v: 2 }) + line({ op: 'doc.fold' }), 'needs_upgrade'],
    ['an operation of a newer version', line(head) + line({ ...op, op: 'doc.fold' }), 'needs_upgrade'],
    ['an author who waits for themselves', line({ ...head, deps: { [replica]: 1 } }) + line(op), 'malformed'],
    ['a first segment with one before', line({ ...head, prev: '0'.repeat(64) }) + line(op), 'malformed'],
    ['a later segment with none before', line({ ...head, index: 2 }) + line(op), 'malformed'],
    ['a context that does not rise', line({ ...head, ...deps }) + line(deps) + line(op), 'malformed'],
    ['a context that rises for nothing', line(head) + line(op) + line(deps), 'malformed'],
    ['a line that is too long', `${'x'.repeat(LOG_LIMITS.lineBytes + 1)}\n`, 'oversize'],
    ['too many lines', '\n'.repeat(5000), 'oversize'],
    ['too much', `${'\n'.repeat(LOG_LIMITS.segmentBytes)}\n`, 'oversize'],
  ])('is read or refused: %s', (_, text, problem) => {
    const read = decodeSegment(utf8(text));
    expect(read.ok ? null : read.problem).toBe(problem);
  });

  it('is refused, not choked on, with any byte changed', () => {
    const bytes = encodeSegment(header, log);
    for (let at = 0; at < bytes.length; at += 1) {
      const read = decodeSegment(bytes.with(at, (bytes[at] as number) ^ 0x80));
      expect(read.ok, `byte ${at}`).toBe(false);
    }
  });
});

describe('an operation', () => {
  const home = { op: 'doc.home', s: 1, l: 1, w: 0, doc: 'doc_1', notebook: 'nb_notes' };
  const body = { ...home, op: 'doc.write', notebook: undefined, rev: 'rev_1', parents: [], title: 'A', body: '' };
  const of = (value: object) => JSON.parse(JSON.stringify(value)) as unknown;

  it.each<[string, object]>([
    ['a home in the notebook by default', home],
    ['a revision', body],
    ['a saved search with another icon', { op: 'sn.set', s: 1, l: 1, w: -1, search: 'snb_1', icon_emoji: null }],
  ])('is taken: %s', (_, value) => {
    expect(parseOperation(of(value))).toEqual(of(value));
  });

  it.each<[string, object]>([
    ['a note of help', { ...home, doc: 'doc_help_search' }],
    ['a note of reports', { ...home, doc: 'doc_report_links' }],
    ['a home in Help', { ...home, notebook: 'nb_help' }],
    ['a home in Reports', { ...home, notebook: 'nb_reports' }],
    ['a builtin renamed', { op: 'nb.name', s: 1, l: 1, w: 0, notebook: 'nb_notes', name: 'Mine' }],
    ['a builtin deleted', { op: 'nb.delete', s: 1, l: 1, w: 0, notebooks: ['nb_notes'] }],
    ['a notebook in itself', { op: 'nb.move', s: 1, l: 1, w: 0, notebook: 'nb_1', parent: 'nb_1' }],
    ['a built-in search', { op: 'sn.delete', s: 1, l: 1, w: 0, search: 'snb_trash', seen: [] }],
    ['a setting of nothing', { op: 'sn.set', s: 1, l: 1, w: 0, search: 'snb_1' }],
    [
      'an embedded attachment',
      { ...home, op: 'doc.attach', resource: 'res_1', relation_type: 'embedded', notebook: undefined },
    ],
    ['two texts', { ...body, body_ref: { sha256: '0'.repeat(64), size: 1, chunks: 1 } }],
    ['no text', { ...body, body: undefined }],
    ['a revision that is its own parent', { ...body, parents: ['rev_1'] }],
    ['a parent twice', { ...body, parents: ['rev_0', 'rev_0'] }],
    ['too many parents', { ...body, parents: Array.from({ length: 65 }, (_, i) => `rev_${i + 2}`) }],
    ['a title of two lines', { ...body, title: 'a\nb' }],
    ['a title of 1,025 bytes', { ...body, title: `${'é'.repeat(512)}x` }],
    ['NUL', { ...body, body: 'a\0' }],
    ['a number of 0', { ...home, s: 0 }],
    ['a time beyond dates', { ...home, w: 1e15 }],
    ['no name', { s: 1 }],
  ])('is refused: %s', (_, value) => {
    expect(parseOperation(of(value))).toBe('malformed');
  });

  it('is refused with a lone surrogate', () => {
    expect(parseOperation({ ...body, notebook: undefined, title: '\ud800' })).toBe('malformed');
  });
});
