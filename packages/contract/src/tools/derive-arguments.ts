import { z } from 'zod';
import type { ArgumentDifference, Operation } from '../operation.js';
import { baseRevisionId, idKinds } from '../schemas/primitives.js';
import { cursor, limit, reference, start } from './argument-fields.js';

const requiredRevision = baseRevisionId.describe('current_revision_id you last read.');
const optionalRevision = baseRevisionId.optional().describe('Refuse if changed since.');

/**
 * Derives the arguments of a tool from the inputs of its row and the differences on its `mcp` form. Identifiers also
 * accept addresses, the revision of a precondition and the sizes and cursors of pages have one form in all tools.
 * Required arguments come first, and those of pages last.
 */
export function deriveArguments({ input, mcp, precondition }: Operation): z.ZodObject {
  const differences: Readonly<Record<string, ArgumentDifference>> = mcp?.arguments ?? {};
  const base_revision_id = precondition === 'required' ? requiredRevision : optionalRevision;
  const shared: Readonly<Record<string, z.ZodType>> = { limit: limit(), cursor: cursor(), base_revision_id };
  const inputs = Object.entries<z.ZodType>(input.shape).flatMap(([name, schema]): Argument[] => {
    const difference = differences[name];
    if (difference === null) return [];
    if (typeof difference === 'string') return [[name, replaceIds(schema).describe(difference)]];
    return [[name, replaceIds(difference ?? shared[name] ?? schema)]];
  });
  const additions = Object.entries(differences).filter(isAddition(input));
  const sorted = [...inputs, ...additions].toSorted(([, a], [, b]) => toRank(a) - toRank(b));
  return z.strictObject(Object.fromEntries(sorted));
}

type Argument = [name: string, schema: z.ZodType];

const isAddition =
  ({ shape }: z.ZodObject) =>
  (entry: [string, ArgumentDifference]): entry is Argument =>
    entry[1] instanceof z.ZodType && !Object.hasOwn(shape, entry[0]);

function toRank(schema: z.ZodType): number {
  if (schema === limit() || schema === cursor() || schema === start()) return 2;
  return schema.isOptional() ? 1 : 0;
}

/** Copies a schema with references in the place of identifiers; returns a schema without identifiers unchanged. */
function replaceIds(schema: z.ZodType): z.ZodType {
  const replaced = replaceInnerIds(schema);
  const { description } = schema;
  return replaced === schema || description === undefined ? replaced : replaced.describe(description);
}

function replaceInnerIds(schema: z.ZodType): z.ZodType {
  const kind = idKinds.get(schema)?.kind;
  if (kind !== undefined) return reference(kind);
  if (schema instanceof z.ZodArray) {
    const element = replaceIds(schema.element as z.ZodType);
    return element === schema.element ? schema : schema.clone({ ...schema.def, element });
  }
  if (schema instanceof z.ZodOptional) {
    const innerType = replaceIds(schema.unwrap() as z.ZodType);
    return innerType === schema.unwrap() ? schema : schema.clone({ ...schema.def, innerType });
  }
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, replaceIds(field)] as const);
  const isSame = fields.every(([name, field]) => field === schema.shape[name]);
  return isSame ? schema : schema.clone({ ...schema.def, shape: Object.fromEntries(fields) });
}

type Differences<Row> = Row extends { readonly mcp: { readonly arguments: infer Given } } ? Given : unknown;
/** Names of the inputs that a tool does not take as they are. */
type Replaced<Given> = { [Name in keyof Given]: Given[Name] extends string ? never : Name }[keyof Given];
type DeclaredSchemas<Given> = {
  -readonly [Name in keyof Given as Given[Name] extends z.ZodType ? Name : never]: Extract<Given[Name], z.ZodType>;
};
/** Inputs as they are, except for the size of a page, which is optional in tools. */
type Kept<Inputs, Given> = {
  [Name in keyof Inputs as Exclude<Name, Replaced<Given> | 'limit'>]: Inputs[Name];
} & ('limit' extends keyof Inputs ? { limit?: number | undefined } : unknown);
/** Arguments that a row declares. Without any, Zod would infer that all fields are absent. */
type Declared<Schemas extends z.ZodRawShape> = [keyof Schemas] extends [never]
  ? unknown
  : z.output<z.ZodObject<Schemas>>;
type Flat<Fields> = { [Name in keyof Fields]: Fields[Name] };

/** Arguments derived from a row, as its tool receives them. */
export type DerivedArguments<Row extends Pick<Operation, 'input'>> = Flat<
  Kept<z.output<Row['input']>, Differences<Row>> & Declared<DeclaredSchemas<Differences<Row>>>
>;
