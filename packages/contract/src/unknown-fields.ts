import { z } from 'zod';
import { ServiceError } from './errors.js';
import { clip, MAX_QUOTED } from './issue.js';
import { type Operation, pathParameters } from './operation.js';

/** Parts of a JSON Schema that name the properties of objects. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/**
 * Returns an error that names unknown fields of a request, and the known ones.
 *
 * @param path - object that has the fields, from the input of the row
 */
export function createUnknownFieldError(
  row: Operation,
  path: readonly PropertyKey[],
  keys: readonly string[],
): ServiceError {
  const given = keys.map((key) => [...path, key].join('.')).join(', ');
  const known = listFields(row, path);
  const advice = known.length === 0 ? 'Send no fields' : `The fields are ${known.join(', ')}`;
  return new ServiceError('validation_failed', `Unknown field: ${clip(given, MAX_QUOTED)}. ${clip(advice)}`);
}

/** Returns the names of the properties of an object inside a schema; none for a path that leads to no object. */
export function listProperties(schema: Schema, path: readonly PropertyKey[]): string[] {
  let part: Schema | undefined = schema;
  for (const key of path) part = typeof key === 'number' ? part?.items : part?.properties?.[String(key)];
  return Object.keys(part?.properties ?? {});
}

/** Returns the fields of a query or a body, without those that come from the path or a header. */
function listFields(row: Operation, path: readonly PropertyKey[]): string[] {
  const names = listProperties(z.toJSONSchema(row.input, { io: 'input' }) as Schema, path);
  if (path.length > 0) return names;
  const inPath = row.http === null ? [] : pathParameters(row.http.path);
  const isInHeader = (name: string) => name === 'confirmation' && row.confirmation?.inBody !== true;
  return names.filter((name) => !inPath.includes(name) && !isInHeader(name));
}
