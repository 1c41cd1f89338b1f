import { renderPage, type SafeNode } from '@notes/markdown-view';

/** Renders a note on this thread; undefined when its nesting overflows the stack. */
export function renderNoteHere(body: string): readonly SafeNode[] | undefined {
  try {
    return renderPage(body);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
