import { LIMITS } from '../limits.js';

/**
 * Serialises a value by RFC 8785: no white space, members sorted by the UTF-16 code units of their names. Further
 * restrictions make every JSON parser read the same value: numbers are integers within ±(2^53 − 1) and not −0, texts
 * are well-formed Unicode, objects and arrays nest at most 16 deep. Nothing is normalised.
 *
 * @throws TypeError for a value without canonical form: `undefined`, a fraction, a lone surrogate, an instance of a
 * class
 */
export function canonicalJson(value: unknown): string {
  return isOrdered(value, 0) ? JSON.stringify(value) : write(value);
}

/**
 * Returns true when every object already has its members in canonical order. JSON.stringify then writes the canonical
 * form, because it escapes well-formed text as RFC 8785 does. Throws TypeError for a value without canonical JSON.
 */
function isOrdered(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
      return isWellFormed(value);
    case 'number':
      return isInteger(value);
    case 'boolean':
      return true;
    case 'object':
      return value === null || isContainerOrdered(value, depth + 1);
    default:
      throw new TypeError(`A value of type ${typeof value} has no canonical JSON`);
  }
}

function isWellFormed(text: string): true {
  if (!text.isWellFormed()) throw new TypeError('A string with a lone surrogate has no canonical JSON');
  return true;
}

function isInteger(value: number): true {
  if (!Number.isSafeInteger(value) || Object.is(value, -0))
    throw new TypeError('A number in canonical JSON must be an integer within ±(2^53 − 1), and not −0');
  return true;
}

function isContainerOrdered(value: object, depth: number): boolean {
  if (depth > LIMITS.jsonDepth)
    throw new TypeError(`Canonical JSON must not nest more than ${LIMITS.jsonDepth} levels deep`);
  let ordered = true;
  // A hole in an array reads as undefined, which is rejected.
  if (Array.isArray(value)) {
    for (const item of value) ordered = isOrdered(item, depth) && ordered;
    return ordered;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('An instance of a class has no canonical JSON');
  let last = '';
  for (const name of Object.keys(value)) {
    ordered = isWellFormed(name) && name >= last && ordered;
    ordered = isOrdered((value as Readonly<Record<string, unknown>>)[name], depth) && ordered;
    last = name;
  }
  return ordered;
}

/** Writes a value that {@link isOrdered} accepted, with its members sorted. */
function write(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? `"${value}"` : JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  let members = '';
  // Without a comparison, texts are sorted by their UTF-16 code units.
  for (const name of Object.keys(value).sort())
    members += `${members === '' ? '' : ','}${writeName(name)}:${write((value as Readonly<Record<string, unknown>>)[name])}`;
  return `{${members}}`;
}

/** Length up to which a test is faster than the writer of JSON. */
const MAX_TESTED_LENGTH = 64;
/** Printable ASCII without the characters that JSON escapes. */
const PLAIN = /^[ !#-[\]-~]*$/;

const isPlain = (text: string) => text.length <= MAX_TESTED_LENGTH && PLAIN.test(text);
const writeName = (name: string) => (isPlain(name) ? `"${name}"` : JSON.stringify(name));
