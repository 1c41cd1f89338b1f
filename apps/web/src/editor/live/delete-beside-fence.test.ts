import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runOn } from '../testing.js';
import { keepFenceBefore, keepFenceBehind } from './delete-beside-fence.js';
import { liveFacts } from './live-facts.js';

// Parsing ends early when time passes, as it does on a loaded machine.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const NOT_TAKEN = 'not taken';
const MATTER = '---\ntitle: a\n---';
/** Front matter as the live view finds it. */
const matter = liveFacts.of({ isHeld: false, open: [], comments: [], textFrom: MATTER.length });

describe('Backspace at the start of a line', () => {
  it.each([
    ['below code goes to the end of the code', '```\na\n```\n|b', '```\na|\n```\nb'],
    ['below code of a list item goes to the end of the code', '- ```\n  a\n  ```\n|- b', '- ```\n  a|\n  ```\n- b'],
    ['below quoted code goes to the end of the code', '> ```\n> a\n> ```\n|b', '> ```\n> a|\n> ```\nb'],
    ['below code without lines goes to the end of the opening fence', '```\n```\n|b', '```|\n```\nb'],
    ['that is blank below code deletes the line and goes into the code', '```\na\n```\n|\nb', '```\na|\n```\nb'],
    ['below code in Markdown with a fence keeps the outer fence', '````md\n```\n````\n|b', '````md\n```|\n````\nb'],
    ['of an opening fence goes to the text above', 'b\n|```\na\n```', 'b|\n```\na\n```'],
    ['of an opening fence deletes a blank line above', 'b\n   \n|```\na\n```', 'b\n|```\na\n```'],
    ['of a fence goes into the code above', '```\na\n```\n|```\nb\n```', '```\na|\n```\n```\nb\n```'],
    ['of a closing fence goes to the end of the code', '```\na\n|```', '```\na|\n```'],
    ['of a closing fence deletes a blank line of code', '```\na\n    \n|```', '```\na\n|```'],
    ['of the first line of code stays there', '```js\n|a\n```', '```js\n|a\n```'],
    ['that is blank and the first of code deletes the line', '```js\n|\na\n```', '```js|\na\n```'],
    ['of code that is not closed joins the lines', '```\n|a', NOT_TAKEN],
    ['within code joins the lines', '```\na\n|b\n```', NOT_TAKEN],
    ['of text joins the lines', 'a\n|b', NOT_TAKEN],
    ['below a formula goes to the end of the formula', '$$\na\n$$\n|b', '$$\na|\n$$\nb'],
    ['below a formula of one line goes to the end of the formula', '$$a$$\n|b', '$$a|$$\nb'],
    ['of the marks of a formula goes to the text above', '# b\n|$$\na\n$$', '# b|\n$$\na\n$$'],
    ['of the marks of a formula removes the blank line below text', 'b\n\n|$$\na\n$$', 'b\n|$$\na\n$$'],
    ['that is blank between text and a formula joins the lines', 'b\n|\n$$\na\n$$', NOT_TAKEN],
    ['that is blank before another above a formula joins the lines', 'b\n|\n\n$$\na\n$$', NOT_TAKEN],
    ['that is blank between text and a rule goes to the text', 'b\n|\n---', 'b|\n\n---'],
    ['of a callout goes to the text above', 'b\n|> [!tip] a', 'b|\n> [!tip] a'],
  ])('%s', (_outcome, before, after) => {
    expect(runOn(keepFenceBefore, before)).toBe(after);
  });

  it.each([
    ['below front matter goes to the end of the fields', `${MATTER}\n|b`, '---\ntitle: a|\n---\nb'],
    ['of the end of front matter goes to the end of the fields', '---\ntitle: a\n|---\nb', '---\ntitle: a|\n---\nb'],
  ])('%s', (_outcome, before, after) => {
    expect(runOn(keepFenceBefore, before, matter)).toBe(after);
  });
});

describe('Delete at the end of a line', () => {
  it.each([
    ['above code goes to the start of the code', 'b|\n```\na\n```', 'b\n```\n|a\n```'],
    ['above quoted code goes to the start of the code', '> b|\n> ```\n> a\n> ```', '> b\n> ```\n> |a\n> ```'],
    ['above code of a list item goes to the start of the code', 'b|\n- ```\n  a\n  ```', 'b\n- ```\n  |a\n  ```'],
    ['above code without lines goes to the end of the opening fence', 'b|\n```\n```', 'b\n```|\n```'],
    ['that is blank above code deletes the line and goes into the code', 'b\n|\n```\na\n```', 'b\n```\n|a\n```'],
    ['of a closing fence goes to the text below', '```\na\n```|\n- b', '```\na\n```\n- |b'],
    ['of a closing fence deletes a blank line below', '```\na\n```|\n\nb', '```\na\n```|\nb'],
    ['of a closing fence goes into the code below', '```\n```|\n```\nb\n```', '```\n```\n```\n|b\n```'],
    ['of an opening fence goes to the start of the code', '```js|\na\n```', '```js\n|a\n```'],
    ['of the last line of code stays there', '```\na|\n```\nb', '```\na|\n```\nb'],
    ['that is blank and the last of code deletes the line', '```\na\n|\n```', '```\na|\n```'],
    ['that is the only one of code stays there', '```\n|\n```', '```\n|\n```'],
    ['within code joins the lines', '```\na|\nb\n```', NOT_TAKEN],
    ['above a formula goes to the start of the formula', '# b|\n$$\na\n$$', '# b\n$$\n|a\n$$'],
    ['that is blank above a formula removes the line below text', 'b\n|\n$$\na\n$$', 'b\n$$\n|a\n$$'],
    ['above the blank line before a formula joins the lines', 'b|\n\n$$\na\n$$', NOT_TAKEN],
    ['above the blank line before a rule keeps that line', 'b|\n\n---', 'b\n|\n---'],
    ['above the blank line before a rule of stars joins the lines', 'b|\n\n***', NOT_TAKEN],
    ['above a formula of one line goes to the start of the formula', '# b|\n$$a$$', '# b\n$$|a$$'],
    ['of a formula goes to the text below', '$$\na\n$$|\nb', '$$\na\n$$\n|b'],
    ['above a callout goes to the title of the callout', 'b|\n> [!tip]- a', 'b\n> [!tip]- |a'],
    ['above a quote joins the lines', 'b|\n> a', NOT_TAKEN],
  ])('%s', (_outcome, before, after) => {
    expect(runOn(keepFenceBehind, before)).toBe(after);
  });

  it('of front matter goes to the text below', () => {
    expect(runOn(keepFenceBehind, `${MATTER}|\nb`, matter)).toBe(`${MATTER}\n|b`);
  });
});
