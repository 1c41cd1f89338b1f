import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalQuery, type MatchableNote, matchesFilename, matchesQuery } from '../src/index.js';
import { matches, NOTE_TEXT, NOW, note, query } from './support.js';

describe('matchesQuery', () => {
  const plan: Partial<MatchableNote> = {
    id: 'doc_plan',
    title: 'The Great Plan',
    body: 'Écrire une lettre. 東京タワーに行く, and https://example.org at 10:30 — snow_man',
    tags: ['Work/Plans/2026', 'élan'],
    notebookPath: ['Home', 'My Projects', 'Garden'],
    notebookIds: ['nb_a', 'nb_b', 'nb_c'],
    has: new Set(['link', 'open-task']),
    linksTo: [{ id: 'doc_x', title: 'Été' }],
    linkedFrom: [{ id: 'doc_y', title: 'Index' }],
    attachments: [{ filename: 'Report Final.PDF', mimeType: 'application/pdf; q=1' }],
  };

  it.each([
    ...['', 'great', 'GREAT plan', '"great plan"', 'gre*', '"the gre"*', 'ecrire', 'lettre -brief', 'une OR deux'],
    ...['東京', 'タワー', '京タ', 'https://example.org', '10:30', 'snow_man', 'title:plan', 'body:une', '-title:une'],
    ...['tag:work', 'tag:WORK/plans', 'tag:work/plans/2026', 'tag:Élan', '-tag:none', 'is:tagged'],
    ...['notebook:garden', 'notebook:"my projects"', 'notebook:home', 'category:"My Projects"/Garden', 'notebook:nb_a'],
    ...['has:link', '-has:image', 'id:doc_plan', 'links-to:doc_x', 'links-to:"ÉTÉ"', 'linked-from:index'],
    ...['filename:final', 'filename:*.pdf', 'filename:report*pdf', 'mime:application/*', 'mime:application/pdf'],
    ...['created:today', 'created:2026-11', 'updated:<2027', '-is:trashed', 'great -(nothing OR tag:none)'],
  ])('finds the note by %s', (text) => {
    expect(matches(text, plan)).toBe(true);
  });

  it.each([
    ...['reat', '"plan great"', '"plan ecrire"', 'une*x', 'title:lettre', 'body:great', 'タ京', 'great -une'],
    ...[
      'tag:none',
      'tag:plans',
      'tag:work/pl',
      'tag:elan',
      'notebook:projects',
      'notebook:home/garden',
      'notebook:nb_d',
    ],
    ...[
      'has:image',
      'id:doc_x',
      'links-to:doc_y',
      'links-to:ete',
      'linked-from:doc_x',
      'filename:report*doc',
      'mime:image/*',
    ],
    ...['created:2025', 'updated:>2026', 'is:trashed', 'is:template', 'is:readonly', 'is:orphan', 'is:imported'],
  ])('does not find the note by %s', (text) => {
    expect(matches(text, plan)).toBe(false);
  });

  it('finds trashed notes only if the query names the Trash', () => {
    const trashed = { trashed: true, title: 'a' };
    expect(['', 'a', '-b'].map((text) => matches(text, trashed))).toEqual([false, false, false]);
    expect(['is:trashed', 'a is:trashed', 'a OR is:trashed'].map((text) => matches(text, trashed))).toEqual([
      true,
      true,
      true,
    ]);
    expect(matches('-is:trashed', trashed)).toBe(false);
    expect(matches('a OR is:trashed', { title: 'a' })).toBe(true);
  });

  it('evaluates every value of is:', () => {
    const flags = { template: true, readonly: true, orphan: true, imported: true };
    const on = note({ template: true, readOnly: true, orphan: true, imported: true });
    for (const flag of Object.keys(flags)) {
      expect(matchesQuery(query(`is:${flag}`), on, NOW)).toBe(true);
      expect(matchesQuery(query(`is:${flag}`), note({}), NOW)).toBe(false);
    }
  });

  it('finds any two adjacent characters of a text without spaces', () => {
    for (const body of ['東京都港区にある', '한국어 검색', 'สวัสดีครับน้ำ', 'ພາສາລາວ', 'ភាសាខ្មែរ', 'မြန်မာဘာသာ']) {
      const characters = [...body];
      characters.slice(1).forEach((character, i) => {
        const piece = characters[i] + character;
        if (!piece.includes(' ')) expect(matches(`"${piece}"`, { body }), piece).toBe(true);
      });
    }
  });
});

