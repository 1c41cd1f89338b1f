import { z } from 'zod';
import { ServiceError } from './errors.js';
import { clip, MAX_QUOTED } from './issue.js';
import { type Operation, pathParameters } from './operation.js';

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

/** Returns the fields of a query or a body, without those that come from the path or a header. */
function listFields(row: Operation, path: readonly PropertyKey[]): string[] {
  let schema: Schema | undefined = z.toJSONSchema(row.input, { io: 'input' }) as Schema;
  for (const part of path) schema = typeof part === 'number' ? schema?.items : schema?.properties?.[String(part)];
  const names = Object.keys(schema?.properties ?? {});
  if (path.length > 0) return names;
  const inPath = row.http === null ? [] : pathParameters(row.http.path);
  const isInHeader = (name: string) => name === 'confirmation' && row.confirmation?.inBody !== true;
  return names.filter((name) => !inPath.includes(name) && !isInHeader(name));
}
