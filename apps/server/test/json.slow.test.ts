import { type HttpBinding, type Operation, operations, takesQuery } from '@notes/contract';
import { expectDoneWithin } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { ask, fill, type RawRequest, readError, sampleRequest, verdict } from './support/ask.js';
import { converse, type RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';
import { type FieldSchema, httpOperations, inputSchema, isOfDevices, requiredFields } from './support/world.js';

const service = useService();
const small = useService({ settings: ['server.max_json_bytes=4096'] });

const BAD = '400 validation_failed';
const MIB = 1024 * 1024;
const create = (body: string | Uint8Array, more: Partial<RawRequest> = {}) =>
  ask(service.port, { method: 'POST', target: '/api/v1/documents', body, ...more });
const bytes = (hex: string) => Buffer.concat([Buffer.from('{"title":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')]);

/** Rows that accept JSON, with their size limits. */
const writing = httpOperations.filter((name) => !takesQuery(operations[name].http as HttpBinding));
const getLimit = (name: (typeof writing)[number]) =>
  (operations[name] as Operation).http?.carriesText === true ? 32 * MIB : MIB;

describe('the bytes of a JSON body', () => {
  it.each([
    ['0xFF', 'ff'],
    ['0xFE', 'fe'],
    ['a lone continuation byte', '80'],
    ['two bytes, one missing', 'c3'],
    ['three bytes, one missing', 'e282'],
    ['four bytes, one missing', 'f09f98'],
    ['an overlong slash', 'c0af'],
    ['an overlong slash in three', 'e080af'],
    ['an overlong NUL', 'c080'],
    ['a surrogate', 'eda080'],
    ['a pair of surrogates', 'eda0bdedb880'],
    ['beyond Unicode', 'f4908080'],
    ['five bytes', 'f888808080'],
    ['Latin 1', '636166e9'],
  ])('%s is rejected as invalid UTF-8', async (_, hex) => {
    const answer = await create(bytes(hex));
    expect(verdict(answer)).toBe(BAD);
    expect(readError(answer).message).toBe('The body is not valid UTF-8');
  });

  it.each(['41', 'c3a9', 'e282ac', 'f09f9880', 'efbfbf', 'ee8080', 'f48fbfbf'])('%s is accepted', async (hex) => {
    const answer = await create(bytes(hex));
    expect(verdict(answer)).toBe('201');
    expect(readTitle(answer)).toBe(Buffer.from(hex, 'hex').toString());
  });

  it('can begin with one byte order mark, which is ignored', async () => {
    expect(verdict(await create(Buffer.from('\ufeff{"title":"\ufeffx"}')))).toBe('201');
    expect(verdict(await create('\ufeff'))).toBe(BAD);
    expect(verdict(await create('\ufeff\ufeff{"title":"x"}'))).toBe(BAD);
    expect(verdict(await create(Buffer.from('\ufeff{"title":"x"}', 'utf16le')))).toBe(BAD);
  });

  it('can arrive in chunks split anywhere', async () => {
    const body = Buffer.from('{"title":"é€😀"}');
    const chunks = [...body].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]));
    const head = requestHead('/api/v1/documents', 'Transfer-Encoding: chunked');
    const { answers } = await converse(
      service.port,
      Buffer.concat([Buffer.from(head), ...chunks, Buffer.from('0\r\n\r\n')]),
    );
    expect(answers.map(readTitle)).toEqual(['é€😀']);
  });

  it('can be empty, which means no fields', async () => {
    for (const framing of ['Content-Length: 0\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n', '\r\n']) {
      const head = requestHead('/api/v1/search', '').trimEnd();
      const { answers } = await converse(service.port, `${head}\r\n${framing}`);
      expect(answers.map((answer) => verdict(answer))).toEqual(['200']);
    }
  });
});

