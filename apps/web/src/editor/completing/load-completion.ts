import { type EditorState, type Extension, Facet, StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { repeatImport } from '../../kernel/repeat-import.js';

/** Text before the cursor for which something can be offered: the beginning of a link, a tag or a slash command. */
const TRIGGER = /(?:\[\[[^[\]|]*|(?:^|[\s([{])(?:#|\/)\S*)$/u;

const importCompletion = repeatImport(() => import('./complete.js'));

/** Tests for an open list of suggestions. */
export const openList = Facet.define<(state: EditorState) => boolean>();

/** Returns true when a list of suggestions is open, which Escape closes. */
export const hasOpenList = (state: EditorState): boolean => state.facet(openList).some((test) => test(state));

/**
 * Completes links, tags and slash commands. The code is loaded when the first of them is typed, and again with the next
 * character when it could not be loaded.
 *
 * @param documentId returns the id of the edited note
 */
export function loadCompletion(documentId: () => string | undefined): Extension {
  let isRequested = false;
  return EditorView.updateListener.of(({ view, state, transactions }) => {
    if (isRequested || !transactions.some((transaction) => transaction.isUserEvent('input.type'))) return;
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const trigger = TRIGGER.exec(line.text.slice(0, head - line.from));
    if (state.readOnly || trigger === null) return;
    isRequested = true;
    load(view, documentId, line.from + trigger.index).catch(() => {
      isRequested = false;
    });
  });
}

/** @param from offset of the text for which something can be offered; it may be complete before the code is loaded */
async function load(view: EditorView, documentId: () => string | undefined, from: number): Promise<void> {
  const { completion, offerTyped, startCompletion } = await importCompletion();
  view.dispatch({ effects: StateEffect.appendConfig.of(completion(documentId)) });
  startCompletion(view);
  offerTyped(view, documentId(), from);
}
