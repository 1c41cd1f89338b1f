import {
  codeFolding,
  ensureSyntaxTree,
  foldAll,
  foldable,
  foldEffect,
  foldedRanges,
  foldService,
  syntaxTree,
  unfoldAll,
  unfoldEffect,
} from '@codemirror/language';
import { type EditorState, type Extension, type Line, RangeSetBuilder } from '@codemirror/state';
import {
  type Command,
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import './folding.css';

/** Maximum time for parsing a long note to the end of a section. */
const PARSE_MS = 100;

interface Fold {
  readonly from: number;
  readonly to: number;
}

const getLevel = ({ name }: SyntaxNode): number | undefined => {
  const level = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
};

/** Returns the outermost heading, list item or fence that begins on a line. */
function findFoldNode(state: EditorState, { from, text }: Line): SyntaxNode | undefined {
  const start = from + (/^[\s>]*/.exec(text)?.[0].length ?? 0);
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(start, 1); node !== null; node = node.parent) {
    if (node.from < from) return undefined;
    if (node.name === 'ListItem' || node.name === 'FencedCode' || getLevel(node) !== undefined) return node;
  }
  return undefined;
}

/** Returns true when more lines belong to a node. Of a section only the first block is looked at. */
function hasMore({ doc }: EditorState, node: SyntaxNode, { to }: Line): boolean {
  const level = getLevel(node);
  if (level === undefined) return doc.lineAt(node.to).from > to;
  const next = node.nextSibling;
  return next !== null && (getLevel(next) ?? Number.POSITIVE_INFINITY) > level;
}

/** Returns the text that is hidden when a line is folded: from its end to the end of its section, item or code. */
function findFold(state: EditorState, line: Line): Fold | null {
  const node = findFoldNode(state, line);
  if (node === undefined || !hasMore(state, node, line)) return null;
  const level = getLevel(node);
  const end = level === undefined ? node.to : findSectionEnd(state, node, level);
  const to = end - (/\s*$/.exec(state.sliceDoc(Math.max(line.to, end - MAX_BLANKS), end))?.[0].length ?? 0);
  const from = getLevel(node) === undefined ? line.to : Math.max(line.to, node.to);
  return to > from ? { from, to } : null;
}

/** Blank characters at the end of a section that stay visible. */
const MAX_BLANKS = 1_000;

function findSectionEnd(state: EditorState, heading: SyntaxNode, level: number): number {
  const top = ensureSyntaxTree(state, state.doc.length, PARSE_MS)?.resolveInner(heading.from, 1);
  let node: SyntaxNode | null = top ?? heading;
  while (node !== null && getLevel(node) === undefined) node = node.parent;
  for (let next = (node ?? heading).nextSibling; next !== null; next = next.nextSibling)
    if ((getLevel(next) ?? Number.POSITIVE_INFINITY) <= level) return next.from;
  return state.doc.length;
}

const foldSections = foldService.of((state, from) => findFold(state, state.doc.lineAt(from)));

/** Button in the margin of a line that can be folded. The commands do the same by keyboard. */
class FoldButton extends WidgetType {
  constructor(readonly isFolded: boolean) {
    super();
  }
  override eq({ isFolded }: FoldButton): boolean {
    return isFolded === this.isFolded;
  }
  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('span');
    button.className = this.isFolded ? 'cm-fold folded' : 'cm-fold';
    button.ariaHidden = 'true';
    button.addEventListener('mousedown', (event) => {
      event.preventDefault();
      toggleLine(view, view.state.doc.lineAt(view.posAtDOM(button)));
    });
    return button;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

const buttons = [false, true].map((isFolded) => Decoration.widget({ widget: new FoldButton(isFolded), side: -1 }));

class FoldButtons {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = createButtons(view);
  }

  update({ docChanged, viewportChanged, startState, state, view, changes }: ViewUpdate): void {
    const isChanged =
      docChanged ||
      viewportChanged ||
      syntaxTree(startState) !== syntaxTree(state) ||
      foldedRanges(startState) !== foldedRanges(state);
    // Rebuilding would interrupt an input method.
    if (view.composing) this.decorations = this.decorations.map(changes);
    else if (isChanged) this.decorations = createButtons(view);
  }
}

function createButtons({ state, visibleRanges }: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      at = line.to + 1;
      if (line.from <= last) continue;
      last = line.from;
      const node = findFoldNode(state, line);
      if (node === undefined || !hasMore(state, node, line)) continue;
      found.add(line.from, line.from, buttons[Number(findFolded(state, line) !== undefined)] as Decoration);
    }
  }
  return found.finish();
}

/** Returns the folded text that begins on a line. */
function findFolded(state: EditorState, line: Line): Fold | undefined {
  let found: Fold | undefined;
  foldedRanges(state).between(line.from, line.to, (from, to) => {
    if (from >= line.from) found ??= { from, to };
  });
  return found;
}

/** Folds or unfolds what begins on a line. Returns false when nothing does. */
function toggleLine(view: EditorView, line: Line): boolean {
  const folded = findFolded(view.state, line);
  const fold = folded ?? foldable(view.state, line.from, line.to);
  if (fold === null || fold === undefined) return false;
  view.dispatch({ effects: (folded === undefined ? foldEffect : unfoldEffect).of(fold) });
  return true;
}

/** Folds or unfolds the innermost section, list item or code around the cursor. */
export const toggleFold: Command = (view) => {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.head);
  if (toggleLine(view, line)) return true;
  for (let number = line.number - 1; number > 0; number -= 1) {
    const above = doc.line(number);
    const fold = findFolded(view.state, above) ?? foldable(view.state, above.from, above.to);
    if (fold !== undefined && fold !== null && fold.to >= line.from) {
      view.dispatch({ selection: { anchor: above.to }, scrollIntoView: true });
      return toggleLine(view, above);
    }
  }
  return true;
};

export const foldCommands = { fold: toggleFold, foldAll, unfoldAll };

/** Returns the extension that folds sections, list items and code. */
export const folding: Extension = [
  codeFolding(),
  foldSections,
  ViewPlugin.fromClass(FoldButtons, { decorations: ({ decorations }) => decorations }),
];
