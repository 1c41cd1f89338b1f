/** Cases of text merges: name, base, both sides, and the merge or null. Lines are separated by `|`. */
const CASES = [
  ['nothing changed', 'a|b', 'a|b', 'a|b', 'a|b'],
  ['one side changed', 'a|b', 'a|B', 'a|b', 'a|B'],
  ['both changed alike', 'a|b', 'a|B', 'a|B', 'a|B'],
  ['lines apart', 'a|b|c', 'A|b|c', 'a|b|C', 'A|b|C'],
  ['lines apart, with one alike', 'a|b|c|d|e', 'A|b|C|d|e', 'a|b|C|d|E', 'A|b|C|d|E'],
  ['the same line', 'a|b|c', 'a|B|c', 'a|β|c', null],
  ['words of one line are never mixed', 'one two three', 'ONE two three', 'one two THREE', null],
  ['lines side by side', 'a|b|c|d', 'a|B|c|d', 'a|b|C|d', null],
  ['a line between is enough', 'a|b|c|d|e', 'a|B|c|d|e', 'a|b|c|D|e', 'a|B|c|D|e'],
  ['a line taken out, another changed', 'a|b|c|d', 'b|c|d', 'a|b|c|D', 'b|c|D'],
  ['a line taken out that the other changed', 'a|b|c', 'a|c', 'a|B|c', null],
  ['different lines taken out', 'a|b|c|d|e', 'a|c|d|e', 'a|b|c|e', 'a|c|e'],
  ['the same line taken out', 'a|b|c', 'a|c', 'a|c', 'a|c'],
  ['neighbours taken out', 'a|b|c|d', 'a|c|d', 'a|b|d', null],
  ['all taken out, against a change', 'a|b', '', 'a|B', null],
  ['all taken out by both', 'a|b', '', '', ''],
  ['lines put at two places', 'a|b|c', 'x|a|b|c', 'a|b|c|y', 'x|a|b|c|y'],
  ['lines put in at two places within', 'a|b|c', 'a|x|b|c', 'a|b|y|c', 'a|x|b|y|c'],
  ['lines put at one place', 'a|b', 'a|x|b', 'a|y|b', null],
  ['the same line put at one place', 'a|b', 'a|x|b', 'a|x|b', 'a|x|b'],
  ['the same line put at two places', 'a|b|c', 'a|x|b|c', 'a|b|x|c', 'a|x|b|x|c'],
  ['both write on at the end', 'a', 'a|x', 'a|y', null],
  ['one writes on, one edits above', 'a|b|c', 'a|b|c|x', 'A|b|c', 'A|b|c|x'],
  ['one writes on, one edits the last line', 'a|b', 'a|b|x', 'a|B', null],
  ['both write before the start', 'a', 'x|a', 'y|a', null],
  ['one writes before the start, one at the end', 'a', 'x|a', 'a|y', 'x|a|y'],
  ['a text out of nothing', '', 'x', '', 'x'],
  ['two texts out of nothing', '', 'x', 'y', null],
  ['the same text out of nothing', '', 'x', 'x', 'x'],
  ['a last line feed put on', 'a|b|c', 'a|b|c|', 'A|b|c', 'A|b|c|'],
  ['a last line feed taken off', 'a|b|c|', 'a|b|c', 'A|b|c|', 'A|b|c'],
  ['a last line feed against a line more', 'a|b', 'a|b|', 'a|b|c', null],
  ['empty lines between paragraphs', 'a||b||c', 'A||b||c', 'a||b||C', 'A||b||C'],
  ['an empty line put in by both at places apart', 'a|b|c', 'a||b|c', 'a|b||c', 'a||b||c'],
  ['repeated lines', 'x|x|x', 'x|x|x|y', 'z|x|x|x', 'z|x|x|x|y'],
  ['a repeated line taken out', 'x|a|x|b|x', 'x|a|x|b', 'X|a|x|b|x', 'X|a|x|b'],
  ['a block moved down against a change elsewhere', 'a|b|c|d|e|f', 'c|d|a|b|e|f', 'a|b|c|d|e|F', 'c|d|a|b|e|F'],
  ['a block moved against a change in it', 'a|b|c|d', 'c|d|a|b', 'a|B|c|d', null],
  ['lines swapped by one', 'a|b|c|d', 'b|a|c|d', 'a|b|c|D', 'b|a|c|D'],
  ['lines swapped by both alike', 'a|b|c', 'b|a|c', 'b|a|c', 'b|a|c'],
  ['a paragraph split', 'one two|z|c', 'one|two|z|c', 'one two|z|C', 'one|two|z|C'],
  ['lines joined', 'one|two|z|c', 'one two|z|c', 'one|two|z|C', 'one two|z|C'],
  ['CR is a character of its line', 'a\r|b\r|c\r', 'A\r|b\r|c\r', 'a\r|b\r|C\r', 'A\r|b\r|C\r'],
  ['every CR taken off, against an edit', 'a\r|b\r|c', 'a|b|c', 'a\r|B\r|c', null],
  ['white space is text', 'a|b|c', 'a |b|c', 'a|b|c ', 'a |b|c '],
  ['composed and decomposed letters are different', 'é|z|c', 'e\u0301|z|c', 'é|z|C', 'e\u0301|z|C'],
  ['characters beyond the basic plane', '🐈|z|c', '🐕|z|c', '🐈|z|🐁', '🐕|z|🐁'],
  [
    'a list, one item ticked by each',
    '- [ ] a|- [ ] b|- [ ] c',
    '- [x] a|- [ ] b|- [ ] c',
    '- [ ] a|- [ ] b|- [x] c',
    '- [x] a|- [ ] b|- [x] c',
  ],
  ['a list, neighbours ticked', '- [ ] a|- [ ] b', '- [x] a|- [ ] b', '- [ ] a|- [x] b', null],
  [
    'front matter and text',
    '---|tags: a|---|text',
    '---|tags: b|---|text',
    '---|tags: a|---|TEXT',
    '---|tags: b|---|TEXT',
  ],
  [
    'a code block and a line after it',
    '```|x|```||after',
    '```|x|y|```||after',
    '```|x|```||AFTER',
    '```|x|y|```||AFTER',
  ],
  ['both rewrite all, alike', 'a|b', 'x|y', 'x|y', 'x|y'],
  ['both rewrite all', 'a|b', 'x|y', 'v|w', null],
  ['one rewrites all, the other nothing', 'a|b', 'x|y', 'a|b', 'x|y'],
  ['one rewrites all, the other a line', 'a|b|c', 'x|y|z', 'a|B|c', null],
];

