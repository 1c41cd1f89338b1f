import { renderNote } from '@notes/markdown-view';
import { expect, it } from 'vitest';
import { markdown } from '../language.js';
import { indexNote, listMarks, selectDefinitions, selectNumbers } from './index-note.js';

const index = (text: string) => indexNote(text, markdown.parser.parse(text), () => false);

const NOTE = [
  'One[^tea], two[^1] and ^[in place], again[^tea], `[^code]` and [^none].',
  '[^1]: First, with[^last].\n[^tea]: The *tea*.',
  '[^unused]: Not used.\n\n[^last]: Last.\n\n    With a paragraph.',
  'Another ^[footnote in place] and [a link][Ref].\n\n[ref]: https://example.org "Title"\n[REF]: second\n',
].join('\n\n');

it('footnotes have the numbers of the reading view, in the order of their references [WEB-LIVE-FOOTNOTES]', () => {
  const { numbers, inPlace } = index(NOTE);
  const read = renderNote(NOTE).flatMap(({ json }) =>
    [...json.matchAll(/"data-at":"footnote-(\d+)"/g)].map(([, n]) => n),
  );
  const shown = ['tea', '1', 'in place', 'tea', 'in place 2', 'last'].map(
    (name) => numbers.get(name) ?? inPlace[name.endsWith('2') ? 1 : 0]?.number,
  );
  expect(read.map(Number)).toEqual(shown);
  expect(Object.fromEntries(numbers)).toEqual({ tea: 1, 1: 2, last: 4, unused: 6 });
});

it('definitions are selected for the links of a part of the note [WEB-LIVE-REFERENCES]', () => {
  const indexed = index(NOTE);
  expect(selectDefinitions(indexed, '![alt][ref] and [other]')).toBe('\n\n[ref]: https://example.org "Title"');
  expect(selectDefinitions(indexed, '[none]')).toBe('');
});

it('a part of the note that refers to a footnote has its number [WEB-LIVE-FOOTNOTES]', () => {
  const footnoteNumbers = selectNumbers(index(NOTE), '| a[^1] and[^none] |');
  expect([...footnoteNumbers]).toEqual([['1', 2]]);
  const [block] = renderNote('a[^1] and[^none]', { footnoteNumbers });
  expect(block?.json).toContain('"children":["a",{"tag":"sup","attributes":{},"children":["2"]}," and[^none]"]');
});

it('marks of a text are those that change an index [WEB-LIVE-FOOTNOTES]', () => {
  expect(listMarks('A [link](x), [[note]] and text.')).toBe('');
  expect(listMarks('One[^1] and ^[two].\n[^1]: x\n[ref]: y')).toBe('[^1]\n^[\n[^1]:\n[ref]: y');
});
