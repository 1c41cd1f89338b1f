import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { inlineView, needsRenderer } from './inline-view.js';
import { renderWhenNeeded } from './load-renderer.js';

/** Returns the extension of live editing: the note is shown rendered where the cursor is not. */
export const liveView = (): Extension => [
  inlineView,
  renderWhenNeeded(needsRenderer),
  EditorView.editorAttributes.of({ class: 'cm-live' }),
];
