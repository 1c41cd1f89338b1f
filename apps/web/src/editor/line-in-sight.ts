import type { EditorView } from '@codemirror/view';

/** The line one is at, from 1: that of the cursor while it is seen, else the first that is. `page`: the note laid out, to go by that. */
export function lineInSight(view: EditorView, page: HTMLElement | null): number {
  return page === null ? lineOfText(view) : lineOfPage(page);
}

function lineOfText(view: EditorView): number {
  const { doc, selection } = view.state;
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  const cursor = view.coordsAtPos(selection.main.head);
  const isSeen = cursor !== null && cursor.bottom > top && cursor.top < bottom;
  return doc.lineAt(isSeen ? selection.main.head : view.lineBlockAtHeight(top - view.documentTop).from).number;
}

/** Blocks know the line they begin on. */
function lineOfPage(page: HTMLElement): number {
  const { top } = page.getBoundingClientRect();
  const blocks = [...page.querySelectorAll<HTMLElement>('.block')];
  const first = blocks.find((block) => block.getBoundingClientRect().bottom > top + 1);
  return Number(first?.dataset.start ?? 1);
}
