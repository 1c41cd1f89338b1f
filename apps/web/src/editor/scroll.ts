import { EditorView } from '@codemirror/view';

/** Moves the cursor to a line, counted from 1, and scrolls to it. */
export function scrollToLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'start' }) });
}
