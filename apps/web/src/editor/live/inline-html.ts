import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, WidgetType } from '@codemirror/view';
import { IterMode, type SyntaxNode } from '@lezer/common';
import { type HtmlSpan, pairHtmlTags } from '@notes/markdown-view';
import { joinRanges } from '../visible-ranges.js';
import { releaseBlock } from './built-block.js';
import { createSourceTest, decorateVisible } from './follow-view.js';
import { InlineWidget } from './inline-widget.js';
import { liveFacts } from './live-facts.js';
import { buildInline } from './render-block.js';

const renderer = { buildInline, releaseBlock };
const MAX_IMAGE_LENGTH = 2_000;
const hidden = Decoration.replace({});

/** Line break that HTML puts into a line. */
class LineBreak extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override get lineBreaks(): number {
    return 1;
  }
  override toDOM(): HTMLElement {
    return document.createElement('br');
  }
}
const lineBreak = new LineBreak();

function build(view: EditorView): DecorationSet {
  const { state } = view;
  const isEdited = createSourceTest(view);
  const found: Range<Decoration>[] = [];
  for (const parent of findParents(view))
    for (const span of pairHtmlTags(listTags(state, parent)))
      found.push(...decorate(state, span, isEdited(span.from, span.to)));
  return Decoration.set(found, true);
}

/** Finds the visible nodes that HTML tags are children of. */
function findParents(view: EditorView): Iterable<SyntaxNode> {
  const { state, visibleRanges } = view;
  const begin = state.facet(liveFacts).textFrom;
  const found = new Map<string, SyntaxNode>();
  for (const { from, to } of joinRanges(visibleRanges))
    syntaxTree(state).iterate({
      from: Math.max(from, begin),
      to,
      mode: IterMode.IgnoreMounts,
      enter: (node) => {
        const parent = node.name === 'HTMLTag' && node.from >= begin ? node.node.parent : null;
        if (parent !== null) found.set(`${parent.name} ${parent.from} ${parent.to}`, parent);
      },
    });
  return found.values();
}

const listTags = ({ doc }: EditorState, parent: SyntaxNode) =>
  parent.getChildren('HTMLTag').map(({ from, to }) => ({ written: doc.sliceString(from, to), from }));

function decorate({ doc }: EditorState, span: HtmlSpan, isEdited: boolean): Range<Decoration>[] {
  const { type, from, to } = span;
  const source = doc.sliceString(from, to);
  if (type === 'element') {
    const { tag, attributes } = span;
    return from < to ? [Decoration.mark({ tagName: tag, attributes, class: 'cm-html' }).range(from, to)] : [];
  }
  // A view plugin may not replace line breaks.
  if (source.includes('\n')) return [];
  if (type === 'tag') return isEdited ? [] : [hidden.range(from, to)];
  if (type === 'image' && source.length > MAX_IMAGE_LENGTH) return [];
  const widget = type === 'break' ? lineBreak : new InlineWidget(source, renderer);
  return [isEdited ? Decoration.widget({ widget, side: 1 }).range(to) : Decoration.replace({ widget }).range(from, to)];
}

/** Shows the HTML within visible text as its elements. Their tags are shown where the cursor is. */
export const inlineHtml = decorateVisible(build);
