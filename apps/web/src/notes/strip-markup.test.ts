import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripMarkup } from './strip-markup.js';

const read = (excerpt: string) => stripMarkup({ excerpt, highlights: [] }).excerpt;

test.each([
  ['# The Rust Book ## Foreword', 'The Rust Book Foreword'],
  ['C# is no heading, nor is #tag', 'C# is no heading, nor is #tag'],
  ['<!-- Old headings --><a id="x"></a>It begins', 'It begins'],
  ['a %%hidden%%line, 100%% sure', 'a line, 100%% sure'],
  ['it goes on <!-- cut o…', 'it goes on '],
  ['**bold**, _italic_, ~~gone~~ and ==marked==', 'bold, italic, gone and marked'],
  ['2 * 3 * 4, snake_case and 2*3', '2 * 3 * 4, snake_case and 2*3'],
  ['cut within _b…', 'cut within b…'],
  ['run `a * _b_` now', 'run a * _b_ now'],
  ['```rust fn main() {} ``` does', 'fn main() {}  does'],
  ['[a *link*](https://x.example/a "T") and ![an image](b.png)', 'a link and an image'],
  ['![a \\[1\\].png](a.png) and [b\\]](c)', 'a [1].png and b]'],
  ['[![badge](b.svg)](https://x.example)', 'badge'],
  ['cut [link](https://x.exam…', 'cut link'],
  ['see [“Traits”][traits] and a[i][0], array[1]', 'see “Traits” and a[i][0], array[1]'],
  ['in the [“Defining Shared…', 'in the “Defining Shared…'],
  ['in the [text][ref…', 'in the text'],
  ['[[Note]], [[Other|called so]] and <https://x.example>', 'Note, called so and https://x.example'],
  ['\\*no emphasis\\* - [ ] a task [1]', '*no emphasis* a task [1]'],
  ['Copy files. > More information', 'Copy files. More information'],
  ['> [!note] quoted. - one - two', 'quoted. one - two'],
  ['- one - two - [ ] three 4 * 5', 'one two three 4 * 5'],
  ['1. [ ] one 2. [x] two', 'one two'],
  ['5 > 3 and a - b', '5 > 3 and a - b'],
  ['| a | b | |---|:--:| | 1 | 2 |', 'a b 1 2 '],
  ['Prices | Tea | 12 | | [[Mate|green]] | 7 | More', 'Prices Tea 12 green 7 More'],
  ['run ls | wc', 'run ls | wc'],
  ['frost.[^a] Then [^b]: late, a[^cut…', 'frost. Then late, a'],
  ['seen %%hidden and cut…', 'seen '],
  ['1. one 2. two 30 4 times', 'one two 30 4 times'],
  ['it ends <b>bold</b> in a tag </a…', 'it ends bold in a tag '],
  ['an image <img src="a.png" alt="cut…', 'an image '],
  ['less a <b and so…', 'less a <b and so…'],
  ['…--> after a comment, a --> b', ' after a comment, a --> b'],
  ['a [click here](https://ex.org/x(y)) now', 'a click here now'],
  ['…click here](https://ex.org/x(y)) now', '…click here now'],
  ['cut [here](https://ex.org/x(y…', 'cut here'],
  ['- [/] begun - [-] given up', 'begun given up'],
])('stripMarkup turns %j into %j [WEB-PREVIEW]', (excerpt, result) => {
  expect(read(excerpt)).toBe(result);
});

test('stripMarkup keeps highlights on their words', () => {
  const excerpt = 'a **bold** [link](https://link.example)';
  const highlights = [[4, 8] as const, [12, 16] as const, [26, 30] as const];
  const result = stripMarkup({ excerpt, highlights });
  expect(result.highlights.map(([start, end]) => result.excerpt.slice(start, end))).toEqual(['bold', 'link']);
});

test('stripMarkup only removes text, and keeps highlights within the result', () => {
  const marks = fc.constantFrom(
    '*',
    '_',
    '`',
    '```',
    '[',
    ']',
    '](',
    ')',
    '<!--',
    '-->',
    '<',
    '>',
    '#',
    ' ',
    '\\',
    'a',
    '…',
  );
  const run = fc.property(fc.array(marks, { maxLength: 60 }), fc.nat(60), fc.nat(60), (parts, a, b) => {
    const excerpt = parts.join('');
    const highlight = [Math.min(a, b, excerpt.length), Math.min(Math.max(a, b), excerpt.length)] as const;
    const result = stripMarkup({ excerpt, highlights: [highlight] });
    expect(result.excerpt.length).toBeLessThanOrEqual(excerpt.length);
    for (const [start, end] of result.highlights) expect(0 <= start && end <= result.excerpt.length).toBe(true);
  });
  fc.assert(run, { seed: 7, numRuns: 1000 });
});
