import { EditorView, ViewPlugin } from '@codemirror/view';

/** Distance kept from the caret to the edge, in pixels. */
const MARGIN_PX = 24;

/** Scrolls the caret into sight when the editor becomes lower while it has the focus, as under an on-screen keyboard. */
export const caretInSight = ViewPlugin.define((view) => {
  let height = view.scrollDOM.clientHeight;
  const observer = new ResizeObserver(() => {
    const before = height;
    height = view.scrollDOM.clientHeight;
    if (height >= before || !view.hasFocus) return;
    view.dispatch({
      effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'nearest', yMargin: MARGIN_PX }),
    });
  });
  observer.observe(view.scrollDOM);
  return { destroy: () => observer.disconnect() };
});
