import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateEffect } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import { renderNote } from '@notes/markdown-view';
import { effect } from '@preact/signals';
import { noteFacts } from './note-facts.js';
import { type FoundBlock, RenderableBlock } from './renderable-blocks.js';

const HEADING = /^(?:ATX|Setext)Heading\d$/;
const MAX_HEADING_LENGTH = 5_000;

/** Finds the heading at the start of a note that repeats its title, which is shown above the text already. */
export function findTitleHeading(state: EditorState, textFrom: number): FoundBlock | undefined {
  const node = syntaxTree(state).topNode.childAfter(textFrom);
  if (node === null || !HEADING.test(node.name) || node.to - node.from > MAX_HEADING_LENGTH) return undefined;
  const { from } = state.doc.lineAt(node.from);
  const { to } = state.doc.lineAt(Math.min(node.to, state.doc.length));
  return repeatsTitle(state.sliceDoc(from, to), getTitle(state))
    ? { from, to, value: new RenderableBlock('title', 0) }
    : undefined;
}

/** Returns the title of the edited note. */
export const getTitle = (state: EditorState): string => state.facet(noteFacts).title.peek();

/** Last comparison, since most changes of a note leave its first heading as it is. */
let last = { heading: '', title: '', isRepeated: false };

/** Compares a heading with the title as the reading view does. */
function repeatsTitle(heading: string, title: string): boolean {
  if (title.trim() === '') return false;
  if (last.heading !== heading || last.title !== title) {
    const [shown] = renderNote(heading, { title });
    last = { heading, title, isRepeated: shown?.text === '' && heading.replace(/[#\s]/g, '') !== '' };
  }
  return last.isRepeated;
}

const titleChanged = StateEffect.define<null>();

/** Follows the title of the note, which is edited outside the text. */
export const followTitle = ViewPlugin.define((view: EditorView) => {
  let known = getTitle(view.state);
  const end = effect(() => {
    const title = view.state.facet(noteFacts).title.value;
    if (title === known) return;
    known = title;
    view.dispatch({ effects: titleChanged.of(null) });
  });
  return { destroy: end };
});
