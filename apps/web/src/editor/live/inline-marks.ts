import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type EditorView, WidgetType } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { toggleTaskAt } from '../lists.js';
import { text } from '../texts.js';

const hidden = Decoration.replace({});

/** Hidden marks by name, with the parents they are hidden in; null means any parent. */
const MARKS: Readonly<Record<string, readonly string[] | null>> = {
  EmphasisMark: null,
  StrikethroughMark: null,
  HighlightMark: null,
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
  MathBlock: 'cm-code-block',
  Table: 'cm-table',
  Footnote: 'cm-footnote',
};

const HEADING = /^(?:ATX|Setext)Heading(\d)$/;
const highlight = Decoration.mark({ tagName: 'mark' });

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

/** Element drawn in place of a mark. Each is made once, so that the editor knows it by identity. */
class Drawing extends WidgetType {
  constructor(private readonly properties: Partial<HTMLElement>) {
    super();
  }
  override toDOM(): HTMLElement {
    return Object.assign(document.createElement('span'), this.properties);
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

const draw = (properties: Partial<HTMLElement>) => Decoration.replace({ widget: new Drawing(properties) });
const bullet = draw({ className: 'cm-bullet', textContent: '•' });
const rule = draw({ className: 'cm-rule', role: 'separator' });
const taskBox = (done: boolean, isReadOnly: boolean) => Decoration.replace({ widget: new TaskBox(done, isReadOnly) });

/** Returns the classes of the lines of a block, within a range. */
export function lineDecorations(
  state: EditorState,
  node: SyntaxNodeRef,
  from: number,
  to: number,
): Range<Decoration>[] {
  const level = HEADING.exec(node.name)?.[1];
  const name = level === undefined ? LINES[node.name] : `cm-heading cm-heading-${level}`;
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

/** Returns the decoration that text keeps while its line is edited. */
export const textDecoration = ({ name, from, to }: SyntaxNodeRef): Range<Decoration> | undefined =>
  name === 'Highlight' && to > from ? highlight.range(from, to) : undefined;

/** Returns the decoration that replaces a mark away from the cursor. */
export function markDecoration(state: EditorState, node: SyntaxNodeRef): Range<Decoration> | undefined {
  const { name, from, to } = node;
  if (name === 'TaskMarker') return taskBox(state.sliceDoc(from, to) !== '[ ]', state.readOnly).range(from, to);
  if (name === 'HeaderMark') return hiddenHeaderMark(state, node);
  if (name === 'QuoteMark') return hiddenQuoteMark(state, node);
  if (name === 'ListMark') return listMark(state, node);
  if (name === 'HorizontalRule') return thematicBreak(state, node);
  if (name === 'LinkMark' && !hasAddress(node)) return undefined;
  if (name === 'URL' && !isDestination(state, node)) return undefined;
  const markNames = MARKS[name];
  if (markNames === undefined || from === to) return undefined;
  return markNames === null || markNames.includes(node.node.parent?.name ?? '') ? hidden.range(from, to) : undefined;
}

/** Hides the mark with the space behind it; the line of dashes below a heading stays visible. */
function hiddenHeaderMark(state: EditorState, { node, from, to }: SyntaxNodeRef): Range<Decoration> | undefined {
  if (!node.parent?.name.startsWith('ATX')) return undefined;
  return hidden.range(from, skipSpace(state, to));
}

/** Hides the mark of a quotation with the space behind it; the marks of quotations within it stay visible. */
function hiddenQuoteMark(state: EditorState, { from, to }: SyntaxNodeRef): Range<Decoration> | undefined {
  return state.doc.lineAt(from).from === from ? hidden.range(from, skipSpace(state, to)) : undefined;
}

/** Draws a bullet; before a task the box stands for it. Numbers stay as they are. */
function listMark(state: EditorState, { node, from, to }: SyntaxNodeRef): Range<Decoration> | undefined {
  if (node.parent?.parent?.name !== 'BulletList') return undefined;
  return node.nextSibling?.name === 'Task' ? hidden.range(from, skipSpace(state, to)) : bullet.range(from, to);
}

/** Draws a rule across the line; behind the mark of a list item there is no room for one. */
function thematicBreak(state: EditorState, { from, to }: SyntaxNodeRef): Range<Decoration> | undefined {
  const line = state.doc.lineAt(from);
  return /^[\s>]*$/.test(line.text.slice(0, from - line.from)) ? rule.range(from, to) : undefined;
}

const skipSpace = (state: EditorState, at: number): number => (state.sliceDoc(at, at + 1) === ' ' ? at + 1 : at);

/** Returns false for words in brackets, which are a link only where a definition makes them one. */
function hasAddress({ node: { parent } }: SyntaxNodeRef): boolean {
  if (parent?.name !== 'Link') return true;
  return parent.getChild('URL') !== null || parent.getChild('LinkLabel') !== null;
}

/** Returns false for an address in the text of a link. */
function isDestination(state: EditorState, { node: { prevSibling } }: SyntaxNodeRef): boolean {
  return prevSibling !== null && state.sliceDoc(prevSibling.from, prevSibling.to) === '(';
}
