// @ts-check

/** Largest input, in bytes. */
export const MAX_INPUT_BYTES = 64 * 1024;

/** Bytes and texts at which parsers often decide. */
const TOKENS = [
  ...[
    '\0',
    '\n',
    '\r\n',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '&',
    '%',
    '#',
    '-',
    '--',
    '---',
    '```',
  ],
  ...[
    '[[',
    ']]',
    '![](',
    '](',
    ':',
    '/',
    '//',
    '..',
    '../',
    '$',
    '*',
    '**',
    '_',
    '|',
    '~',
    '^',
    '`',
    '=',
    ',',
    ';',
    '!',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE',
    '&amp;',
    '&#0;',
    '&#x110000;',
    '\u2028',
    '\ufeff',
    '\ud83d\ude00',
    'é',
    '漢',
  ],
  ...[
    'null',
    'true',
    '0',
    '-0',
    '1e309',
    '9007199254740993',
    '4294967296',
    '-1',
    '__proto__',
    'constructor',
    'toString',
  ],
].map((token) => Buffer.from(token));
const WILD_BYTES = [0, 1, 0x7f, 0x80, 0xbf, 0xc0, 0xed, 0xf4, 0xff];
const REPEATS = [2, 3, 16, 256, 4_096];

/** @typedef {() => number} Random between 0 and 1 */

/**
 * Makes a new input from known ones: some bytes are changed, removed, repeated, moved or taken from another input, or a
 * token is inserted.
 * @param {readonly Buffer[]} inputs
 * @param {readonly Buffer[]} words tokens of the format
 * @param {Random} random
 */
export function mutate(inputs, words, random) {
  let bytes = choose(inputs, random);
  for (let n = 1 + Math.floor(random() * 5); n > 0; n -= 1) bytes = mutateOnce(bytes, inputs, words, random);
  return bytes.subarray(0, MAX_INPUT_BYTES);
}

/** Returns a random item. */
export const choose = /** @template T @param {readonly T[]} all @param {Random} random */ (all, random) =>
  /** @type {T} */ (all[Math.floor(random() * all.length)]);

/** @returns {Buffer} */
function mutateOnce(
  /** @type {Buffer} */ bytes,
  /** @type {readonly Buffer[]} */ inputs,
  /** @type {readonly Buffer[]} */ words,
  /** @type {Random} */ random,
) {
  const at = Math.floor(random() * (bytes.length + 1));
  const end = Math.min(bytes.length, at + Math.floor(random() * random() * 64));
  const replace = (/** @type {Uint8Array} */ piece, to = end) =>
    Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(to)]);
  switch (Math.floor(random() * 8)) {
    case 0:
      return replace(Buffer.alloc(0));
    case 1:
      return replace(choose(TOKENS, random), at);
    case 2:
      return words.length === 0 ? replace(choose(TOKENS, random)) : replace(choose(words, random), at);
    case 3: {
      const piece = bytes.subarray(at, Math.max(end, at + 1));
      const times = Math.min(choose(REPEATS, random), Math.ceil(MAX_INPUT_BYTES / Math.max(1, piece.length)));
      return replace(Buffer.concat(Array.from({ length: times }, () => piece)));
    }
    case 4: {
      const other = choose(inputs, random);
      const from = Math.floor(random() * other.length);
      return replace(other.subarray(from, from + Math.floor(random() * 256)));
    }
    case 5:
      return replace(Buffer.of(choose(WILD_BYTES, random)), Math.min(bytes.length, at + 1));
    case 6: {
      if (bytes.length === 0) return bytes;
      const changed = Buffer.from(bytes);
      const place = Math.min(at, bytes.length - 1);
      changed[place] = /** @type {number} */ (changed[place]) ^ (1 << Math.floor(random() * 8));
      return changed;
    }
    default:
      return Buffer.from(bytes.subarray(0, at));
  }
}

/**
 * Removes parts of an input as long as it still shows a fault.
 * @param {Buffer} bytes
 * @param {(bytes: Buffer) => Promise<boolean>} isFaulty
 * @param {number} attempts most trials
 */
export async function minimise(bytes, isFaulty, attempts = 400) {
  let smallest = bytes;
  for (let size = Math.ceil(smallest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && attempts > 0; attempts -= 1) {
      const shorter = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (await isFaulty(shorter)) smallest = shorter;
      else at += size;
    }
  }
  return smallest;
}
