import { LIMITS } from '../limits.js';

/**
 * The one text of a value by RFC 8785: no white space, members sorted by the UTF-16 code units of their names. Beyond
 * it, so that every JSON parser reads the same: numbers are integers within ±(2^53 − 1) and not −0, texts are
 * well-formed Unicode, objects and arrays nest at most 16 deep. Nothing is normalised.
 *
 * @throws TypeError for a value that has no such text: `undefined`, a fraction, a lone surrogate, an instance of a class
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeText(value);
    case 'number':
      return writeInteger(value);
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : writeContainer(value, depth + 1);
    default:
      throw new TypeError(`${typeof value} has no canonical JSON`);
  }
}

/** What JSON.stringify escapes of well-formed text is what RFC 8785 escapes. */
function writeText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('text with a lone surrogate has no canonical JSON');
  return JSON.stringify(text);
}

function writeInteger(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0))
    throw new TypeError('numbers of canonical JSON are integers within ±(2^53 − 1), and not −0');
  return String(value);
}

function writeContainer(value: object, depth: number): string {
  if (depth > LIMITS.jsonDepth) throw new TypeError(`canonical JSON nests at most ${LIMITS.jsonDepth} deep`);
  // Array.from makes a hole an undefined, which is refused.
  if (Array.isArray(value)) return `[${Array.from(value, (item) => write(item, depth)).join()}]`;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('an instance of a class has no canonical JSON');
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${writeText(name)}:${write(member, depth)}`).join()}}`;
}