/** Edits of `a|b|c|d|e`, which are merged in all pairs. */
const EDITS = {
  nothing: 'a|b|c|d|e',
  'first changed': 'A|b|c|d|e',
  'second changed': 'a|B|c|d|e',
  'middle changed': 'a|b|C|d|e',
  'last changed': 'a|b|c|d|E',
  'first taken out': 'b|c|d|e',
  'middle taken out': 'a|b|d|e',
  'last taken out': 'a|b|c|d',
  'put before': '1|a|b|c|d|e',
  'put in the middle': 'a|b|2|c|d|e',
  'put after': 'a|b|c|d|e|3',
};

const lines = (text) => text?.replaceAll('|', '\n') ?? null;

/** @param merge merges a base and two texts; returns null for a conflict */
export function textCases(merge) {
  const chosen = CASES.map(([name, base, ours, theirs, merged]) => {
    const found = merge(...[base, ours, theirs].map(lines));
    if (found !== lines(merged)) throw new Error(`${name}: ${JSON.stringify(found)}`);
    return { name, base: lines(base), ours: lines(ours), theirs: lines(theirs), merged: lines(merged) };
  });
  const base = lines('a|b|c|d|e');
  const entries = Object.entries(EDITS);
  const pairs = entries.flatMap(([ofOurs, ours], i) =>
    entries.slice(i + 1).map(([ofTheirs, theirs]) => {
      const sides = { ours: lines(ours), theirs: lines(theirs) };
      return { name: `${ofOurs}, ${ofTheirs}`, base, ...sides, merged: merge(base, sides.ours, sides.theirs) };
    }),
  );
  return [...chosen, ...pairs];
}
