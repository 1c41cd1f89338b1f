import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, ENTITIES, parseRecord, RECORD_FIELDS, recordSchemas, serializeRecord } from '../src/index.js';
import { canonicalRecord } from '../src/records/canonical-record.js';
import { encodeUtf8 } from '../src/utf8.js';
import { sampleRecord } from './support.js';

const source = { source_kind: 'kind', source_id: 'id', imported_at: '2024-02-29T00:00:00.000Z' };

/** Values that some field refuses, and some that no field refuses. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    -0,
    -1,
    0.5,
    2 ** 53,
    Number.NaN,
    '',
    'word',
    'A word',
    '\ud800',
    'a"\\',
  ),
  fc.constantFrom<unknown>(
    '2026-02-29T00:00:00.000Z',
    '2024-02-29T00:00:00.000Z',
    '2024-02-29T00:00:00Z',
    'e'.repeat(64),
  ),
  fc.constantFrom<unknown>(
    [source],
    [source, { ...source, source_kind: 'é"' }],
    [{ ...source, source_id: 1 }],
    [{ ...source, imported_at: '2026-02-29T00:00:00.000Z' }],
    [{ ...source, more: '' }],
    [{ source_id: 'id', source_kind: 'kind' }],
    [null],
    new Array(1),
    new Array(101).fill('id_1'),
    new Array(101).fill(source),
  ),
  fc.constantFrom<unknown>([], ['id_1', 'id_1'], ['\ud800'], [1], new Date(0), {}, { length: 0 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.nat(),
);

const changed = fc
  .constantFrom(...ENTITIES)
  .chain((entity) =>
    fc
      .record({ field: fc.constantFrom(...RECORD_FIELDS[entity], '__proto__', 'else'), value: values })
      .map(({ field, value }) => ({ entity, record: JSON.parse(JSON.stringify(sampleRecord(entity))), field, value })),
  );

/** Serialises a record by its schema and then as JSON. */
function serializeBySchema(entity: (typeof ENTITIES)[number], record: unknown): string | null {
  const checked = recordSchemas[entity].safeParse(record);
  try {
    return checked.success ? canonicalJson(checked.data) : null;
  } catch {
    return null;
  }
}

function serializeInOnePass(entity: (typeof ENTITIES)[number], record: unknown): string | null {
  try {
    return canonicalRecord(entity, record);
  } catch {
    return null;
  }
}

describe('canonicalRecord', () => {
  it.each(ENTITIES)('writes %s like the schema followed by canonical JSON, for any order of fields', (entity) => {
    const record = sampleRecord(entity);
    const turned = Object.fromEntries(Object.entries(record).reverse());
    expect(canonicalRecord(entity, record)).toBe(serializeBySchema(entity, record));
    expect(canonicalRecord(entity, turned)).toBe(serializeBySchema(entity, record));
    expect(serializeRecord(entity, record)).toBe(canonicalJson(record));
  });

  it('rejects the same records as the schema: invalid values, and missing, extra or inherited fields', () => {
    fc.assert(
      fc.property(changed, fc.boolean(), ({ entity, record, field, value }, isLost) => {
        if (isLost) delete record[field];
        else Object.defineProperty(record, field, { value, enumerable: true, configurable: true, writable: true });
        expect(serializeInOnePass(entity, record)).toBe(serializeBySchema(entity, record));
        const inherited = Object.create({ [field]: record[field] }, Object.getOwnPropertyDescriptors(record));
        if (field in record) delete inherited[field];
        expect(serializeInOnePass(entity, inherited)).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });

  it('parseRecord accepts only the line that serializeRecord writes', () => {
    const line = serializeRecord('tags', sampleRecord('tags'));
    const read = (text: string) => parseRecord('tags', encodeUtf8(text)).ok;
    expect(read(line)).toBe(true);
    for (const other of [
      ` ${line}`,
      line.replace(':', ': '),
      line.replace('{', '{"__proto__":1,'),
      `${line}x`,
      'null',
      '1',
    ])
      expect(read(other), other).toBe(false);
  });
});
