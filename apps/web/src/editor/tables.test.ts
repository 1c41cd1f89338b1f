import { EditorState, type Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { markdown } from './language.js';
import { nextCell, previousCell } from './tables.js';

/**
 * Runs a command with the cursor at `^`. Returns the text with the selection in brackets; undefined when the command
 * does nothing.
 */
function run(command: typeof nextCell, text: string): string | undefined {
  const at = text.indexOf('^');
  let state = EditorState.create({
    doc: text.replace('^', ''),
    selection: { anchor: at },
    extensions: [markdown.extension],
  });
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  if (!command({ state, dispatch } as unknown as EditorView)) return undefined;
  const { from, to } = state.selection.main;
  const doc = state.doc.toString();
  return `${doc.slice(0, from)}[${doc.slice(from, to)}]${doc.slice(to)}`;
}

const rule = '| - | - |';

describe('Tab in a table', () => {
  it.each([
    [`| ^a | b |\n${rule}\n| c | d |`, `| a | [b] |\n${rule}\n| c | d |`],
    [`| a | b^ |\n${rule}\n| c | d |`, `| a | b |\n${rule}\n| [c] | d |`],
    [`| a^ |  |\n${rule}`, `| a | [] |\n${rule}`],
    [`| a | b^ |\n${rule}\n|`, `| a | b |\n${rule}\n|[]`],
    [`| a\\|x^ | b |\n${rule}`, `| a\\|x | [b] |\n${rule}`],
    ['> | a^ | b |\n> | - | - |', '> | a | [b] |\n> | - | - |'],
    ['a^ | b\n--- | ---\nc | d', 'a | [b]\n--- | ---\nc | d'],
  ])('goes to the next cell: %j', (before, after) => expect(run(nextCell, before)).toBe(after));

  it.each([
    [`| a | b |\n${rule}\n| c | d^ |`, `| a | b |\n${rule}\n| c | d |\n| [] |  |`],
    [`| a | b^ |\n${rule}`, `| a | b |\n${rule}\n| [] |  |`],
    ['> | a | b^ |\n> | - | - |', '> | a | b |\n> | - | - |\n> | [] |  |'],
  ])('adds a row behind the last cell: %j', (before, after) => expect(run(nextCell, before)).toBe(after));

  it('with Shift goes to the previous cell, and stays in the first', () => {
    expect(run(previousCell, `| a | b |\n${rule}\n| c^ | d |`)).toBe(`| a | [b] |\n${rule}\n| c | d |`);
    expect(run(previousCell, `| a^ | b |\n${rule}`)).toBe(`| [a] | b |\n${rule}`);
  });

  it.each(['text^ | no table', '- item^', '```\n| a^ |\n| - |\n```'])('does nothing outside a table: %j', (text) =>
    expect(run(nextCell, text)).toBeUndefined(),
  );
});
