// @ts-check

/** Creates a random number generator with 32 bits of state: the same seed gives the same run everywhere. */
export function createRandom(/** @type {number} */ seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Exponent of Zipf–Mandelbrot: frequency falls with (rank + shift) to this power, close to that of prose. */
const EXPONENT = 1.05;
const SHIFT = 2.7;
const VOCABULARY = 20_000;
const WORD = /[\p{L}’]+/gu;

/**
 * Draws words with the frequencies of prose: first those of the texts, by their counts there, then invented ones whose
 * letters follow each other as in the texts.
 * @param {readonly string[]} texts
 * @returns {(random: () => number) => string}
 */
export function createWords(texts) {
  const counts = new Map();
  for (const [word] of texts.join('\n').toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const words = [...known, ...inventWords(known, VOCABULARY - known.length)];
  const sums = new Float64Array(words.length);
  let sum = 0;
  for (let rank = 0; rank < words.length; rank++) {
    sum += (rank + 1 + SHIFT) ** -EXPONENT;
    sums[rank] = sum;
  }
  return (random) => words[firstAbove(sums, random() * sum)] ?? '';
}

function firstAbove(/** @type {Float64Array} */ sums, /** @type {number} */ value) {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (sums[middle]) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Draws words from a Markov chain over pairs of letters; a space begins and ends each. */
function inventWords(/** @type {readonly string[]} */ known, /** @type {number} */ count) {
  /** @type {Map<string, string>} */
  const follow = new Map();
  for (const word of known.filter((each) => each.length > 2)) {
    const padded = `  ${word} `;
    for (let at = 2; at < padded.length; at++) {
      const pair = padded.slice(at - 2, at);
      follow.set(pair, (follow.get(pair) ?? '') + padded[at]);
    }
  }
  const random = createRandom(1);
  const made = new Set(known);
  while (made.size < known.length + count) {
    let word = '  ';
    do {
      const next = /** @type {string} */ (follow.get(word.slice(-2)));
      word += next[Math.floor(random() * next.length)];
    } while (!word.endsWith(' '));
    const found = word.trim();
    if (found.length > 2 && found.length < 16) made.add(found);
  }
  return [...made].slice(known.length);
}
