import { z } from 'zod';
import type { EntityName } from '../entities.js';
import { canonicalJson } from '../json/canonical-json.js';
import { recordSchemas } from './schemas.js';

/** The canonical JSON of the value of a field; null for what may not stand there. */
type WriteValue = (value: unknown) => string | null;

interface Member {
  readonly name: string;
  /** What stands before its value. */
  readonly before: string;
  readonly write: WriteValue;
}

/** What of a field's JSON Schema is looked at. */
interface FieldSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly anyOf?: readonly FieldSchema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const members = new Map<EntityName, readonly Member[]>();

/**
 * The line of a record, checked and written in one pass: several times as fast as its schema and then
 * {@link canonicalJson}. Null for what breaks the format; the schema tells where.
 */
export function canonicalRecord(entity: EntityName, record: unknown): string | null {
  if (typeof record !== 'object' || record === null || Object.getPrototypeOf(record) !== Object.prototype) return null;
  const expected = members.get(entity) ?? membersOf(entity);
  if (Object.keys(record).length !== expected.length) return null;
  let line = '';
  for (const { name, before, write } of expected) {
    const value = write((record as Readonly<Record<string, unknown>>)[name]);
    if (value === null) return null;
    line += before + value;
  }
  return `${line}}`;
}

/** Read off the schema of the entity, which has its fields in the order of canonical JSON. */
function membersOf(entity: EntityName): readonly Member[] {
  const { shape } = recordSchemas[entity];
  const { properties } = z.toJSONSchema(recordSchemas[entity]);
  const made = Object.entries(shape).map(([name, schema], place) => ({
    name,
    before: `${place === 0 ? '{' : ','}"${name}":`,
    write: writerOf(properties?.[name] as FieldSchema, schema),
  }));
  members.set(entity, made);
  return made;
}

function writerOf({ type, anyOf, ...bounds }: FieldSchema, schema: z.core.$ZodType): WriteValue {
  const types = anyOf ?? [type].flat().map((each) => ({ type: each, ...bounds }));
  const written = types.filter((each) => each.type !== 'null');
  const [only] = written;
  const write = only && written.length === 1 ? plainWriter(only) : null;
  if (write === null) return (value) => (z.safeParse(schema, value).success ? canonicalJson(value) : null);
  return written.length === types.length ? write : (value) => (value === null ? 'null' : write(value));
}

/** Null for what a schema has to look at, such as a list. */
function plainWriter({ type, pattern, minimum, maximum }: FieldSchema): WriteValue | null {
  if (type === 'boolean') return (value) => (typeof value === 'boolean' ? String(value) : null);
  // biome-ignore lint/plugin: each pattern of the format, built once when an entity is first come to
  if (type === 'string') return pattern === undefined ? writeText : wordWriter(new RegExp(pattern));
  if (type !== 'integer' || minimum === undefined || maximum === undefined) return null;
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum ? `${value}` : null;
}

const writeText: WriteValue = (value) =>
  typeof value === 'string' && value.isWellFormed() ? JSON.stringify(value) : null;

/** No pattern of a record lets anything pass that JSON escapes. Records that follow each other often have a word in common. */
function wordWriter(pattern: RegExp): WriteValue {
  let last: unknown;
  let written: string | null = null;
  return (value) => {
    if (value === last) return written;
    last = value;
    written = typeof value === 'string' && pattern.test(value) ? `"${value}"` : null;
    return written;
  };
}
