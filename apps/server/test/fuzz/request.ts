import type { OperationName } from '@notes/contract';
import fc from 'fast-check';
import { type RawRequest, sampleRequest } from '../support/ask.js';
import { httpOperations, inputSchema, requiredFields, type Sample, type World } from '../support/world.js';
import { createArbitrary, hostile } from './values.js';

/** Single defect added to a valid request. */
export type Mutation =
  | { readonly kind: 'none' | 'drop' | 'rename' | 'repeat' | 'truncate' | 'chunk' | 'append' }
  | { readonly kind: 'value' | 'parameter' | 'header' | 'body'; readonly value: unknown }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'type'; readonly type: string };

/** Plan of a request: all choices, before ids are filled in. */
export interface Plan {
  readonly operation: OperationName;
  /** Valid values that replace those of the sample. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of omitted optional fields. */
  readonly omitted: readonly string[];
  readonly mutation: Mutation;
  /** Index of the field, parameter or header to change. */
  readonly pick: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mutation>({ kind: 'none' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('drop', 'rename', 'repeat', 'truncate', 'chunk', 'append').map((kind) => ({ kind })),
  },
  { weight: 8, arbitrary: hostile.map((value): Mutation => ({ kind: 'value', value })) },
  { weight: 2, arbitrary: hostile.map((value): Mutation => ({ kind: 'parameter', value })) },
  { weight: 1, arbitrary: hostile.map((value): Mutation => ({ kind: 'header', value })) },
  { weight: 1, arbitrary: hostile.map((value): Mutation => ({ kind: 'body', value })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE')
      .map((method): Mutation => ({ kind: 'method', method })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', '')
      .map((type): Mutation => ({ kind: 'type', type })),
  },
);

/** Fields that are optional in schemas but required by the samples' operations. */
const NEEDED = new Set(['base_revision_id', 'selection', 'values']);
const NEEDED_BY: { readonly [Name in OperationName]?: readonly string[] } = { runBatch: ['notebook_id', 'tags'] };
const isNeeded = (operation: OperationName, field: string) =>
  NEEDED.has(field) || NEEDED_BY[operation]?.includes(field) === true;

function createPlanArbitrary(operation: OperationName): fc.Arbitrary<Plan> {
  const schema = inputSchema(operation);
  const arbitraries = Object.entries(schema).flatMap(([field, each]) => {
    const value = createArbitrary(operation, field, each);
    return value === undefined ? [] : [[field, value] as const];
  });
  const optional = Object.keys(schema).filter(
    (field) => !requiredFields(operation).includes(field) && !isNeeded(operation, field),
  );
  return fc.record({
    operation: fc.constant(operation),
    values: fc.record(Object.fromEntries(arbitraries)) as fc.Arbitrary<Record<string, unknown>>,
    omitted: fc.subarray(optional),
    mutation,
    pick: fc.nat(20),
  });
}

export const plans: fc.Arbitrary<Plan> = fc.oneof(...httpOperations.map(createPlanArbitrary));

/** Returns a valid plan for each operation, and one without each of its fields: random choices alone would miss some. */
export const everyOperation = (seed: number): Plan[] =>
  httpOperations.flatMap((name) => {
    const [plan] = fc.sample(createPlanArbitrary(name), { numRuns: 1, seed }) as [Plan];
    const fields = Object.keys(inputSchema(name));
    const dropped = fields.map((_, pick): Plan => ({ ...plan, mutation: { kind: 'drop' }, pick }));
    return [{ ...plan, mutation: { kind: 'none' } }, ...dropped];
  });

/** Creates the objects of a plan and returns its request. */
export async function carryOut(plan: Plan, world: World): Promise<{ sample: Sample; request: RawRequest }> {
  const made = await world.sample(plan.operation);
  const values: Record<string, unknown> = { ...plan.values };
  // Lines are requested in ascending order; names are unique among siblings.
  if (typeof values.start === 'number' && typeof values.end === 'number' && values.end < values.start)
    values.end = values.start;
  const params = Object.fromEntries(
    Object.entries(made.params).map(([name, own]) => [name, String(values[name] ?? own)]),
  );
  const fields = Object.fromEntries(
    Object.entries(made.fields)
      .map(([name, own]) => [name, values[name] === undefined ? own : values[name]] as const)
      .filter(([name]) => !plan.omitted.includes(name)),
  );
  const sample = { ...made, params, fields };
  return { sample, request: mutateRequest(sample, plan) };
}

function mutateRequest(sample: Sample, { operation, mutation: change, pick }: Plan): RawRequest {
  const names = [...Object.keys(sample.fields), ...('cursor' in inputSchema(operation) ? ['cursor'] : [])];
  const name = names[pick % Math.max(names.length, 1)];
  const { [name ?? '']: _, ...others } = sample.fields;
  const right = sampleRequest(sample);
  const body = right.body ?? (sample.method === 'GET' ? undefined : '{}');
  switch (change.kind) {
    case 'drop':
      return sampleRequest({ ...sample, fields: others });
    case 'rename':
      return sampleRequest({ ...sample, fields: { ...others, [`${name ?? ''}_`]: 1 } });
    case 'value':
      return name === undefined ? right : sampleRequest({ ...sample, fields: { ...others, [name]: change.value } });
    case 'parameter':
      return withParameter(sample, change.value, pick);
    case 'repeat':
      return sample.method === 'GET' || sample.bytes !== undefined
        ? {
            ...right,
            target: `${right.target}${right.target?.includes('?') ? '&' : '?'}${name ?? 'x'}=1&${name ?? 'x'}=1`,
          }
        : {
            ...right,
            headers: [...(right.headers ?? []), ...(right.headers ?? [])],
            body: `{"${name ?? 'x'}":1,${(body ?? '{}').slice(1)}`,
          };
    case 'truncate':
      return body === undefined ? right : { ...right, body: body.slice(0, Math.floor(body.length * (pick / 20))) };
    case 'append':
      return body === undefined ? right : { ...right, body: `${body}}` };
    case 'chunk':
      return body === undefined ? right : chunkRequest(right, String(body));
    case 'body':
      return { ...right, body: JSON.stringify(change.value) ?? '' };
    case 'method':
      return { ...right, method: change.method };
    case 'type':
      return {
        ...right,
        ...(body !== undefined && { body }),
        headers: [...(right.headers ?? []), ['Content-Type', change.type]],
      };
    case 'header':
      return {
        ...right,
        headers: [
          ...(right.headers ?? []),
          [headerNames[pick % headerNames.length] as string, headerText(change.value)],
        ],
      };
    default:
      return right;
  }
}

const headerNames = [
  'If-Match',
  'If-None-Match',
  'X-Service-Confirmation',
  'Accept',
  'Range',
  'If-Range',
  'Content-Disposition',
  'Cookie',
  'Content-Type',
  'Accept-Encoding',
];

/** Restricts a text to characters that a header can hold. Malformed HTTP is covered by another test. */
const headerText = (value: unknown) =>
  String(JSON.stringify(value) ?? '')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 8_000);

function withParameter(sample: Sample, value: unknown, pick: number): RawRequest {
  const names = Object.keys(sample.params);
  const name = names[pick % Math.max(names.length, 1)];
  // Far below the limit of a request line.
  const text = String(typeof value === 'object' ? JSON.stringify(value) : value)
    .toWellFormed()
    .slice(0, 3_000);
  return sampleRequest(name === undefined ? sample : { ...sample, params: { ...sample.params, [name]: text } });
}

function chunkRequest(request: RawRequest, body: string): RawRequest {
  const bytes = Buffer.from(body);
  const pieces = [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)].filter(
    ({ length }) => length > 0,
  );
  const framed = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)};x=y\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  const headers = [...(request.headers ?? []), ['Transfer-Encoding', 'chunked'] as const];
  return { ...request, headers, body: Buffer.concat([...framed, Buffer.from('0\r\nTrailer: x\r\n\r\n')]) };
}
