import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import { IterMode, type SyntaxNodeRef } from '@lezer/common';
import { toggleTaskAt } from './lists.js';
import { text } from './texts.js';

const hidden = Decoration.replace({});

/** Hidden marks by name, with the parents they are hidden in; null means any parent. */
const MARKS: Readonly<Record<string, readonly string[] | null>> = {
  EmphasisMark: null,
  StrikethroughMark: null,
  WikilinkMark: null,
  CodeMark: ['InlineCode'],
  LinkMark: ['Link'],
  URL: ['Link'],
  LinkTitle: ['Link'],
  LinkLabel: ['Link'],
};

const LINES: Readonly<Record<string, string>> = {
  Blockquote: 'cm-quote',
  FencedCode: 'cm-code-block',
  CodeBlock: 'cm-code-block',
  Table: 'cm-table',
};

class TaskBox extends WidgetType {
  constructor(
    private readonly done: boolean,
    private readonly isReadOnly: boolean,
  ) {
    super();
  }
  override eq(other: TaskBox): boolean {
    return other.done === this.done && other.isReadOnly === this.isReadOnly;
  }
  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = this.done;
    box.disabled = this.isReadOnly;
    box.ariaLabel = this.done ? text.done : text.toDo;
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', () => toggleTaskAt(view, view.posAtDOM(box)));
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

const taskBox = (done: boolean, isReadOnly: boolean) => Decoration.replace({ widget: new TaskBox(done, isReadOnly) });

class LiveMarkup {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = buildDecorations(view);
  }

  update(update: ViewUpdate): void {
    // Maps decorations during composition, because rebuilding them would interrupt the input method.
    if (update.view.composing) this.decorations = this.decorations.map(update.changes);
    else if (isStale(update)) this.decorations = buildDecorations(update.view);
  }
}

const isStale = ({ docChanged, viewportChanged, selectionSet, focusChanged, startState, state }: ViewUpdate) =>
  docChanged ||
  viewportChanged ||
  selectionSet ||
  focusChanged ||
  startState.readOnly !== state.readOnly ||
  syntaxTree(startState) !== syntaxTree(state);

function buildDecorations(view: EditorView): DecorationSet {
  const { state } = view;
  const isEdited = view.hasFocus ? createSelectionTest(state) : () => false;
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      // Marks inside fenced Markdown code stay visible.
      mode: IterMode.IgnoreMounts,
      enter: (node) => {
        found.push(...lineDecorations(state, node, from, to));
        const mark = isEdited(node.from, node.to) ? undefined : markDecoration(state, node);
        if (mark !== undefined) found.push(mark);
      },
    });
  }
  return Decoration.set(found, true);
}

/** Returns a predicate that is true for ranges on a line the selection touches. */
function createSelectionTest(state: EditorState): (from: number, to: number) => boolean {
  const lines = state.selection.ranges.map(({ from, to }) => ({
    from: state.doc.lineAt(from).from,
    to: state.doc.lineAt(to).to,
  }));
  return (from, to) => lines.some((line) => from <= line.to && to >= line.from);
}

function lineDecorations(state: EditorState, node: SyntaxNodeRef, from: number, to: number): Range<Decoration>[] {
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name);
  const name = heading ? `cm-heading cm-heading-${heading[1]}` : LINES[node.name];
  if (name === undefined) return [];
  const found: Range<Decoration>[] = [];
  const end = Math.min(node.to, to);
  for (let at = Math.max(node.from, from); at <= end; ) {
    const line = state.doc.lineAt(at);
    found.push(Decoration.line({ class: name }).range(line.from));
    at = line.to + 1;
  }
  return found;
}

function markDecoration(state: EditorState, node: SyntaxNodeRef): Range<Decoration> | undefined {
  const { name, from, to } = node;
  if (name === 'TaskMarker') return taskBox(state.sliceDoc(from, to) !== '[ ]', state.readOnly).range(from, to);
  if (name === 'HeaderMark') return hiddenHeaderMark(state, node);
  const markNames = MARKS[name];
  if (markNames === undefined || from === to) return undefined;
  return markNames === null || markNames.includes(node.node.parent?.name ?? '') ? hidden.range(from, to) : undefined;
}

/** Hides the mark with the space behind it; the line of dashes below a heading stays visible. */
function hiddenHeaderMark(state: EditorState, { node, from, to }: SyntaxNodeRef): Range<Decoration> | undefined {
  if (!node.parent?.name.startsWith('ATX')) return undefined;
  const end = state.sliceDoc(to, to + 1) === ' ' ? to + 1 : to;
  return hidden.range(from, end);
}

/** Live editing: markup is shown only on the cursor's lines. Only visible lines are processed. */
export const liveMarkup: Extension = [
  ViewPlugin.fromClass(LiveMarkup, { decorations: ({ decorations }) => decorations }),
  EditorView.editorAttributes.of({ class: 'cm-live' }),
];
