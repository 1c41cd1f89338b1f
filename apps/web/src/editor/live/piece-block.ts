import type { EditorView } from '@codemirror/view';
import { renderPiece } from '../../reading/piece.js';
import { toggleTaskAt } from '../lists.js';
import { alignOffset, textBefore } from './align-offset.js';
import type { BlockContent, BuiltBlock } from './built-block.js';
import { keepImageSizes } from './image-sizes.js';
import { INTERACTIVE } from './interactive.js';
import { completePiece, getNoteIndex, isSamePiece } from './note-index.js';
import { getReferences } from './references.js';

/** Renders a block as the reading view does. A click elsewhere than on its controls shows its source. */
export function buildPiece(view: EditorView, { source }: BlockContent): BuiltBlock {
  const built = build(view, source, (piece) => piece);
  built.element.addEventListener('change', (event) => tick(view, built.element, event));
  return built;
}

/** Elements that show something without text. */
const VISIBLE = 'img, hr, input, audio, video, [data-part]';

/** Renders HTML as the reading view does. HTML that shows nothing there is shown as its source. */
export function buildHtml(view: EditorView, content: BlockContent): BuiltBlock {
  const built = buildPiece(view, content);
  const { element } = built;
  if (element.textContent?.trim() === '' && element.querySelector(VISIBLE) === null) {
    const source = document.createElement('pre');
    source.className = 'cm-html-source';
    source.textContent = content.source;
    element.replaceChildren(source);
  }
  return built;
}

/** Renders an image, an embed or a formula within a line. */
export function buildInlinePiece(view: EditorView, source: string): BuiltBlock {
  return build(view, source, (piece) => {
    const inline = document.createElement('span');
    inline.className = 'prose piece cm-inline-piece';
    const [paragraph] = piece.querySelectorAll('.block > p');
    inline.append(...(paragraph ?? piece).childNodes);
    return inline;
  });
}

function build(view: EditorView, source: string, place: (piece: HTMLElement) => HTMLElement): BuiltBlock {
  const references = getReferences(view);
  let content = completePiece(view, source);
  let piece = renderPiece(content.written, references.context, content.numbers);
  const element = place(piece.element);
  const keepSizes = () => keepImageSizes(element);
  keepSizes();
  const unfollow = references.follow(() => {
    piece.refresh(references.context, element);
    keepSizes();
  });
  const unfollowIndex = getNoteIndex(view).follow(() => {
    const next = completePiece(view, source);
    if (isSamePiece(next, content)) return;
    content = next;
    piece.release();
    piece = renderPiece(content.written, references.context, content.numbers);
    element.replaceChildren(...place(piece.element).childNodes);
    keepSizes();
  });
  element.addEventListener('mousedown', (event) => openSource(view, source, element, event));
  return {
    element,
    release() {
      unfollow();
      unfollowIndex();
      piece.release();
    },
  };
}

/** Puts the cursor into the source of a block, at the clicked word. */
function openSource(view: EditorView, source: string, element: HTMLElement, event: MouseEvent): void {
  const { target, button, clientX, clientY } = event;
  if (button !== 0 || view.state.readOnly || (target as Element).closest(INTERACTIVE) !== null) return;
  event.preventDefault();
  const from = view.posAtDOM(element);
  const offset = alignOffset(source, textBefore(element, clientX, clientY));
  const block = view.state.doc.lineAt(from);
  const lines = source.slice(0, offset).split('\n');
  const line = view.state.doc.line(Math.min(block.number + lines.length - 1, view.state.doc.lines));
  const start = lines.length === 1 ? from : line.from;
  view.dispatch({ selection: { anchor: Math.min(line.to, start + (lines.at(-1)?.length ?? 0)) } });
  view.focus();
}

/** Toggles the task whose box was clicked. The box keeps its state until the text has changed. */
function tick(view: EditorView, element: HTMLElement, { target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.dataset.part !== 'task') return;
  target.checked = !target.checked;
  const start = Number(target.closest<HTMLElement>('.block')?.dataset.start ?? 1);
  const offset = Number(target.closest<HTMLElement>('li')?.dataset.line ?? 0);
  const { doc } = view.state;
  const line = doc.lineAt(view.posAtDOM(element)).number + start - 1 + offset;
  if (line <= doc.lines) toggleTaskAt(view, doc.line(line).from);
}
