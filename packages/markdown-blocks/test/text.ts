import fc from 'fast-check';

/** Pieces that matter to somebody: line endings, byte widths, case pairs, composed and decomposed letters, Markdown marks. */
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

/** Well-formed strings: mostly such pieces, some of any code points. */
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

/** A flat string, as one that came off the wire. */
export function flat(value: string): string {
  return Buffer.from(value, 'utf16le').toString('utf16le');
}

/**
 * How the time of `run` grows from n to 4n units, best of several runs: about 4 where it is linear, 16 where quadratic.
 */
export function growth(make: (units: number) => string, run: (body: string) => unknown, units = 250_000): number {
  const [small, large] = [flat(make(units)), flat(make(4 * units))];
  let [quick, slow] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 5; round++) {
    quick = Math.min(
      quick,
      timeOf(() => run(small)),
    );
    slow = Math.min(
      slow,
      timeOf(() => run(large)),
    );
  }
  return slow / quick;
}

/** Processor time in milliseconds: what else the machine does is not in it. */
export function timeOf(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
