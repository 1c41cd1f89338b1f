import { insertNewlineAndIndent, moveLineDown, moveLineUp } from '@codemirror/commands';
import type { Command } from '@codemirror/view';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTextEditor, runOn } from '../testing.js';
import { continueCode } from './continue-code.js';
import { continueLine, continueText, deleteMarker, deleteMarkerAhead } from './continue-line.js';
import { dedentCode } from './dedent-code.js';
import { indent, outdent } from './indent-items.js';
import { renumberLists } from './renumber.js';

// Parsing ends early when time passes, as it does on a loaded machine.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const deleteLine: Command = ({ state, dispatch }) => {
  const { from, to } = state.doc.lineAt(state.selection.main.head);
  dispatch(state.update({ changes: { from, to: Math.min(to + 1, state.doc.length) }, userEvent: 'delete.line' }));
  return true;
};

const run = (command: Command) => (text: string) => runOn(command, text, renumberLists);

describe('Enter', () => {
  it.each([
    ['- a|', '- a\n- |'],
    ['  9. a|b', '  9. a\n  10. |b'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['- [x] |done', '- [ ] \n- [x] |done'],
    ['  1. [X] |a\n  2. b', '  1. [ ] \n  2. [X] |a\n  3. b'],
    ['- [x] ‹a›b', '- [x] \n- [ ] |b'],
    ['> - a|', '> - a\n> - |'],
    ['- a\n- |', '- a\n\n|'],
    ['- |', '|'],
    ['- a\n  - |', '- a\n- |'],
    ['1. a\n   1. |\n2. c', '1. a\n2. |\n3. c'],
    ['> a|', '> a\n> |'],
    ['>a|', '>a\n> |'],
    ['> a\n> |', '> a\n\n|'],
    ['> - a\n> - |', '> - a\n>\n> |'],
    ['> - a\n>\n> |', '> - a\n\n|'],
    ['> > |', '> |'],
    ['> - |', '> |'],
    ['> [!note] a|', '> [!note] a\n> |'],
    ['1. a|\n2. b\n3. c', '1. a\n2. |\n3. b\n4. c'],
    ['1. a|\n1. b', '1. a\n1. |\n1. b'],
    ['1. a|\n7. b', '1. a\n2. |\n7. b'],
    ['9. a|\n   - b\n     - c', '9. a\n10. |\n    - b\n      - c'],
    [
      '9. a|b\n\n   text\n   ```\n   code\n   ```\n10. c',
      '9. a\n10. |b\n\n    text\n    ```\n    code\n    ```\n11. c',
    ],
    ['> 9. a|\n>    - b', '> 9. a\n> 10. |\n>     - b'],
    ['9. a|\n   - b\n9. c', '9. a\n9. |\n   - b\n9. c'],
    ['9. a|\n\t- b', '9. a\n10. |\n\t- b'],
    ['99. a|\n\t- b\n\t\t- c', '99. a\n100. |\n\t - b\n\t\t- c'],
    ['- 9. a|\n- b', '- 9. a\n- |\n- b'],
    ['9. a|\n- b\n   - c', '9. a\n10. |\n- b\n   - c'],
    ['8. a|\n9. b\n   - c', '8. a\n9. |\n10. b\n    - c'],
    ['- a|\n- b|', '- a\n- |\n- b\n- |'],
    ['- ‹a›b', '- \n- |b'],
    ['plain|', 'not taken'],
    ['|- a', 'not taken'],
    ['- - -|', 'not taken'],
    ['```\n- a|\n```', 'not taken'],
    ['    - a|', 'not taken'],
    ['- a\n    - b|', '- a\n    - b\n    - |'],
  ])('turns %j into %j', (before, result) => expect(run(continueLine)(before)).toBe(result));

  it('with Shift stays in the item', () => {
    expect(run(continueText)('1. a|')).toBe('1. a\n   |');
    expect(run(continueText)('> - a|')).toBe('> - a\n>   |');
    expect(run(continueText)('a|')).toBe('not taken');
  });
});

describe('Enter in a code block', () => {
  it.each([
    ['```\n  a|\n```', '```\n  a\n  |\n```'],
    ['```\n\ta|', '```\n\ta\n\t|'],
    ['```\n  a\n  |', '```\n  a\n\n  |'],
    ['```\n  a| b', '```\n  a\n  | b'],
    ['- a\n  ```\n  b|', '- a\n  ```\n  b\n  |'],
    ['- ```js|', '- ```js\n  |'],
    ['> ```|', '> ```\n> |'],
    ['> ```\n>   a|', '> ```\n>   a\n>   |'],
    ['- a\n  ```\n  b\n  ```|', '- a\n  ```\n  b\n  ```\n  |'],
    ['```\n- a|', '```\n- a\n|'],
    ['```\n  ‹a\n  b›', '```\n  \n  |'],
    ['```\n{|}', 'not taken'],
    ['a|', 'not taken'],
    ['    a|', 'not taken'],
  ])('turns %j into %j', (before, result) => expect(run(continueCode)(before)).toBe(result));
});

describe('a character typed in a code block', () => {
  const type = (text: string, typed: string): string => {
    const editor = createTextEditor(text, dedentCode);
    const { state } = editor.view;
    editor.view.dispatch({ ...state.replaceSelection(typed), userEvent: 'input.type' });
    return editor.marked;
  };

  it.each([
    ['```\n    a\n    ``|', '`', '```\n    a\n```|'],
    ['- a\n  ~~~~\n      ~~~|', '~', '- a\n  ~~~~\n  ~~~~|'],
    ['````\n    ``|', '`', '````\n    ```|'],
    ['```\n    ``|\n```', '`', '```\n    ```|\n```'],
    ['```\n    a ``|', '`', '```\n    a ```|'],
    ['    ``|', '`', '    ```|'],
  ])('turns %j with %j into %j: a fence that closes it', (before, typed, result) =>
    expect(type(before, typed)).toBe(result),
  );

  it('turns a line to the left that ends a block of its language', async () => {
    // Begins to load the parsers of languages.
    createTextEditor('```js\na|');
    const { findLanguage } = await import('../../reading/code/languages.js');
    await findLanguage('js')?.load();
    expect(type('```js\nif (a) {\n  b\n  |', '}')).toBe('```js\nif (a) {\n  b\n}|');
    expect(type('- ```js\n  if (a) {\n    b\n    |', '}')).toBe('- ```js\n  if (a) {\n    b\n  }|');
    expect(type('```js\nif (a) {\n|', '}')).toBe('```js\nif (a) {\n}|');
    expect(type('```js\nif (a) {\n  b({ |', '}')).toBe('```js\nif (a) {\n  b({ }|');
    expect(type('```\nif (a) {\n  |', '}')).toBe('```\nif (a) {\n  }|');
  });
});

describe('Delete at the end of a line', () => {
  it.each([
    ['- a|\n- b', '- a|b'],
    ['- a|\n  - [x] b\n    - c', '- a|b\n    - c'],
    ['1. a|\n2. b\n3. c', '1. a|b\n2. c'],
    ['> a|\n> b', '> a|b'],
    ['a|\n- b', 'a|b'],
    ['- a|\nb', 'not taken'],
    ['- a|b\n- c', 'not taken'],
    ['|\n- b', 'not taken'],
    ['```\na|\n- b\n```', 'not taken'],
    ['- a|', 'not taken'],
  ])('turns %j into %j', (before, result) => expect(run(deleteMarkerAhead)(before)).toBe(result));
});

describe('Backspace behind a marker', () => {
  it.each([
    ['- |a', '|a'],
    ['- [ ] |a', '|a'],
    ['- a\n  - |b', '- a\n- |b'],
    ['> |a', '|a'],
    ['> - |a', '> |a'],
    ['- a|', 'not taken'],
    ['|a', 'not taken'],
  ])('turns %j into %j', (before, result) => expect(run(deleteMarker)(before)).toBe(result));
});

describe('Tab', () => {
  it.each([
    ['- a\n- b|', '- a\n  - b|'],
    ['- a|', '- a|'],
    ['1. a\n2. b|\n3. c', '1. a\n   1. b|\n2. c'],
    ['10. a\n11. b|', '10. a\n    1. b|'],
    ['- a\n- b|\n  - c\n- d', '- a\n  - b|\n    - c\n- d'],
    ['- a\n- ‹b\n- c›', '- a\n  - ‹b\n  - c›'],
    ['- a\n\t- b\n- c|', '- a\n\t- b\n\t- c|'],
    ['> - a\n> - b|', '> - a\n>   - b|'],
    ['- a\n  - b\n  - c|', '- a\n  - b\n    - c|'],
    ['a|', 'a  |'],
    ['‹a\nb›', '  ‹a\n  b›'],
  ])('turns %j into %j', (before, result) => expect(run(indent)(before)).toBe(result));
});

describe('Shift+Tab', () => {
  it.each([
    ['- a\n  - b|', '- a\n- b|'],
    ['1. a\n   1. b|\n2. c', '1. a\n2. b|\n3. c'],
    ['- a\n  - b|\n    - c', '- a\n- b|\n  - c'],
    ['- a\n  - b\n    - c|', '- a\n  - b\n  - c|'],
    ['- a|', '- a|'],
    ['  a|', 'a|'],
  ])('turns %j into %j', (before, result) => expect(run(outdent)(before)).toBe(result));
});

describe('ordered lists are renumbered', () => {
  it.each([
    [moveLineUp, '1. a\n2. b|\n3. c', '1. b|\n2. a\n3. c'],
    [moveLineDown, '3. a|\n4. b', '3. b\n4. a|'],
    [deleteLine, '1. a|\n2. b\n3. c', '|1. b\n2. c'],
    [deleteLine, '5. a\n6. b|\n7. c\n\n\n   text', '5. a\n|6. c\n\n\n   text'],
    [continueLine, '8. a|\n9. b\n   - c\n\n   text', '8. a\n9. |\n10. b\n    - c\n\n    text'],
    [deleteLine, '9. x|\n10. a\n    - c\n', '|9. a\n   - c\n'],
    [insertNewlineAndIndent, '```\n1. a|\n3. b\n```', '```\n1. a\n|\n3. b\n```'],
    [deleteLine, '1. a|\n5. b\n6. c', '|5. b\n6. c'],
  ])('%#', (command, before, result) => expect(run(command)(before)).toBe(result));

  it('only after edits by keyboard', () => {
    const editor = createTextEditor('1. a|', renumberLists);
    editor.view.dispatch({ changes: { from: 4, insert: '\n5. b' }, userEvent: 'input.paste' });
    expect(editor.view.state.doc.toString()).toBe('1. a\n5. b');
    editor.view.dispatch({ changes: { from: 4, insert: '\n5. x' } });
    expect(editor.view.state.doc.toString()).toBe('1. a\n5. x\n5. b');
  });
});