describe('matchesFilename', () => {
  it.each<[string, string, boolean]>([
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*b*', 'abc', true],
    ['a*b*c', 'axbxbc', true],
    ['*ab*b', 'ab', false],
    ['*', 'x', true],
  ])('pattern %s and name %s: %s', (pattern, name, expected) => {
    expect(matchesFilename(pattern.split('*'), name)).toBe(expected);
  });
});

/** Query as a tree, printed in any spelling and evaluated leaf by leaf. */
type Tree = string | { not: Tree } | { op: ' ' | ' OR '; parts: Tree[] };

const LEAVES = [
  'a',
  'b',
  '"a b"',
  'b*',
  'title:a',
  'body:"b a"',
  'tag:x',
  'tag:none',
  'is:template',
  'has:link',
  'is:orphan',
];

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...LEAVES),
    fc.record({ not: tie('tree') }),
    fc.record({
      op: fc.constantFrom(' ' as const, ' OR ' as const),
      parts: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

function print(node: Tree): string {
  if (typeof node === 'string') return node;
  if ('not' in node) return `-(${print(node.not)})`;
  return `(${node.parts.map(print).join(node.op)})`;
}

function judge(node: Tree, leaf: (text: string) => boolean): boolean {
  if (typeof node === 'string') return leaf(node);
  if ('not' in node) return !judge(node.not, leaf);
  const results = node.parts.map((part) => judge(part, leaf));
  return node.op === ' ' ? results.every(Boolean) : results.some(Boolean);
}

function deMorgan(node: Tree): Tree {
  if (typeof node === 'string') return { not: { not: node } };
  if ('not' in node) return { not: deMorgan(node.not) };
  const op = node.op === ' ' ? ' OR ' : ' ';
  return { not: { op, parts: node.parts.map((part) => ({ not: deMorgan(part) })) } };
}

/** Returns the height of a tree. Parentheses nest up to 16 deep, and these properties do not test deeper trees. */
const height = (node: Tree): number => {
  if (typeof node === 'string') return 0;
  return 1 + Math.max(...('not' in node ? [node.not] : node.parts).map(height));
};

describe('boolean identities', () => {
  const shallow = tree.filter((node) => height(node) <= 3);
  const anyNote = fc.record({
    title: NOTE_TEXT,
    body: NOTE_TEXT,
    tags: fc.subarray(['x/y', 'z']),
    template: fc.boolean(),
    orphan: fc.boolean(),
    has: fc.constantFrom(new Set<string>(), new Set(['link'])),
  });

  it('matchesQuery agrees with evaluating each leaf alone, in any spelling', () => {
    fc.assert(
      fc.property(shallow, anyNote, (node, fields) => {
        const expected = judge(node, (leaf) => matches(leaf, fields));
        const text = print(node);
        expect(matches(text, fields)).toBe(expected);
        expect(matches(canonicalQuery(query(text)), fields)).toBe(expected);
        expect(matches(print(deMorgan(node)), fields)).toBe(expected);
        expect(matches(`--(${text})`, fields)).toBe(expected);
        expect(matches(`-(${text})`, fields)).toBe(!expected);
      }),
      { numRuns: 500 },
    );
  });

  it('canonicalQuery ignores the order and nesting of operands', () => {
    const shuffled = fc
      .tuple(fc.constantFrom(' ', ' OR '), fc.uniqueArray(shallow, { minLength: 2, maxLength: 4, selector: print }))
      .chain(([op, parts]) =>
        fc.record({
          op: fc.constant(op),
          parts: fc.constant(parts),
          other: fc.shuffledSubarray(parts, { minLength: parts.length }),
        }),
      );
    fc.assert(
      fc.property(shuffled, ({ op, parts, other }) => {
        const [first, ...rest] = other.map(print);
        const nested = `${first}${op}(${rest.join(op)}${op}${first})`;
        expect(canonicalQuery(query(nested))).toBe(canonicalQuery(query(parts.map(print).join(op))));
      }),
    );
  });
});
