import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { markdown } from './language.js';
import { getBody, keepLineBreaks } from './line-breaks.js';
import { movePart } from './sections.js';

/** Returns the result of moving a part of a text in which `|` marks the cursor. */
function after(by: -1 | 1, text: string): string {
  const body = text.replace('|', '');
  const at = text.slice(0, text.indexOf('|')).replaceAll('\r\n', '\n').length;
  let state = EditorState.create({
    doc: body,
    selection: { anchor: at },
    extensions: [markdown.extension, keepLineBreaks(body)],
  });
  const dispatch = (spec: Parameters<EditorView['dispatch']>[0]) => {
    state = state.update(spec as object).state;
  };
  movePart(by)({ state, dispatch } as unknown as EditorView);
  const { head } = state.selection.main;
  return `${getBody(state, 0, head)}|${getBody(state, head)}`;
}

describe('movePart down', () => {
  it.each([
    ['a section', '# A\n\na|\n\n# B\n\nb\n', '# B\n\nb\n\n# A\n\na|\n'],
    ['a section with its subsections', '# |A\n## x\n# B\n## y', '# B\n## y\n# |A\n## x'],
    ['a section from a blank line behind it', '# A\n\na\n|\n# B\n', '# B\n\n# A\n\na|\n'],
    ['nothing out of its chapter', '# A\n## x|\n# B\n## y\n', '# A\n## x|\n# B\n## y\n'],
    ['nothing past headings in quotes and code', '# A|\n> # q\n\n```\n# c\n```\n', '# A|\n> # q\n\n```\n# c\n```\n'],
    ['an item with its sublist', '- a|\n  - x\n- b\n', '- b\n- a|\n  - x\n'],
    ['an item within a sublist', '- a\n  - x|\n  - y\n', '- a\n  - y\n  - x|\n'],
    ['items but not their numbers', '1. a|\n2. b\n', '1. b\n2. a|\n'],
    ['nothing without a heading', 'a|\n', 'a|\n'],
    ['text with its line breaks', '# A|\r\na\n# B\r\nb\n', '# B\r\nb\n# A|\r\na\n'],
  ])('moves %s', (_, before, result) => expect(after(1, before)).toBe(result));
});

describe('movePart up', () => {
  it.each([
    ['a section', '# A\n\na\n\n# B\n\nb|', '# B\n\nb|\n\n# A\n\na'],
    ['an item', '> - a\n> - |b\n', '> - |b\n> - a\n'],
    ['nothing above the first section', '# A|\n# B\n', '# A|\n# B\n'],
  ])('moves %s', (_, before, result) => expect(after(-1, before)).toBe(result));
});
