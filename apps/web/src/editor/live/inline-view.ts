import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { IterMode, type SyntaxNodeRef } from '@lezer/common';
import { joinRanges } from '../visible-ranges.js';
import { chooseAction, createSourceTest } from './follow-view.js';
import { lineDecorations, markDecoration, textDecoration } from './inline-marks.js';
import { InlineWidget } from './inline-widget.js';
import { listDecorations, typedItemDecorations } from './list-lines.js';
import { liveFacts } from './live-facts.js';
import { getRenderer, hasRenderer } from './load-renderer.js';
import { noteFacts } from './note-facts.js';

/** Nodes that are shown rendered away from the cursor. */
const WIDGETS: ReadonlySet<string> = new Set([
  ...['Image', 'Math', 'FootnoteReference', 'FootnoteLabel', 'InlineFootnote'],
]);
/** Nodes that need the renderer, which also keeps the fences of code; of quotes, those that are callouts do. */
const RENDERED: ReadonlySet<string> = new Set([
  ...['Table', 'MathBlock', 'HTMLBlock', 'HTMLTag', 'CommentMark', 'FencedCode'],
]);
const CALLOUT = /^>[ \t]*\[!/;
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
    const action = chooseAction(update);
    if (action === 'map') this.decorations = this.decorations.map(update.changes);
    if (action === 'build') this.decorations = this.#build(update.view);
  }

  #build(view: EditorView): DecorationSet {
    const { state } = view;
    const isEdited = createSourceTest(view);
    const begin = state.facet(liveFacts).textFrom;
    const found: Range<Decoration>[] = [];
    this.needsRenderer = state.doc.sliceString(0, MATTER.length) === MATTER || mayRepeatTitle(state);
    const add = (decoration: Range<Decoration> | undefined) => decoration && found.push(decoration);
    for (const { from, to } of joinRanges(view.visibleRanges)) {
      syntaxTree(state).iterate({
        from: Math.max(from, begin),
        to,
        // Marks inside fenced Markdown code stay visible.
        mode: IterMode.IgnoreMounts,
        enter: (node) => {
          if (node.from < begin && node.name !== 'Document') return true;
          found.push(
            ...(typedItemDecorations(state, node) ?? lineDecorations(state, node, from, to)),
            ...listDecorations(state, node, from, to),
          );
          add(textDecoration(node));
          this.needsRenderer ||= isRenderable(state, node);
          const source = widgetSource(state, node);
          if (source === undefined) {
            if (!isEdited(node.from, node.to)) add(markDecoration(state, node));
            return true;
          }
          this.needsRenderer = true;
          if (!hasRenderer(state)) return true;
          const widget = new InlineWidget(source, getRenderer());
          if (!isEdited(node.from, node.to)) add(Decoration.replace({ widget }).range(node.from, node.to));
          else if (node.name === 'Image') add(Decoration.widget({ widget, side: 1 }).range(node.to));
          return false;
        },
      });
    }
    return Decoration.set(found, true);
  }
}

const isRenderable = ({ doc }: EditorState, { name, from }: SyntaxNodeRef): boolean =>
  RENDERED.has(name) || (name === 'Blockquote' && CALLOUT.test(doc.sliceString(from, from + MARK_LENGTH)));

/** Returns true when the note may begin with a heading that repeats its title. */
function mayRepeatTitle(state: EditorState): boolean {
  const title = state.facet(noteFacts).title.peek().trim();
  const { text } = state.doc.line(1);
  return title !== '' && text.startsWith('#') && text.includes(title);
}

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
