import { EditorSelection, EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { continueList, toggleAround, toggleList, toggleTaskAt } from './lists.js';

/** Returns the result of a command on a text in which `|` marks the cursor, or two mark the selection. */
function after(command: Command, text: string): string {
  const [anchor, head = anchor] = [...text.matchAll(/\|/g)].map(({ index }, before) => index - before) as [number];
  let state = EditorState.create({
    doc: text.replaceAll('|', ''),
    selection: EditorSelection.single(anchor, head),
  });
  const view = {
    get state() {
      return state;
    },
    dispatch: (transaction: { state: EditorState }) => {
      state = transaction.state;
    },
  };
  if (!command(view as unknown as EditorView)) return 'not taken';
  const { from, to } = state.selection.main;
  const doc = state.doc.toString();
  const selected = from === to ? '' : `${doc.slice(from, to)}|`;
  return `${doc.slice(0, from)}|${selected}${doc.slice(to)}`;
}

describe('continueList', () => {
  it.each([
    ['- a|', '- a\n- |'],
    ['  9. a|b', '  9. a\n  10. |b'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['> - a|', '> - a\n> - |'],
    ['- a\n- |', '- a\n|'],
    ['plain|', 'not taken'],
    ['|- a', 'not taken'],
  ])('turns %j into %j', (before, result) => expect(after(continueList, before)).toBe(result));
});

describe('toggleList', () => {
  it.each([
    ['bullet', 'a|', '- a|'],
    ['bullet', '- a|', 'a|'],
    ['ordered', '|a\n\nb|', '1. |a\n\n2. b|'],
    ['task', '  - a|', '  - [ ] a|'],
    ['bullet', '- [x] a|', '- a|'],
  ] as const)('of the kind %s turns %j into %j', (kind, before, result) => {
    expect(after(toggleList(kind), before)).toBe(result);
  });
});

describe('toggleAround', () => {
  it.each([
    ['**', '|word|', '**|word|**'],
    ['**', '**|word|**', '|word|'],
    ['`', 'a|b', 'a`|`b'],
    ['*', '**|word|**', '***|word|***'],
    ['**', '***|word|***', '*|word|*'],
    ['*', '***|word|***', '**|word|**'],
  ])('with %j turns %j into %j', (mark, before, result) => expect(after(toggleAround(mark), before)).toBe(result));
});

describe('toggleTaskAt', () => {
  const toggle: Command = (view) => toggleTaskAt(view, view.state.selection.main.head);
  it.each([
    ['- [ ] a|', '- [x] a|'],
    ['1) [X] a|', '1) [ ] a|'],
    ['- - [ ] a|', '- - [x] a|'],
    ['> -\t[ ] a|', '> -\t[x] a|'],
    ['- [ ]|', '- [x]|'],
    ['- [x] a repeat:daily|', '- [ ] a repeat:daily|'],
    ['- [ ]a|', 'not taken'],
    ['- a|', 'not taken'],
  ])('turns %j into %j', (before, result) => expect(after(toggle, before)).toBe(result));
});
