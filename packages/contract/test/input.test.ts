import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkConfirmation, checkPrecondition, operations, parseInput, ServiceError } from '../src/index.js';
import { operation, pathParameters } from '../src/operation.js';

const DOC = 'doc_01j00000000000000000000000';

/** Returns the code and message with which a call is refused. */
function refusal(work: () => unknown): [string, string] {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, error.message];
    throw error;
  }
  throw new Error('was not refused');
}
const parse = (name: keyof typeof operations, raw: unknown) => () => parseInput(operations[name], raw);

describe('parseInput', () => {
  it('fills in defaults and lowers a page size over the maximum', () => {
    expect(parseInput(operations.createDocument, { title: 'x' })).toEqual({ title: 'x', body: '', tags: [] });
    expect(parseInput(operations.listTrash, { limit: 1_000 })).toEqual({ limit: 200 });
  });

  it('reports not_found for a malformed id in the path, and validation_failed for other ids', () => {
    expect(refusal(parse('getDocument', { document_id: 'x' }))).toEqual([
      'not_found',
      'There is no note "x". Check the id',
    ]);
    expect(refusal(parse('getJob', { job_id: 'x' }))[1]).toBe('There is no job "x". Check the id');
    expect(refusal(parse('moveDocument', { document_id: DOC, notebook_id: 'x' }))[0]).toBe('validation_failed');
    expect(refusal(parse('addDocumentTag', { document_id: DOC, tag: '/' }))[0]).toBe('validation_failed');
  });

  it('names the kind of the entity that a malformed id in a path should identify', () => {
    const parameters = Object.entries(operations).flatMap(([name, { http }]) =>
      http === null ? [] : pathParameters(http.path).map((parameter) => [name, parameter] as const),
    );
    const refused = parameters.filter(([, parameter]) => parameter.endsWith('_id') && parameter !== 'backup_id');
    expect(refused.length).toBeGreaterThan(20);
    for (const [name, parameter] of refused) {
      const message = refusal(parse(name as keyof typeof operations, { document_id: DOC, [parameter]: 'x' }))[1];
      expect(message, name).toMatch(/^There is no (?!object)[a-z ]+ "x"\. Check the id$/);
    }
  });

  it('names the first invalid field, and unknown fields', () => {
    expect(refusal(parse('createDocument', {}))[1]).toMatch(/^title: /);
    expect(refusal(parse('createDocument', { title: 'x', tags: ['ok', '/'] }))[1]).toMatch(/^tags\.1: /);
    const unknown = 'Unknown field: titel. The fields are title, body, notebook_id, tags';
    expect(refusal(parse('createDocument', { title: 'x', titel: 'y' }))[1]).toBe(unknown);
    expect(refusal(parse('createDocument', { titel: 'y' }))[1]).toBe(unknown);
    expect(refusal(parse('createDocument', { titel: 'y', body: 1 }))[1]).toBe(unknown);
    const edits = [{ search: 'a', replace: 'b', all: true }];
    expect(refusal(parse('editDocument', { document_id: DOC, edits }))[1]).toBe(
      'Unknown field: edits.0.all. The fields are search, replace, replace_all',
    );
    expect(refusal(parse('purgeDocument', { document_id: DOC, now: true }))[1]).toBe(
      'Unknown field: now. Send no fields',
    );
    expect(refusal(parse('createDocument', null))[0]).toBe('validation_failed');
  });

  it('reports the limit of a field, however far the value exceeds it', () => {
    for (const bytes of [256, 1_020, 1_021, 100_000]) {
      const tooLong = refusal(parse('createDocument', { title: 'x', tags: ['t'.repeat(bytes)] }));
      expect(tooLong[1]).toBe('tags.0: must be at most 255 bytes');
      expect(refusal(parse('createNotebook', { name: 't'.repeat(bytes) }))[1]).toBe('name: must be at most 255 bytes');
    }
    const graph = { roots: [DOC] };
    for (const depth of [6, 1e20, Number.MAX_VALUE])
      expect(refusal(parse('getGraph', { ...graph, depth }))[1]).toBe('depth: must be at most 5');
    for (const depth of [0, -1e20])
      expect(refusal(parse('getGraph', { ...graph, depth }))[1]).toBe('depth: must be at least 1');
    expect(refusal(parse('getGraph', { ...graph, depth: 1.5 }))[1]).toBe('depth: must be a whole number');
  });

  it('reports body_too_large for too much text, and shortens quoted field names', () => {
    const long = 'x'.repeat(17 * 1024 * 1024);
    expect(refusal(parse('createDocument', { title: 'x', body: long }))[0]).toBe('body_too_large');
    const [code, message] = refusal(parse('createDocument', { title: 'x', ['k'.repeat(10_000)]: 1 }));
    expect([code, message.length < 400]).toEqual(['validation_failed', true]);
  });

  it('throws only ServiceError with a short message for arbitrary values', () => {
    const names = Object.keys(operations) as (keyof typeof operations)[];
    const field = fc.constantFrom(
      ...names.flatMap((name) => Object.keys(operations[name].input.shape)),
      '__proto__',
      'x',
    );
    const raw = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue()), fc.object());
    fc.assert(
      fc.property(fc.constantFrom(...names), raw, (name, value) => {
        try {
          parseInput(operations[name], value);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect((error as ServiceError).message.length).toBeLessThan(500);
        }
      }),
      { seed: 20_261_121, numRuns: 1_000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('refuses __proto__ and constructor as fields without polluting prototypes', () => {
    for (const raw of [
      '{"title":"x","__proto__":{"polluted":1}}',
      '{"title":"x","constructor":{"prototype":{"polluted":1}}}',
    ])
      expect(refusal(parse('createDocument', JSON.parse(raw)))[0]).toBe('validation_failed');
    expect('polluted' in {}).toBe(false);
  });

  it('refuses a graph limit over its maximum, and lowers a page size over its maximum', () => {
    const ceilings = [
      ['depth', 5],
      ['max_nodes', 5_000],
      ['max_edges', 20_000],
    ] as const;
    for (const [field, max] of ceilings) {
      expect(parseInput(operations.getGraph, { roots: [DOC], [field]: max })[field]).toBe(max);
      const [code, message] = refusal(parse('getGraph', { roots: [DOC], [field]: max + 1 }));
      expect([code, message]).toEqual(['validation_failed', `${field}: must be at most ${max}`]);
    }
    const roots = Array.from({ length: 101 }, () => DOC);
    expect(refusal(parse('getGraph', { roots }))[1]).toBe('roots: must have at most 100 entries');
    expect(refusal(parse('getGraph', { roots: [] }))[1]).toBe('roots: must not be empty');
    expect(parseInput(operations.listTasks, { limit: 5_000 })).toEqual({ state: 'all', limit: 1_000 });
  });

  it('counts trimmed code points for the minimum length of a link suggestion', () => {
    for (const q of ['', 'a', ' a ', '\u{1f600}']) expect(refusal(parse('suggestLinks', { q }))[1]).toMatch(/^q: /);
    expect(parseInput(operations.suggestLinks, { q: ' \u00e9\u{1f600} ' })).toEqual({
      q: '\u00e9\u{1f600}',
      limit: 10,
    });
  });

  it('accepts template values under any name except __proto__, up to 100', () => {
    const make = (values: string) => ({ document_id: DOC, title: 'x', values: JSON.parse(values) as unknown });
    const named = make('{"constructor":"a","hasOwnProperty":"b"}');
    expect(parseInput(operations.createFromTemplate, named)).toEqual(named);
    for (const wrong of ['{"__proto__":"a"}', '{"__proto__":{"a":"b"}}', '{"a":1}', '[]', 'null', '"a"'])
      expect(refusal(parse('createFromTemplate', make(wrong)))[1], wrong).toMatch(/^values(\.a)?: /);
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, '']));
    expect(parseInput(operations.createFromTemplate, { ...named, values: many(100) }).values).toEqual(many(100));
    expect(refusal(parse('createFromTemplate', { ...named, values: many(101) }))[1]).toMatch('at most 100');
  });
});

it('checkPrecondition refuses a call without the required revision', () => {
  expect(refusal(() => checkPrecondition({ precondition: 'required' }, undefined))[0]).toBe('precondition_required');
  checkPrecondition({ precondition: 'required' }, 'rev_x');
  checkPrecondition({ precondition: 'optional' }, undefined);
  expect(refusal(parse('trashDocument', { document_id: DOC, base_revision_id: '*' }))[0]).toBe('validation_failed');
});

it('checkConfirmation accepts only the exact confirmation', () => {
  const row = operation({
    summary: 'Destroy.',
    input: z.strictObject({ thing: z.string(), confirmation: z.string().optional() }),
    output: z.object({}),
    errors: ['precondition_required'],
    confirmation: { word: 'destroy', input: 'thing' },
    http: null,
    mcp: null,
    cli: null,
  });
  checkConfirmation(row, { thing: 'a', confirmation: 'destroy:a' });
  for (const confirmation of [undefined, '', 'destroy:b', 'destroy:a ', 'DESTROY:a', 'destroy'])
    expect(refusal(() => checkConfirmation(row, { thing: 'a', confirmation }))[0]).toBe('precondition_required');
});
