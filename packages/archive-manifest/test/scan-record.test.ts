import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTITIES, type EntityName, parseRecord, serializeRecord } from '../src/index.js';
import { canonicalRecord } from '../src/records/canonical-record.js';
import { RecordScanner } from '../src/records/scan-record.js';
import { decodeUtf8, encodeUtf8 } from '../src/utf8.js';
import { RecordOrder } from '../src/verify/record-order.js';
import { sampleRecord } from './support.js';

/** Bytes that change the meaning of JSON or UTF-8. */
const BYTES = [...'{}[]",:\\u0019aAbfnrtxé中🙂\ud800'].flatMap((character) => [...encodeUtf8(character)]);
const byte = fc.oneof(fc.constantFrom(...BYTES, 0x00, 0x1f, 0x7f, 0xc0, 0xc2, 0xe0, 0xed, 0xf4, 0xff), fc.nat(255));
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('\u0001\u001f\n"\\/\u2028', 'ÿ€😀'));

const validLine = fc.constantFrom(...ENTITIES).chain((entity) =>
  text.map((value) => {
    const record: Record<string, unknown> = { ...sampleRecord(entity) };
    for (const field of ['name', 'title', 'body', 'target', 'filename'])
      if (typeof record[field] === 'string') record[field] = value;
    return { entity, line: encodeUtf8(canonicalRecord(entity, record) ?? '') };
  }),
);

/** Lines with a replaced, inserted and removed byte. */
const changedLine = fc
  .record({ valid: validLine, at: fc.nat(), more: fc.array(byte, { maxLength: 3 }), removed: fc.nat({ max: 2 }) })
  .map(({ valid: { entity, line }, at, more, removed }) => {
    const start = at % (line.length + 1);
    return { entity, line: Uint8Array.from([...line.slice(0, start), ...more, ...line.slice(start + removed)]) };
  });

const isRecognised = (entity: EntityName, line: Uint8Array) => new RecordScanner(entity).recognise(line);

describe('RecordScanner', () => {
  it.each(ENTITIES)('recognises the line of %s without its lists', (entity) => {
    const record: Record<string, unknown> = { ...sampleRecord(entity) };
    for (const [field, value] of Object.entries(record)) if (Array.isArray(value)) record[field] = [];
    expect(isRecognised(entity, encodeUtf8(serializeRecord(entity, record as never)))).toBe(true);
  });

  it('recognises only lines that parseRecord accepts, whatever bytes are changed', () => {
    fc.assert(
      fc.property(changedLine, ({ entity, line }) => {
        if (isRecognised(entity, line)) expect(parseRecord(entity, line).ok, decodeUtf8(line) ?? 'no UTF-8').toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('recognises every text that canonical JSON writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(0x10ffff), (some, code) => {
        const name = some + (code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code));
        const line = serializeRecord('tags', { ...sampleRecord('tags'), name });
        expect(isRecognised('tags', encodeUtf8(line))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('compares repeated words with the pattern of their field alone', () => {
    const scanner = new RecordScanner('links');
    const link = sampleRecord('links');
    for (const kind of ['link', 'image', 'link', 'embed', 'wikilink', 'link', 'Link'])
      expect(scanner.recognise(encodeUtf8(JSON.stringify({ ...link, kind }, Object.keys(link).sort())))).toBe(
        kind !== 'Link',
      );
  });
});

describe('RecordOrder', () => {
  const check = (order: RecordOrder, id: string, name: string) =>
    order.check(encodeUtf8(serializeRecord('tags', { ...sampleRecord('tags'), id, name }))).map(({ code }) => code);

  it('reports a record with the key of the one before, or a smaller one, and continues after it', () => {
    const order = new RecordOrder('tags');
    expect(check(order, 'tag_b', 'x')).toEqual([]);
    expect(check(order, 'tag_b', 'y')).toEqual(['archive_record_order']);
    expect(check(order, 'tag_a', 'y')).toEqual(['archive_record_order']);
    expect(check(order, 'tag_c', 'y')).toEqual([]);
  });

  it('compares keys of recognised and parsed lines alike', () => {
    const order = new RecordOrder('notebooks');
    const notebook = sampleRecord('notebooks');
    const codes = [9, 10, 1_234_567_890_123_456, 10].map((depth) =>
      order.check(encodeUtf8(serializeRecord('notebooks', { ...notebook, depth }))).map(({ code }) => code),
    );
    expect(codes).toEqual([[], [], [], ['archive_record_order']]);
  });
});
