import { bidiIsolates, syntaxTree } from '@codemirror/language';
import { type Extension, RangeSetBuilder, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { textDirection } from '@notes/markdown-view';

const directed = Decoration.line({ attributes: { dir: 'auto' } });
const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });
const TABLE = /^Table$/;
const CODE = /^(?:FencedCode|CodeBlock|CodeText|CodeInfo|CodeMark)$/;
/** Marker of a task with its box. */
const TASK = /^[\s>]*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/;
/** Characters of a line that are searched for its first letter. */
const MAX_SEARCHED = 1_000;

class LineDirections {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = markDirections(view);
  }

  update(update: ViewUpdate): void {
    const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
    if (update.docChanged || update.viewportChanged || isParsed) this.decorations = markDirections(update.view);
  }
}

/**
 * Marks visible lines that begin from right to left. Code reads from left to right; a table row without letters takes
 * the direction of the table.
 */
function markDirections(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const tree = syntaxTree(view.state);
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      const start = line.text.slice(0, MAX_SEARCHED);
      const isTask = TASK.test(start);
      const direction = textDirection(start.replace(TASK, ''));
      if (direction === 'rtl' && !findAncestor(tree.resolveInner(line.from, 1), CODE))
        // A browser would take the x of a ticked box for the first letter.
        marks.add(line.from, line.from, isTask ? rightToLeft : directed);
      if (direction === undefined && isInRightToLeftTable(view.state.doc, tree.resolveInner(line.to, -1)))
        marks.add(line.from, line.from, rightToLeft);
      if (line.to >= to || line.number === doc.lines) break;
    }
  }
  return marks.finish();
}

function isInRightToLeftTable(doc: Text, node: SyntaxNode): boolean {
  const table = findAncestor(node, TABLE);
  if (table === undefined) return false;
  const end = Math.min(table.to, table.from + MAX_SEARCHED);
  return textDirection(doc.sliceString(table.from, end)) === 'rtl';
}

/** Returns the nearest node, the given one included, whose name matches. */
function findAncestor(node: SyntaxNode, name: RegExp): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) if (name.test(at.name)) return at;
  return undefined;
}

/** Lays out each line in its own direction, and isolates code and addresses from the text around them. */
export const textDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(LineDirections, { decorations: ({ decorations }) => decorations }),
  bidiIsolates(),
];
