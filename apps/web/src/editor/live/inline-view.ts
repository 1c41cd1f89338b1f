import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { IterMode, type SyntaxNodeRef } from '@lezer/common';
import { joinRanges } from '../visible-ranges.js';
import { lineDecorations, markDecoration, textDecoration } from './inline-marks.js';
import { InlineWidget } from './inline-widget.js';
import { liveFacts } from './live-facts.js';
import { isRendererLoaded } from './load-renderer.js';

/** Nodes that are shown rendered away from the cursor. */
const WIDGETS: ReadonlySet<string> = new Set(['Image', 'Math', 'FootnoteReference']);
/** Blocks that are shown rendered: all of a kind, or those that begin in a certain way. */
const BLOCKS: ReadonlySet<string> = new Set(['Table', 'MathBlock']);
const MARKED_BLOCKS: ReadonlySet<string> = new Set(['Blockquote', 'FencedCode']);
const MARKED = /^(?:>[ \t]*\[!|[`~]{3,}[ \t]*(?:mermaid|note-query))/;
const MARK_LENGTH = 20;
/** Start of front matter. */
const MATTER = '---';
const MAX_WIDGET_LENGTH = 2_000;

/** Decorations of the visible lines: markup is shown only on the cursor's lines. */
class InlineView {
  decorations: DecorationSet;
  /** True when the visible text has something that needs the renderer. */
  needsRenderer = false;

  constructor(view: EditorView) {
    this.decorations = this.#build(view);
  }

  update(update: ViewUpdate): void {
    const { view, changes, state } = update;
    // Maps decorations during composition and while a mouse button is down, because rebuilding them would interrupt the
    // input method, or move the text below the pointer.
    const isHeld = state.facet(liveFacts).isHeld && !update.viewportChanged;
    if (view.composing || isHeld) this.decorations = this.decorations.map(changes);
    else if (isStale(update)) this.decorations = this.#build(view);
  }

  #build(view: EditorView): DecorationSet {
    const { state } = view;
    const isEdited = view.hasFocus ? createSelectionTest(state) : () => false;
    const begin = state.facet(liveFacts).textFrom;
    const found: Range<Decoration>[] = [];
    this.needsRenderer = state.doc.sliceString(0, MATTER.length) === MATTER;
    const add = (decoration: Range<Decoration> | undefined) => decoration && found.push(decoration);
    for (const { from, to } of joinRanges(view.visibleRanges)) {
      syntaxTree(state).iterate({
        from: Math.max(from, begin),
        to,
        // Marks inside fenced Markdown code stay visible.
        mode: IterMode.IgnoreMounts,
        enter: (node) => {
          if (node.from < begin && node.name !== 'Document') return true;
          found.push(...lineDecorations(state, node, from, to));
          add(textDecoration(node));
          this.needsRenderer ||= isRenderable(state, node);
          const source = widgetSource(state, node);
          if (source === undefined) {
            if (!isEdited(node.from, node.to)) add(markDecoration(state, node));
            return true;
          }
          this.needsRenderer = true;
          if (!isRendererLoaded()) return true;
          const widget = new InlineWidget(source);
          if (!isEdited(node.from, node.to)) add(Decoration.replace({ widget }).range(node.from, node.to));
          else if (node.name === 'Image') add(Decoration.widget({ widget, side: 1 }).range(node.to));
          return false;
        },
      });
    }
    return Decoration.set(found, true);
  }
}

const isStale = ({
  docChanged,
  viewportChanged,
  selectionSet,
  focusChanged,
  startState,
  state,
  transactions,
}: ViewUpdate) =>
  docChanged ||
  viewportChanged ||
  selectionSet ||
  focusChanged ||
  startState.readOnly !== state.readOnly ||
  startState.facet(liveFacts) !== state.facet(liveFacts) ||
  syntaxTree(startState) !== syntaxTree(state) ||
  transactions.some(({ reconfigured }) => reconfigured);

/** Returns a predicate that is true for ranges on a line the selection touches, and in blocks whose source is shown. */
function createSelectionTest(state: EditorState): (from: number, to: number) => boolean {
  const selected = state.selection.ranges.map(({ from, to }) => ({
    from: state.doc.lineAt(from).from,
    to: state.doc.lineAt(to).to,
  }));
  const lines = [...selected, ...state.facet(liveFacts).open];
  return (from, to) => lines.some((line) => from <= line.to && to >= line.from);
}

const isRenderable = ({ doc }: EditorState, { name, from }: SyntaxNodeRef): boolean =>
  BLOCKS.has(name) || (MARKED_BLOCKS.has(name) && MARKED.test(doc.sliceString(from, from + MARK_LENGTH)));

/** Returns the Markdown of a node that is shown rendered within its line. */
function widgetSource({ doc }: EditorState, { name, from, to }: SyntaxNodeRef): string | undefined {
  const isEmbed = name === 'Wikilink' && doc.sliceString(from, from + 1) === '!';
  if ((!isEmbed && !WIDGETS.has(name)) || to - from > MAX_WIDGET_LENGTH) return undefined;
  const source = doc.sliceString(from, to);
  // A view plugin may not replace line breaks.
  return source.includes('\n') ? undefined : source;
}

const plugin = ViewPlugin.fromClass(InlineView, { decorations: ({ decorations }) => decorations });

/** Returns true when the visible text has something that needs the renderer. */
export const needsRenderer = (view: EditorView): boolean => view.plugin(plugin)?.needsRenderer === true;

export const inlineView: Extension = plugin;
