import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  SearchQuery,
  search,
  searchPanelOpen,
  setSearchQuery,
} from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { findStatus } from './find-status.js';

const commands = { find: openSearchPanel, findNext, findPrevious };

export type FindCommand = keyof typeof commands;

const tools = [
  search({ top: true }),
  findStatus,
  keymap.of([{ key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' }]),
];

/** Editors that have the tools. */
const prepared = new WeakSet<EditorView>();

export function runFind(view: EditorView, name: FindCommand): void {
  const isFirst = !prepared.has(view);
  if (isFirst) view.dispatch({ effects: StateEffect.appendConfig.of(tools) });
  prepared.add(view);
  // There is nothing to find again yet, so every command asks for the text first.
  commands[isFirst ? 'find' : name](view);
}

/** Handles a key that was meant for the search panel and pressed before the panel existed. */
export function pressInPanel(view: EditorView, key: string): void {
  if (!searchPanelOpen(view.state)) return;
  if (key === 'Enter') findNext(view);
  else if (key === 'Escape') closeSearchPanel(view);
  else {
    const { search: typed, caseSensitive, regexp, wholeWord } = getSearchQuery(view.state);
    const query = new SearchQuery({ search: typed + key, caseSensitive, regexp, wholeWord });
    view.dispatch({ effects: setSearchQuery.of(query) });
  }
}
