import { type ChangeSpec, EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { getCodeKind } from '../editor/lines/line-prefix.js';
import { isAddressText, trimRange } from '../editor/marks/inline-marks.js';
import { getTreeTo } from '../editor/parsed-tree.js';

/** Nodes in which no link can begin. */
const LINKS: ReadonlySet<string> = new Set([
  'Link',
  'Image',
  'Wikilink',
  'Autolink',
  'URL',
  'LinkReference',
  'FootnoteReference',
]);

/**
 * Makes the selected text of each range a link to an address; text of a link gets the address as its new target.
 * Returns false when nothing suitable is selected.
 */
export const linkSelection =
  (address: string): Command =>
  ({ state, dispatch }) => {
    const places = state.selection.ranges.map((range) => findPlace(state, range));
    if (places.includes('other')) return false;
    const targets = new Set<number>();
    const spec = state.changeByRange((range) => {
      const place = findPlace(state, range);
      if (typeof place === 'string') {
        const { from, to } = trimRange(state, range);
        const changes = [
          { from, insert: '[' },
          { from: to, insert: `](${address})` },
        ];
        const [anchor, head] = range.anchor <= range.head ? [from, to] : [to, from];
        return { changes, range: EditorSelection.range(anchor + 1, head + 1) };
      }
      const isChanged = targets.has(place.from);
      targets.add(place.from);
      return { changes: isChanged ? [] : setTarget(state, place, address), range };
    });
    dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input.paste' }));
    return true;
  };

/** Returns the link whose text a range is in, `text` for text that can become a link, and `other` for anything else. */
function findPlace(state: EditorState, { from, to }: SelectionRange): SyntaxNode | 'text' | 'other' {
  const selected = state.sliceDoc(from, to);
  if (selected.trim() === '' || /[\n[\]]/.test(selected) || isAddressText(selected)) return 'other';
  if (getCodeKind(state, to) !== undefined) return 'other';
  const tree = getTreeTo(state, to);
  const first = findLink(tree.resolveInner(from, 1));
  const last = findLink(tree.resolveInner(to, -1));
  if (first === undefined && last === undefined) return 'text';
  const isSame = first?.from === last?.from && first?.name === 'Link';
  const closing = first?.getChildren('LinkMark')[1];
  return isSame && closing !== undefined && to <= closing.from ? (first as SyntaxNode) : 'other';
}

function findLink(inner: SyntaxNode): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = inner; node !== null; node = node.parent) if (LINKS.has(node.name)) return node;
  return undefined;
}

/** Returns the change that gives a link another address. A reference becomes a link with its own address. */
function setTarget(state: EditorState, link: SyntaxNode, address: string): ChangeSpec {
  const url = link.getChild('URL');
  if (url !== null) return { from: url.from, to: url.to, insert: address };
  const label = link.getChild('LinkLabel');
  if (label !== null) return { from: label.from, to: label.to, insert: `(${address})` };
  const isEmpty = state.sliceDoc(link.to - 2, link.to) === '()';
  return isEmpty ? { from: link.to - 1, insert: address } : { from: link.to, insert: `(${address})` };
}
