import fc from 'fast-check';

/**
 * Pieces with special handling: line endings, byte widths, case pairs, composed and decomposed letters, Markdown marks.
 */
const PIECES = [
  ...['\n', '\r\n', '\r', '\n\n', ' ', '  ', '\t', '\u00a0', '\ufeff', '\u2028'],
  ...[
    'a',
    'b',
    'A',
    'aa',
    'é',
    'e\u0301',
    'İ',
    'ı',
    'i',
    'ß',
    'ẞ',
    'Σ',
    'σ',
    'ς',
    'K',
    '漢',
    'か',
    '😀',
    '👩‍👧',
    '𐐀',
    '𐐨',
  ],
  ...[
    '---',
    '...',
    '- ',
    '> ',
    '# ',
    '```',
    '`',
    '**',
    '*',
    '_',
    '~~',
    '[',
    ']',
    '[[',
    ']]',
    '](',
    ')',
    '!',
    '|',
    '<',
    '>',
  ],
  ...['<!--', '-->', '<b', '\\', '"', '[^', ']:', '$&'],
];

/** Generates well-formed strings: mostly such pieces, some of arbitrary code points. */
export const text = (maxLength = 40): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
      ),
      { maxLength },
    )
    .map((pieces) => pieces.join(''));

export const SEED = 20_261_120;

export function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
}

/** Returns a flat copy of a string, as one read from the network. */
export function flat(value: string): string {
  return Buffer.from(value, 'utf16le').toString('utf16le');
}
