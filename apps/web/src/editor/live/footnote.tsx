import type { EditorView } from '@codemirror/view';
import { type Piece, renderPiece } from '../../reading/piece.js';
import { text } from '../texts.js';
import type { BuiltBlock } from './built-block.js';
import { getReferences } from './references.js';

/** Largest text of a footnote that is shown beside its reference. */
const MAX_TEXT_LENGTH = 10_000;
const NEXT_BLOCK = /\n(?=\[\^[^[\]\s]+\]:)|\n[ \t]*\n(?! {4}|\t)/;

/** Shows the reference of a footnote as its label, which opens the text of the footnote. */
export function buildFootnote(view: EditorView, source: string): BuiltBlock {
  const label = source.slice('[^'.length, -1);
  const element = document.createElement('sup');
  const button = document.createElement('button');
  const popover = document.createElement('div');
  let piece: Piece | undefined;
  button.type = 'button';
  button.textContent = label;
  button.ariaLabel = text.footnote(label);
  popover.popover = 'auto';
  popover.className = 'raised cm-footnote-text';
  button.popoverTargetElement = popover;
  popover.addEventListener('beforetoggle', ({ newState }) => {
    piece?.release();
    piece = undefined;
    popover.replaceChildren();
    if (newState !== 'open') return;
    const found = findFootnote(view.state.doc.toString(), label);
    piece = renderPiece(found ?? text.footnoteMissing, getReferences(view).context);
    popover.append(piece.element);
    const { bottom, left } = button.getBoundingClientRect();
    popover.style.insetBlockStart = `${bottom}px`;
    popover.style.left = `${Math.max(0, Math.min(left, innerWidth - MAX_WIDTH_PX))}px`;
  });
  element.className = 'cm-footnote-reference';
  element.append(button, popover);
  return { element, release: () => piece?.release() };
}

const MAX_WIDTH_PX = 420;

/** Returns the text of a footnote of a note, without its label. */
function findFootnote(body: string, label: string): string | undefined {
  const mark = `[^${label}]:`;
  const at = body.startsWith(mark) ? 0 : body.indexOf(`\n${mark}`) + 1;
  if (at === 0 && !body.startsWith(mark)) return undefined;
  const rest = body.slice(at + mark.length, at + mark.length + MAX_TEXT_LENGTH);
  const end = rest.search(NEXT_BLOCK);
  return (end === -1 ? rest : rest.slice(0, end)).replace(/^(?: {4}|\t)/gm, '').trim();
}
