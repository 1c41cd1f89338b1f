import { z } from 'zod';
import type { EntityName } from '../entities.js';
import { canonicalJson } from '../json/canonical-json.js';
import { recordSchemas } from './schemas.js';

/** Returns the canonical JSON of the value of a field; null for an invalid value. */
type WriteValue = (value: unknown) => string | null;

interface Member {
  readonly name: string;
  /** Text in front of the value. */
  readonly before: string;
  readonly write: WriteValue;
}

/** Members of a field's JSON Schema that are used here. */
export interface FieldSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly anyOf?: readonly FieldSchema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Schema of the items of a list, and the largest number of them. */
  readonly items?: FieldSchema;
  readonly maxItems?: number;
  /** Schemas of the members of an object. */
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

const members = new Map<EntityName, readonly Member[]>();

/**
 * Checks a record and writes its line in one pass, several times as fast as its schema and then {@link canonicalJson}.
 * Returns null for an invalid record; the schema reports where.
 */
export function canonicalRecord(entity: EntityName, record: unknown): string | null {
  return writeMembers(record, members.get(entity) ?? deriveMembers(entity));
}

function writeMembers(record: unknown, expected: readonly Member[]): string | null {
  if (typeof record !== 'object' || record === null || Object.getPrototypeOf(record) !== Object.prototype) return null;
  if (Object.keys(record).length !== expected.length) return null;
  let line = '';
  for (const { name, before, write } of expected) {
    const value = write((record as Readonly<Record<string, unknown>>)[name]);
    if (value === null) return null;
    line += before + value;
  }
  return `${line}}`;
}

/** Derives the members from the schema of the entity, which has its fields in the order of canonical JSON. */
function deriveMembers(entity: EntityName): readonly Member[] {
  const { shape } = recordSchemas[entity];
  const { properties } = z.toJSONSchema(recordSchemas[entity]);
  const made = Object.entries(shape).map(([name, schema], place) =>
    createMember(name, place, createWriter(properties?.[name] as FieldSchema, schema)),
  );
  members.set(entity, made);
  return made;
}

const createMember = (name: string, place: number, write: WriteValue): Member => ({
  name,
  before: `${place === 0 ? '{' : ','}"${name}":`,
  write,
});

function createWriter(field: FieldSchema, schema: z.core.$ZodType): WriteValue {
  const { plain, isNullable } = getPlainSchema(field);
  if (plain === null)
    return createListWriter(field) ?? ((value) => (z.safeParse(schema, value).success ? canonicalJson(value) : null));
  const write = createPlainWriter(plain);
  return isNullable ? (value) => (value === null ? 'null' : write(value)) : write;
}

/** Returns the writer of a list; null for items that are neither plain nor objects of plain members. */
function createListWriter({ type, items, maxItems = 0 }: FieldSchema): WriteValue | null {
  const writeItem = type === 'array' && items !== undefined ? createItemWriter(items) : null;
  if (writeItem === null) return null;
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return null;
    const written: string[] = [];
    for (const item of value) {
      const text = writeItem(item);
      if (text === null) return null;
      written.push(text);
    }
    return `[${written.join(',')}]`;
  };
}

function createItemWriter(items: FieldSchema): WriteValue | null {
  if (isPlain(items)) return createPlainWriter(items);
  const properties = Object.entries(items.properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (properties.length === 0 || !properties.every(([, each]) => isPlain(each))) return null;
  const expected = properties.map(([name, each], place) => createMember(name, place, createPlainWriter(each)));
  return (item) => writeMembers(item, expected);
}

/** Returns the schema of the only type of a field beside null; null for one that needs a full check, such as a list. */
export function getPlainSchema({ type, anyOf, ...bounds }: FieldSchema): {
  readonly plain: FieldSchema | null;
  readonly isNullable: boolean;
} {
  const types = anyOf ?? [type].flat().map((each) => ({ type: each, ...bounds }));
  const written = types.filter((each) => each.type !== 'null');
  const [only] = written;
  const plain = only !== undefined && written.length === 1 && isPlain(only) ? only : null;
  return { plain, isNullable: written.length < types.length };
}

const isPlain = ({ type, minimum, maximum }: FieldSchema) =>
  type === 'boolean' || type === 'string' || (type === 'integer' && minimum !== undefined && maximum !== undefined);

function createPlainWriter({ type, pattern, minimum = 0, maximum = 0 }: FieldSchema): WriteValue {
  if (type === 'boolean') return (value) => (typeof value === 'boolean' ? String(value) : null);
  // biome-ignore lint/plugin: each pattern of the format, built once when an entity is first come to
  if (type === 'string') return pattern === undefined ? writeText : createWordWriter(new RegExp(pattern));
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum ? `${value}` : null;
}

const writeText: WriteValue = (value) =>
  typeof value === 'string' && value.isWellFormed() ? JSON.stringify(value) : null;

/**
 * Writes words without escaping: no pattern of a record matches a character that JSON escapes. Caches the last word,
 * because consecutive records often share it.
 */
function createWordWriter(pattern: RegExp): WriteValue {
  let last: unknown;
  let written: string | null = null;
  return (value) => {
    if (value === last) return written;
    last = value;
    written = typeof value === 'string' && pattern.test(value) ? `"${value}"` : null;
    return written;
  };
}
