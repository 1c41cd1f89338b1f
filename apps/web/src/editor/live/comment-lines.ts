import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { listComments } from './block-field.js';
import { chooseAction } from './follow-view.js';

const comment = Decoration.mark({ class: 'cm-comment' });

/** Dims the visible text of comments over several paragraphs; the colours of the text dim shorter comments. */
class CommentLines {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = build(view);
  }

  update(update: ViewUpdate): void {
    const action = chooseAction(update);
    if (action === 'map') this.decorations = this.decorations.map(update.changes);
    if (action === 'build') this.decorations = build(update.view);
  }
}

function build({ state, visibleRanges }: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of listComments(state))
    for (const range of visibleRanges) {
      const [start, end] = [Math.max(from, range.from), Math.min(to, range.to)];
      if (start < end) found.push(comment.range(start, end));
    }
  return Decoration.set(found, true);
}

export const commentLines = ViewPlugin.fromClass(CommentLines, { decorations: ({ decorations }) => decorations });
