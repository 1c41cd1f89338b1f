import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import {
  type AdvertisedTool,
  advertise,
  findTool,
  isOffered,
  type JsonSchema,
  type ToolScopes,
  tools,
} from '../src/tools/index.js';

const list = (scopes: ToolScopes) => tools.filter((tool) => isOffered(tool, scopes)).map((tool) => advertise(tool));
const everything = list({ scope: 'organizer', syncScope: 'control' });

/** Fields of a tool that clients show to a model. */
const toModelView = ({ name, description, inputSchema }: AdvertisedTool) => ({ name, description, inputSchema });
const countJsonTokens = (value: unknown) => countTokens(JSON.stringify(value));

/** Stands for the output schema of tools whose results are texts. */
const EMPTY: JsonSchema = { type: 'object', properties: {} };

/** Returns every object in a schema, including the schema itself. */
function listSchemaParts(schema: object): Record<string, unknown>[] {
  const inner = Object.values(schema).filter((part): part is object => typeof part === 'object' && part !== null);
  return [schema as Record<string, unknown>, ...inner.flatMap(listSchemaParts)];
}

describe('[M-TOKENS]', () => {
  it.each([
    { scopes: { scope: 'read-only', syncScope: 'disabled' }, model: 2_200, wire: 4_500 },
    { scopes: { scope: 'organizer', syncScope: 'control' }, model: 4_000, wire: 8_000 },
  ] as const)('the tools of scope $scopes.scope and sync scope $scopes.syncScope take at most $model tokens', (row) => {
    const offered = list(row.scopes);
    expect(countJsonTokens(offered.map(toModelView))).toBeLessThanOrEqual(row.model);
    expect(countJsonTokens({ tools: offered })).toBeLessThanOrEqual(row.wire);
  });

  it.each(everything)('$name takes at most 250 tokens and describes itself in at most 300 characters', (tool) => {
    expect(countJsonTokens(toModelView(tool))).toBeLessThanOrEqual(250);
    expect(tool.description.length).toBeLessThanOrEqual(300);
  });
});

describe.each(everything)('the schemas of $name [M-TOOL-SCHEMAS]', ({ name, inputSchema, outputSchema = EMPTY }) => {
  const dialects = [new Ajv({ strict: true }), new Ajv2020({ strict: true })];

  it('compile in both JSON Schema dialects that clients use', () => {
    for (const schema of [inputSchema, outputSchema])
      for (const ajv of dialects) expect(ajv.compile(schema)).toBeTypeOf('function');
  });

  it('contain no keyword that providers refuse or that only costs tokens', () => {
    const parts = [inputSchema, outputSchema].flatMap(listSchemaParts);
    const words = ['$schema', '$ref', '$defs', '$id', 'oneOf', 'allOf', 'if', 'not'];
    expect(words.filter((word) => parts.some((part) => Object.hasOwn(part, word)))).toEqual([]);
    const numbers = parts.flatMap(Object.values).filter((part) => typeof part === 'number');
    expect(numbers.filter((number) => Math.abs(number) >= Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('give each value a single type, since some clients support no lists of types', () => {
    const types = [inputSchema, outputSchema].flatMap(listSchemaParts).map(({ type }) => type);
    expect(types.filter((type) => Array.isArray(type))).toEqual([]);
  });

  it('accept one object without additional arguments', () => {
    expect(inputSchema).toMatchObject({ type: 'object', properties: {}, additionalProperties: false });
    expect(Object.keys(inputSchema)).not.toContain('anyOf');
  });

  it('describe a result one level deep, and allow additional fields', () => {
    expect(outputSchema === EMPTY).toBe(findTool(name)?.textField !== undefined);
    expect(outputSchema).toMatchObject({ type: 'object', properties: {} });
    expect(Object.keys(outputSchema).filter((key) => !['type', 'properties', 'required'].includes(key))).toEqual([]);
    for (const field of Object.values(outputSchema.properties ?? {})) {
      expect(field).not.toHaveProperty('properties');
      expect(field.items ?? {}).not.toHaveProperty('properties');
    }
  });
});

it('the output schema of search_documents has every field of its results, and each tool for note texts the notice [M-TOOL-SCHEMAS]', () => {
  const { outputSchema } = advertise({ name: 'search_documents' });
  expect(Object.keys(outputSchema?.properties ?? {}).toSorted()).toEqual([
    ...['channels', 'did_you_mean', 'next_cursor', 'notice', 'results', 'truncated', 'warnings'],
  ]);
  for (const { name, outputSchema } of everything)
    if (outputSchema !== undefined)
      expect(Object.hasOwn(outputSchema.properties ?? {}, 'notice'), name).toBe(findTool(name)?.holdsNoteText === true);
});

it('tools have no output schema where results are text only [M-TOOL-SCHEMAS]', () => {
  for (const tool of tools) {
    const { outputSchema: _, ...rest } = advertise(tool);
    expect(advertise(tool, 'text')).toEqual(rest);
    expect(advertise(tool, 'text')).not.toHaveProperty('outputSchema');
  }
});

it('tools are listed by name, with the same definitions each time', () => {
  const names = everything.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
  expect(names).toHaveLength(46);
  expect(list({ scope: 'organizer', syncScope: 'control' })).toEqual(everything);
});
