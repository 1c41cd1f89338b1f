import type { Extension } from '@codemirror/state';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTextEditor } from '../testing.js';
import { keepBlockBelow } from './keep-block-below.js';
import { liveFacts } from './live-facts.js';

// Parsing ends early when time passes, as it does on a loaded machine.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

/** Returns the marked text after typing at its cursor. */
function type(marked: string, typed: string, facts: Extension = []): string {
  const editor = createTextEditor(marked, [keepBlockBelow, facts]);
  const { state } = editor.view;
  editor.view.dispatch(state.update(state.replaceSelection(typed), { userEvent: 'input.type' }));
  return editor.marked;
}

describe('Text typed on a blank line', () => {
  it.each([
    ['between a text and a formula changes nothing else', 'b\n|\n$$\na\n$$', 'b\nx|\n$$\na\n$$'],
    ['before another above a rule needs no more', 'b\n|\n\n---', 'b\nx|\n\n---'],
    ['above dashes in a formula changes nothing else', '$$\n|\n---\n$$', '$$\nx|\n---\n$$'],
    ['between a text and a rule leaves a blank line', 'b\n|\n---\na', 'b\nx|\n\n---\na'],
    ['above a rule in a quote leaves a line of the quote', '> |\n> ---', '> x|\n> \n> ---'],
    ['above a rule of stars changes nothing else', 'b\n|\n***', 'b\nx|\n***'],
    ['above dashes in code changes nothing else', '```\n|\n---\n```', '```\nx|\n---\n```'],
    ['above text changes nothing else', 'b\n|\na', 'b\nx|\na'],
  ])('%s', (_outcome, before, after) => {
    expect(type(before, 'x')).toBe(after);
  });

  it('at the end of the front matter changes nothing else', () => {
    const matter = liveFacts.of({ isHeld: false, open: [], comments: [], textFrom: '---\na: b\n\n---'.length });
    expect(type('---\na: b\n|\n---\nc', 'x', matter)).toBe('---\na: b\nx|\n---\nc');
  });

  it('that ends in a blank line needs no more', () => {
    expect(type('b\n|\n---\na', 'x\n')).toBe('b\nx\n|\n---\na');
  });
});
