// @ts-check

/** @typedef {{ query: string, match: string }} Query one query, in the service's language and in that of FTS5 */

const SAMPLE = 1_000;
const WORD = /[a-z]{4,}/g;

/**
 * Twenty queries over a corpus, of rare words and common ones, always the same for the same corpus; and the word that
 * most notes have.
 * @param {import('./corpus.mjs').Corpus} corpus
 * @returns {{ mixed: Query[], common: Query[] }}
 */
export function chooseQueries(corpus) {
  const bodies = Array.from({ length: SAMPLE }, (_, index) => corpus(index).body.toLowerCase());
  const counts = new Map();
  for (const body of bodies)
    for (const word of new Set(body.match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  /** The word nearest below a share of the notes, or one further down. */
  const at = (/** @type {number} */ share, further = 0) => {
    const from = ranked.findIndex(([, count]) => count <= share * SAMPLE);
    return /** @type {[string, number]} */ (ranked[from + further])[0];
  };
  const mixed = [
    ...[0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3].map((share) => all(at(share))),
    ...[all(at(0.15), at(0.04)), all(at(0.08), at(0.02)), all(at(0.3), at(0.01)), all(at(0.08, 1), at(0.08, 2))],
    ...[all(at(0.3), at(0.15), at(0.08)), all(at(0.15, 1), at(0.08), at(0.04))],
    ...[phrase(/** @type {string} */ (bodies[3])), phrase(/** @type {string} */ (bodies[40]))],
    ...[prefix(at(0.02, 3)), prefix(at(0.01, 5))],
    { query: `${at(0.04, 1)} OR ${at(0.01, 1)}`, match: `"${at(0.04, 1)}" OR "${at(0.01, 1)}"` },
    { query: `title:${at(0.04, 2)}`, match: `{title} : "${at(0.04, 2)}"` },
  ];
  return { mixed, common: [all(at(1))] };
}

const all = (/** @type {string[]} */ ...words) => ({
  query: words.join(' '),
  match: words.map((word) => `"${word}"`).join(' AND '),
});

const prefix = (/** @type {string} */ word) => ({ query: `${word.slice(0, 4)}*`, match: `"${word.slice(0, 4)}" *` });

function phrase(/** @type {string} */ body) {
  const [words = ''] = /[a-z]{3,} [a-z]{4,}/.exec(body) ?? [];
  return { query: `"${words}"`, match: `"${words}"` };
}
