import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkConfirmation, checkPrecondition, operations, parseInput, ServiceError } from '../src/index.js';
import { operation } from '../src/operation.js';

const DOC = 'doc_01j00000000000000000000000';

/** What a call is refused with. */
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

describe('parsing an input', () => {
  it('fills in what may be left out', () => {
    expect(parseInput(operations.createDocument, { title: 'x' })).toEqual({ title: 'x', body: '', tags: [] });
    expect(parseInput(operations.listTrash, { limit: 1_000 })).toEqual({ limit: 200 });
  });

  it('answers not_found for an id of the path that is none, validation_failed for others', () => {
    expect(refusal(parse('getDocument', { document_id: 'x' }))[0]).toBe('not_found');
    expect(refusal(parse('moveDocument', { document_id: DOC, notebook_id: 'x' }))[0]).toBe('validation_failed');
    expect(refusal(parse('addDocumentTag', { document_id: DOC, tag: '/' }))[0]).toBe('validation_failed');
  });

  it('names the first field that is wrong, and any it does not know', () => {
    expect(refusal(parse('createDocument', {}))[1]).toMatch(/^title: /);
    expect(refusal(parse('createDocument', { title: 'x', tags: ['ok', '/'] }))[1]).toMatch(/^tags\.1: /);
    expect(refusal(parse('createDocument', { title: 'x', titel: 'y' }))[1]).toBe('unknown field: titel');
    const edits = [{ search: 'a', replace: 'b', all: true }];
    expect(refusal(parse('editDocument', { document_id: DOC, edits }))[1]).toBe('unknown field: edits.0.all');
    expect(refusal(parse('createDocument', null))[0]).toBe('validation_failed');
  });

  it('tells too much text from wrong text, and quotes little of either', () => {
    const long = 'x'.repeat(17 * 1024 * 1024);
    expect(refusal(parse('createDocument', { title: 'x', body: long }))[0]).toBe('body_too_large');
    const [code, message] = refusal(parse('createDocument', { title: 'x', ['k'.repeat(10_000)]: 1 }));
    expect([code, message.length < 300]).toEqual(['validation_failed', true]);
  });

  it('answers anything that is no input with a refusal of its own', () => {
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

  it('lets no prototype in', () => {
    for (const raw of [
      '{"title":"x","__proto__":{"polluted":1}}',
      '{"title":"x","constructor":{"prototype":{"polluted":1}}}',
    ])
      expect(refusal(parse('createDocument', JSON.parse(raw)))[0]).toBe('validation_failed');
    expect('polluted' in {}).toBe(false);
  });
});

it('a row that needs a revision is not run without one', () => {
  expect(refusal(() => checkPrecondition({ precondition: 'required' }, undefined))[0]).toBe('precondition_required');
  checkPrecondition({ precondition: 'required' }, 'rev_x');
  checkPrecondition({ precondition: 'optional' }, undefined);
  expect(refusal(parse('trashDocument', { document_id: DOC, base_revision_id: '*' }))[0]).toBe('validation_failed');
});

it('a row that needs a confirmation takes the exact one', () => {
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
