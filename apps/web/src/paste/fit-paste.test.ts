import { describe, expect, it } from 'vitest';
import { createTextEditor } from '../editor/testing.js';
import { type FittedText, fitMarkdown, fitPlainText, toInline } from './fit-paste.js';
import { type Place, readPlace, readPlainLines } from './place-markdown.js';

/** Returns a text in which `|` marks the cursor, with what a function inserts there. */
function insertAt(marked: string, fitText: (place: Place) => FittedText): string {
  const { state } = createTextEditor(marked).view;
  const { from, to } = state.selection.main;
  const { replacesBefore, insert } = fitText(readPlace(state, from, to));
  return state.sliceDoc(0, from - replacesBefore) + insert + state.sliceDoc(to);
}

const TABLE = '~ a ~\n~ - ~'.replaceAll('~', '\u007c');

describe('Markdown', () => {
  it.each([
    ['word|', TABLE, `word\n\n${TABLE}\n`],
    ['|', `x\n\n${TABLE}`, `x\n\n${TABLE}\n`],
    ['|', '```\nx\n```', '```\nx\n```\n'],
    ['|', 'x\n\n---', 'x\n\n---\n'],
    ['|\nbelow', TABLE, `${TABLE}\n\nbelow`],
    ['- a|', TABLE, `- a\n\n  ${TABLE.replace('\n', '\n  ')}`],
    ['- a|b', TABLE, `- a\n\n  ${TABLE.replace('\n', '\n  ')}\n\n  b`],
    ['> a|', TABLE, `> a\n>\n> ${TABLE.replace('\n', '\n> ')}`],
    ['|- a', TABLE, `${TABLE}\n\n- a`],
    ['- |', TABLE, `- ${TABLE.replace('\n', '\n  ')}`],
    ['- a|', '- x\n- y', '- a\n- x\n- y'],
    ['  - a|b', '- x\n- y', '  - a\n  - x\n  - yb'],
    ['1. a\n   - |', '- x\n  - y', '1. a\n   - x\n     - y'],
    ['- a |', '**x**\n\ny', '- a **x**\n\n  y'],
    ['2. a\n3. |', '1. x\n2. y', '2. a\n3. x\n4. y'],
    ['3. a|', '1. x\n2. y', '3. a\n4. x\n5. y'],
    ['3) |', '1. x\n   - z\n2. y', '3) x\n   - z\n4) y'],
    ['  9. |', '1. x\n\n   x\n2. y\n\n   y', '  9. x\n\n     x\n  10. y\n\n      y'],
    ['99. |', '1. x\n   1. z', '99. x\n    1. z'],
    ['9. |', '10. x\n    - z', '9. x\n   - z'],
    ['3. |', '1. x\n\ny\n\n1. z', '3. x\n\ny\n\n1. z'],
    ['3. |', '- x\n- y', '- x\n- y'],
    ['- |', '1. x\n2. y', '1. x\n2. y'],
  ])('pasted into %j fits', (before, markdown, result) =>
    expect(insertAt(before, (place) => fitMarkdown(place, markdown))).toBe(result),
  );
});

describe('plain text', () => {
  it.each([
    ['> a |', 'x\n\ny', '> a x\n>\n> y'],
    ['- a |', 'x\ny', '- a x\n  y'],
    ['a |', 'x\n\ny', 'a x\n\ny'],
  ])('in place of HTML that adds nothing fits into %j', (before, plain, result) =>
    expect(insertAt(before, (place) => fitPlainText(place, plain))).toBe(result),
  );

  it.each([
    ['- |', '- x\n- y\n', '- x\n- y'],
    ['- a\n  - |', '    - x\r\n      - y', '- a\n  - x\n    - y'],
    ['> |', 'x\n\ny', '> x\n>\n> y'],
  ])('copied without HTML goes on the list or quote in %j', (before, plain, result) =>
    expect(insertAt(before, (place) => fitMarkdown(place, readPlainLines(place, plain) ?? ''))).toBe(result),
  );

  it.each([
    ['- a |', '- x\n- y'],
    ['- |', 'x\ny'],
    ['> |', 'x'],
    ['a |', '- x\n- y'],
  ])('copied without HTML stays as it is in %j', (before, plain) => {
    const { state } = createTextEditor(before).view;
    expect(readPlainLines(readPlace(state, state.selection.main.from, state.selection.main.to), plain)).toBeUndefined();
  });
});

describe('toInline', () => {
  it.each([
    [' by b', 'by **b**', ' by **b**'],
    ['b\u00a0', '**b**', '**b** '],
    ['b\n', '**b**', '**b**'],
    [' b ', '- b', undefined],
    [' b c ', 'b\n\n**c**', undefined],
  ])('gives the Markdown of %j the spaces around it', (plain, markdown, expected) => {
    expect(toInline({ markdown, images: [] }, plain)).toBe(expected);
  });

  it('is undefined for a picture', () => {
    expect(toInline({ markdown: '![a](pasted:0)', images: [undefined] }, ' ')).toBeUndefined();
  });
});
