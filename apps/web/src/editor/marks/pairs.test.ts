import { describe, expect, it } from 'vitest';
import { createTextEditor } from '../testing.js';
import { deletePair, pairs, typeCharacter } from './pairs.js';

/** Returns the marked text after characters are typed; `⌫` is Backspace. */
function typeInto(text: string, typed: string): string {
  const editor = createTextEditor(
    text,
    pairs(() => true),
  );
  for (const character of typed) {
    if (character === '⌫') {
      editor.run(deletePair);
      continue;
    }
    const { state } = editor.view;
    editor.view.dispatch(typeCharacter(state, character) ?? state.replaceSelection(character));
  }
  return editor.marked;
}

describe('typed characters', () => {
  it.each([
    ['|', '(a)', '(a)|'],
    ['|', '[[a]]', '[[a]]|'],
    ['|', '[', '[|]'],
    ['|', '`a`', '`a`|'],
    ['|', '```js', '```js|'],
    ['|', '"a" b', '"a" b|'],
    ['a |', '*b*', 'a *b*|'],
    ['a |', '**b** c', 'a **b** c|'],
    ['|', '**b** c', '**b** c|'],
    ['|', '* b', '* b|'],
    ['a |', '_b_', 'a _b_|'],
    ['a|', '_b', 'a_b|'],
    ['3 |', '* 4', '3 * 4|'],
    ['a |', '== b', 'a == b|'],
    ['a |', '==b==', 'a ==b==|'],
    ['|', '===', '===|'],
    ['|', '---', '---|'],
    ['|', '- [ ] a', '- [ ] a|'],
    ['|', '[a](b)', '[a](b)|'],
    ['|word', '(', '(|word'],
    ['5|', '"', '5"|'],
    ['|', ':)', ':)|'],
    ['`a|b`', '(*', '`a(*|b`'],
    ['```\n|\n```', '*"(', '```\n*"(|)\n```'],
    ['‹a b›', '*', '*‹a b›*'],
    ['‹a›', '**', '**‹a›**'],
    ['‹a›', '[[', '[[‹a›]]'],
    ['‹a›', '``', '``‹a›``'],
    ['‹a›', '==', '==‹a›=='],
    ['‹a› ‹b›', '(', '(‹a›) (‹b›)'],
    ['‹a›', 'x', 'x|'],
    ['```\n‹a›\n```', '*', '```\n*|\n```'],
  ])('turn %j with %j into %j', (before, typed, result) => expect(typeInto(before, typed)).toBe(result));
});

describe('Backspace', () => {
  it.each([
    ['|', '(⌫', '|'],
    ['a |', '**⌫', 'a *|*'],
    ['|', '[[⌫⌫', '|'],
    ['(|)', '⌫', '|'],
    ['*|*', '⌫', '*|*'],
  ])('in %j after %j gives %j', (before, typed, result) => expect(typeInto(before, typed)).toBe(result));
});
