import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView } from '@codemirror/view';
import { listComments } from './block-field.js';
import { decorateVisible } from './follow-view.js';

const comment = Decoration.mark({ class: 'cm-comment' });

function build({ state, visibleRanges }: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of listComments(state))
    for (const range of visibleRanges) {
      const [start, end] = [Math.max(from, range.from), Math.min(to, range.to)];
      if (start < end) found.push(comment.range(start, end));
    }
  return Decoration.set(found, true);
}

/** Dims the visible text of comments over several paragraphs; the colours of the text dim shorter comments. */
export const commentLines = decorateVisible(build);