describe('the JSON value of a body', () => {
  const deep = (open: string, close: string, inner = '') => open.repeat(200_000) + inner + close.repeat(200_000);

  it.each([
    ['only white space', '  '],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['true', 'true'],
    ['no end', '{"title":"x"'],
    ['no value', '{"title":}'],
    ['a comma too many', '{"title":"x",}'],
    ['single quotes', "{'title':'x'}"],
    ['no quotes', '{title:"x"}'],
    ['a comment', '{"title":"x"/**/}'],
    ['two values', '{"title":"x"}{"title":"y"}'],
    ['garbage after the value', '{"title":"x"}x'],
    ['a raw line feed in a text', '{"title":"a\nb"}'],
    ['a bad escape', '{"title":"\\x41"}'],
    ['NaN', '{"title":NaN}'],
    ['another space', '\u00a0{"title":"x"}'],
  ])('%s is rejected in time', async (_, body) => {
    await expectDoneWithin(2_000, async () => expect(verdict(await create(body))).toBe(BAD));
  });

  it.each([
    ['lists 200,000 deep', deep('[', ']')],
    ['lists 200,000 deep in a field', `{"title":${deep('[', ']')}}`],
    ['lists 200,000 deep in tags', `{"title":"x","tags":${deep('[', ']')}}`],
    ['objects 200,000 deep', deep('{"a":', '}', '1')],
    ['lists 200,000 deep without an end', '['.repeat(200_000)],
    ['200,000 tags', `{"title":"x","tags":[${'0,'.repeat(200_000)}0]}`],
    ['200,000 fields', `{"title":"x"${Array.from({ length: 200_000 }, (_, index) => `,"a${index}":0`).join('')}}`],
    ['millions of values', `{"title":"x","tags":[${'0,'.repeat(16_000_000)}0]}`],
    ['millions of fields', `{"title":"x"${Array.from({ length: 2_500_000 }, (_, index) => `,"${index}":0`).join('')}}`],
  ])('%s exceed the limit of values and are rejected before parsing', async (_, body) => {
    await expectDoneWithin(2_000, async () => {
      const answer = await create(body);
      expect([verdict(answer), readError(answer).message]).toEqual([
        BAD,
        'The body has more than 50000 values. Send fewer',
      ]);
    });
  });

  it('can contain many commas and brackets in a string', async () => {
    expect(verdict(await create(JSON.stringify({ title: 'x', body: '\\",[{'.repeat(100_000) })))).toBe('201');
  });

  it('with two fields of the same name is rejected, naming the field', async () => {
    const before = service.changes();
    const answer = await create('{"title":"first","body":"x","title":"second"}');
    expect([verdict(answer), readError(answer).message]).toEqual([BAD, 'Repeated field: title. Send it once']);
    expect(service.changes()).toBe(before);
  });

  it('cannot change a prototype', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
      for (const value of ['{"polluted":1}', '{"prototype":{"polluted":1}}', 'null', '1']) {
        expect(verdict(await create(`{"title":"x","${name}":${value}}`))).toBe(BAD);
        const edits = `{"edits":[{"search":"a","replace":"b","${name}":${value}}],"base_revision_id":"x"}`;
        const { id } = await service.world.note();
        expect(
          verdict(await ask(service.port, { method: 'PATCH', target: `/api/v1/documents/${id}`, body: edits })),
        ).toBe(BAD);
      }
    expect(verdict(await create('{"__proto__":{"title":"x"}}'))).toBe(BAD);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('numeric and Boolean fields', () => {
  const alone = httpOperations.filter((name) => !isOfDevices(name));
  const listFields = (type: string) =>
    alone.flatMap((name) =>
      Object.entries(inputSchema(name))
        .filter(([, schema]) => schema.type === type)
        .map(([field, schema]): [string, Field] => [`${field} of ${name}`, { name, field, schema }]),
    );
  type Field = { name: (typeof httpOperations)[number]; field: string; schema: FieldSchema };

  const sendField = async ({ name, field }: Field, written: string): Promise<string> => {
    const sample = await service.world.sample(name);
    if (sample.method === 'GET') {
      const needed = Object.entries(sample.fields).filter(([each]) => requiredFields(name).includes(each));
      const alone = sampleRequest({ ...sample, fields: Object.fromEntries(needed) });
      const target = `${alone.target}${needed.length === 0 ? '?' : '&'}${field}=${written}`;
      return verdict(await ask(service.port, { ...alone, target }));
    }
    const body = JSON.stringify({ ...sample.fields, [field]: 'PLACE' }).replace('"PLACE"', written);
    return verdict(await ask(service.port, { ...sampleRequest(sample), body }));
  };

  const integers = listFields('integer');
  it('exist in the contract', () => expect(integers.length).toBeGreaterThan(3));

  it.each(integers)('%s accepts whole numbers up to its maximum and nothing else', async (_, field) => {
    const inQuery = operations[field.name].http?.method === 'get';
    const never = [
      '1e309',
      '-1e309',
      '9007199254740992',
      '9007199254740993',
      '5.5',
      '-5',
      'null',
      'true',
      '""',
      '"5"',
      '[5]',
      '{}',
    ];
    const neverInQuery = [
      '5.0',
      '5e0',
      '0x5',
      '%2B5',
      '+5',
      '5+',
      '5,6',
      '1_0',
      '%D9%A5',
      'NaN',
      'Infinity',
      '',
      '5%00',
      '-0',
    ];
    for (const written of [...never, ...(inQuery ? neverInQuery : [])])
      expect([written, await sendField(field, written)]).toEqual([written, BAD]);
    const largest = String(field.schema.maximum ?? Number.MAX_SAFE_INTEGER);
    for (const written of ['5', largest, ...(inQuery ? [] : ['5.0', '5e0', '50e-1'])])
      expect([written, await sendField(field, written)]).toEqual([written, '200']);
    for (const written of ['0', ...(inQuery ? [] : ['-0'])])
      expect([written, await sendField(field, written)]).toEqual([written, field.schema.minimum === 1 ? BAD : '200']);
  });

  it.each(listFields('boolean'))('%s accepts only true and false, in a query also 1 and 0', async (_, field) => {
    const inQuery = operations[field.name].http?.method === 'get';
    const neverInQuery = ['TRUE', 'True', 'yes', 'on', '', 'true,false', '2', '01', '1.0', '-1', 'toString'];
    for (const written of ['"true"', 'null', '[]', ...(inQuery ? neverInQuery : ['1', '0'])])
      expect([written, await sendField(field, written)]).toEqual([written, BAD]);
    for (const written of ['true', 'false', ...(inQuery ? ['1', '0'] : [])])
      expect([written, await sendField(field, written)]).toEqual([written, '200']);
  });
});

describe('the size limit of a JSON body', () => {
  it.each(writing.map((name) => [name, getLimit(name)] as const))('of %s is %i bytes', async (name, limit) => {
    const sample = await service.world.sample(name);
    const target = fill(sample.path, sample.params);
    const before = service.changes();
    const over = `${sample.method} ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${limit + 1}\r\n\r\n`;
    const { answers } = await converse(service.port, over, { answers: 1 });
    expect(answers.map((answer) => verdict(answer))).toEqual(['413 body_too_large']);
    expect(service.changes()).toBe(before);
    const body = JSON.stringify(sample.fields).padEnd(limit, ' ');
    const chunked = `${(limit + 1).toString(16)}\r\n${body} \r\n0\r\n\r\n`;
    const headers = [...sample.headers, ['Transfer-Encoding', 'chunked'] as const];
    expect(verdict(await ask(service.port, { method: sample.method, target, headers, body: chunked }))).toBe(
      '413 body_too_large',
    );
    expect(service.changes()).toBe(before);
    expect(
      verdict(await ask(service.port, { method: sample.method, target, headers: sample.headers, body })),
    ).not.toMatch(/^413/);
  });

  it('is server.max_json_bytes when that is smaller', async () => {
    for (const target of ['/api/v1/documents', '/api/v1/notebooks']) {
      const sendField = async (length: number) =>
        verdict(await ask(small.port, { method: 'POST', target, body: '{}'.padEnd(length) }));
      expect([await sendField(4_096), await sendField(4_097)]).toEqual([BAD, '413 body_too_large']);
    }
  });

  it('allows a note of exactly 16 MiB', async () => {
    const note = (length: number) => create(JSON.stringify({ title: 'x', body: 'x'.repeat(length) }));
    expect(verdict(await note(16 * MIB))).toBe('201');
    expect(verdict(await note(16 * MIB + 1))).toBe('413 body_too_large');
    expect(verdict(await create(JSON.stringify({ title: 'x', body: 'é'.repeat(8 * MIB + 1) })))).toBe(
      '413 body_too_large',
    );
  });
});

const requestHead = (target: string, header: string) =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${header}\r\n\r\n`;

const readTitle = ({ body }: RawAnswer) => (JSON.parse(body.toString()) as { title: string }).title;
