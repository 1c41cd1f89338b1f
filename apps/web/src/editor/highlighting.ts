import { syntaxTree } from '@codemirror/language';
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Tree } from '@lezer/common';
import { type Highlighter, highlightTree } from '@lezer/highlight';
import { joinRanges } from './visible-ranges.js';

const marks = new Map<string, Decoration>();

/** Returns the decoration of a class; each class has one. */
function getMark(name: string): Decoration {
  const mark = marks.get(name) ?? Decoration.mark({ class: name });
  marks.set(name, mark);
  return mark;
}

/**
 * Highlights the visible text. Each visible block is looked up in the tree, whereas the highlighter of CodeMirror walks
 * over all blocks before it, for each of the ranges that rendered blocks separate.
 */
export const highlightVisible = (highlighters: readonly Highlighter[]): Extension =>
  Prec.high(
    ViewPlugin.fromClass(
      class {
        decorations: DecorationSet;
        #tree: Tree;

        constructor(view: EditorView) {
          this.#tree = syntaxTree(view.state);
          this.decorations = highlight(view, highlighters);
        }

        update({ view, state, changes, docChanged, viewportChanged }: ViewUpdate): void {
          const tree = syntaxTree(state);
          // Until the visible text is parsed, the old colours move with it.
          if (tree.length < view.viewport.to && docChanged && tree.type === this.#tree.type) {
            this.decorations = this.decorations.map(changes);
          } else if (tree !== this.#tree || viewportChanged) {
            this.#tree = tree;
            this.decorations = highlight(view, highlighters);
          }
        }
      },
      { decorations: ({ decorations }) => decorations },
    ),
  );

function highlight(view: EditorView, highlighters: readonly Highlighter[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { topNode } = syntaxTree(view.state);
  for (const { from, to } of joinRanges(view.visibleRanges)) {
    for (let node = topNode.childAfter(from); node !== null && node.from < to; node = node.nextSibling) {
      const start = node.from;
      highlightTree(
        node.toTree(),
        highlighters,
        (begin, end, name) => builder.add(start + begin, start + end, getMark(name)),
        Math.max(0, from - start),
        Math.min(node.to, to) - start,
      );
    }
  }
  return builder.finish();
}
