import type { EditorView } from '@codemirror/view';
import { type Piece, renderPiece } from '../../reading/piece.js';
import type { BuiltBlock } from './built-block.js';
import { completePiece, getNoteIndex } from './note-index.js';
import { getReferences } from './references.js';
import { text } from './texts.js';

/** Largest text of a footnote that is shown beside its reference. */
const MAX_TEXT_LENGTH = 10_000;
const NEXT_BLOCK = /\n(?=\[\^[^[\]\s]+\]:)|\n[ \t]*\n(?! {4}|\t)/;

const IN_PLACE = '^[';

/** Shows a mark of a footnote with its number: its reference, which opens its text, or the label of its text. */
export const buildFootnote = (view: EditorView, source: string): BuiltBlock =>
  source.endsWith(':') && !source.startsWith(IN_PLACE) ? buildLabel(view, source) : buildReference(view, source);

const getLabel = (source: string) => source.replace(/^\[\^|\]:?$/g, '');

/** Returns the number of a footnote; undefined for one without a text. */
function findNumber(view: EditorView, source: string, element: HTMLElement): number | undefined {
  const { numbers, inPlace } = getNoteIndex(view).current;
  if (!source.startsWith(IN_PLACE)) return numbers.get(getLabel(source));
  if (!element.isConnected) return undefined;
  const from = view.posAtDOM(element);
  return inPlace.find(({ at }) => at === from)?.number;
}

/** Shows the number now, once the element is in the text, and whenever it changes. */
function followNumber(view: EditorView, show: () => void): () => void {
  show();
  queueMicrotask(show);
  return getNoteIndex(view).follow(show);
}

function buildLabel(view: EditorView, source: string): BuiltBlock {
  const element = document.createElement('span');
  element.className = 'cm-footnote-label';
  const release = followNumber(view, () => {
    element.textContent = `${findNumber(view, source, element) ?? getLabel(source)}.`;
  });
  element.addEventListener('mousedown', (event) => {
    event.preventDefault();
    view.dispatch({ selection: { anchor: view.posAtDOM(element) + source.length } });
    view.focus();
  });
  return { element, release };
}

function buildReference(view: EditorView, source: string): BuiltBlock {
  const label = getLabel(source);
  const element = document.createElement('sup');
  const button = document.createElement('button');
  const popover = document.createElement('div');
  let piece: Piece | undefined;
  button.type = 'button';
  const unfollow = followNumber(view, () => {
    const shown = String(findNumber(view, source, element) ?? (source.startsWith(IN_PLACE) ? '*' : label));
    button.textContent = shown;
    button.ariaLabel = text.footnote(shown);
  });
  popover.popover = 'auto';
  popover.className = 'raised cm-footnote-text';
  button.popoverTargetElement = popover;
  popover.addEventListener('beforetoggle', ({ newState }) => {
    piece?.release();
    piece = undefined;
    popover.replaceChildren();
    if (newState !== 'open') return;
    const found = source.startsWith(IN_PLACE)
      ? source.slice(IN_PLACE.length, -1)
      : findFootnote(view.state.doc.toString(), label);
    const { written, numbers } = completePiece(view, found ?? text.footnoteMissing);
    piece = renderPiece(written, getReferences(view).context, numbers);
    popover.append(piece.element);
    const { bottom, left } = button.getBoundingClientRect();
    popover.style.insetBlockStart = `${bottom}px`;
    popover.style.left = `${Math.max(0, Math.min(left, innerWidth - MAX_WIDTH_PX))}px`;
  });
  element.className = 'cm-footnote-reference';
  element.append(button, popover);
  return {
    element,
    release() {
      unfollow();
      piece?.release();
    },
  };
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
