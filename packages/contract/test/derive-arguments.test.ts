import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Operation, operation, operations } from '../src/index.js';
import type { ArgumentDifference } from '../src/operation.js';
import { baseRevisionId, cursor, id, limit } from '../src/schemas/primitives.js';
import { deriveArguments } from '../src/tools/derive-arguments.js';

const DOC = 'doc_01j00000000000000000000000';
const input = z.strictObject({
  limit: limit(50, 200),
  note: z.string().optional().describe('Any note.'),
  size: z.int().min(1).max(9).default(3).describe('Size.'),
  document_id: id('document'),
  others: z.strictObject({ ids: z.array(id('document')).max(2).describe('Two.') }).optional(),
  cursor: cursor.optional(),
  base_revision_id: baseRevisionId.optional(),
});

function derive(
  differences: Record<string, ArgumentDifference> = {},
  precondition: NonNullable<Operation['precondition']> = 'optional',
) {
  const mcp = { tool: 't', scope: 'editor', arguments: differences } as const;
  const row = { summary: 'Measure.', input, output: z.object({}), errors: [], precondition, http: null, cli: null };
  return deriveArguments(operation({ ...row, mcp }));
}
const getProperties = (schema: z.ZodObject) =>
  z.toJSONSchema(schema, { io: 'input' }).properties as Record<string, Record<string, unknown>>;

describe('deriveArguments', () => {
  it('puts required arguments first and those of pages last', () => {
    const names = ['document_id', 'note', 'size', 'others', 'base_revision_id', 'limit', 'cursor'];
    expect(Object.keys(derive().shape)).toEqual(names);
    expect(Object.keys(derive({}, 'required').shape).slice(0, 2)).toEqual(['document_id', 'base_revision_id']);
  });

  it('accepts the address of a note wherever the row has an id, and keeps bounds and descriptions', () => {
    const address = `document://default/documents/${DOC}#^a`;
    const read = derive().parse({ document_id: address, others: { ids: [address, DOC] } });
    expect(read).toMatchObject({ document_id: DOC, others: { ids: [DOC, DOC] }, size: 3 });
    expect(derive().safeParse({ document_id: DOC, others: { ids: [DOC, DOC, DOC] } }).success).toBe(false);
    const { others, document_id } = getProperties(derive());
    expect(others).toMatchObject({ properties: { ids: { description: 'Two.', maxItems: 2 } } });
    expect(document_id).toEqual({ type: 'string' });
  });

  it('describes an argument with a text, and keeps its bounds', () => {
    const { size, note } = getProperties(derive({ size: 'How much.', note: '' }));
    expect(size).toMatchObject({ description: 'How much.', minimum: 1, maximum: 9, default: 3 });
    expect(note).toMatchObject({ description: '' });
  });

  it('replaces an input with a schema, adds an argument, and omits an input that is null', () => {
    const { shape } = derive({ size: z.int().max(4), extra: z.boolean(), note: null });
    expect(Object.keys(shape)).not.toContain('note');
    expect(shape.extra).toBeInstanceOf(z.ZodBoolean);
    expect(shape.size?.safeParse(5).success).toBe(false);
  });

  it('requires a revision only where the row does', () => {
    expect(derive().safeParse({ document_id: DOC }).success).toBe(true);
    expect(derive({}, 'required').safeParse({ document_id: DOC }).success).toBe(false);
  });
});

it.each(Object.entries<Operation>(operations))('%s describes and omits only its own inputs for agents', (_, row) => {
  const differences = Object.entries(row.mcp?.arguments ?? {});
  const names = differences.filter(([, difference]) => !(difference instanceof z.ZodType)).map(([name]) => name);
  expect(Object.keys(row.input.shape)).toEqual(expect.arrayContaining(names));
});
