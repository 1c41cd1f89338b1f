import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { findLineBreaks, getBody, setLineBreaks } from './line-breaks.js';

/** Maximum time for parsing a long note to its end before moving sections is given up. */
const PARSE_MS = 500;

/** A section or a list item, without the blank lines after it. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** Number of a numbered item, which stays where it is. */
  readonly mark?: string;
}

/** Moves the list item at the cursor past its neighbour, or else the section of the heading above the cursor. */
export const movePart =
  (by: -1 | 1): Command =>
  (view) => {
    const { state } = view;
    const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS);
    if (state.readOnly || tree === null) return false;
    const { head } = state.selection.main;
    const item = itemAt(tree.resolveInner(state.doc.lineAt(head).to, -1));
    const parts = item === undefined ? sectionsAround(state, tree.topNode, head) : listSiblings(state, item);
    const at = parts.findLastIndex(({ from }) => from <= (item?.from ?? state.doc.lineAt(head).to));
    const [part, other] = [parts[at], parts[at + by]];
    if (part !== undefined && other !== undefined) swap(view, part, other);
    return true;
  };

function itemAt(inner: SyntaxNode): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = inner; node !== null; node = node.parent)
    if (node.name === 'ListItem') return node;
  return undefined;
}

function listSiblings(state: EditorState, { parent }: SyntaxNode): Part[] {
  const items = parent?.getChildren('ListItem') ?? [];
  if (parent?.name !== 'OrderedList') return items;
  return items.map((item) => {
    const mark = item.getChild('ListMark');
    return { from: item.from, to: item.to, mark: state.sliceDoc(mark?.from, mark?.to) };
  });
}

/** Returns the section at an offset and its siblings: the same level below the same parent heading. */
function sectionsAround(state: EditorState, top: SyntaxNode, at: number): Part[] {
  const headings = listHeadings(top);
  const heading = headings.findLast(({ from }) => from <= state.doc.lineAt(at).to);
  if (heading === undefined) return [];
  let starts: number[] = [];
  let end = state.doc.length;
  for (const { from, level } of headings) {
    if (level > heading.level) continue;
    if (level === heading.level) starts.push(from);
    else if (from < heading.from) starts = [];
    else {
      end = from;
      break;
    }
  }
  return starts.map((from, index) => {
    const text = state.sliceDoc(from, starts[index + 1] ?? end);
    return { from, to: from + text.trimEnd().length };
  });
}

interface Heading {
  readonly from: number;
  readonly level: number;
}

function listHeadings(top: SyntaxNode): Heading[] {
  const headings: Heading[] = [];
  for (let node = top.firstChild; node !== null; node = node.nextSibling) {
    const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (level !== undefined) headings.push({ from: node.from, level: Number(level) });
  }
  return headings;
}

/** Swaps two parts, keeping the cursor in the first; the text between them stays. */
function swap({ state, dispatch }: EditorView, part: Part, other: Part): void {
  const [upper, lower] = part.from < other.from ? [part, other] : [other, part];
  const swapParts = (slice: (from: number, to: number) => string) =>
    withNumber(slice(lower.from, lower.to), lower, upper) +
    slice(upper.to, lower.from) +
    withNumber(slice(upper.from, upper.to), upper, lower);
  const body = (from: number, to?: number) => getBody(state, from, to);
  const shift = part === upper ? lower.to - upper.to : upper.from - lower.from;
  const at = (offset: number) => Math.min(Math.max(offset, part.from), part.to) + shift;
  const { anchor, head } = state.selection.main;
  dispatch({
    changes: { from: upper.from, to: lower.to, insert: swapParts((from, to) => state.sliceDoc(from, to)) },
    selection: { anchor: at(anchor), head: at(head) },
    effects: [
      setLineBreaks.of(findLineBreaks(body(0, upper.from) + swapParts(body) + body(lower.to))),
      EditorView.scrollIntoView(part.from + shift),
    ],
    userEvent: 'move.line',
  });
}

/** Returns the text of an item with the number of another, unless that would change the indentation of its lines. */
function withNumber(text: string, { mark }: Part, { mark: newMark }: Part): string {
  if (mark === undefined || newMark === undefined || mark.length !== newMark.length) return text;
  return newMark + text.slice(mark.length);
}
