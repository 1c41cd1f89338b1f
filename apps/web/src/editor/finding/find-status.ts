import { getSearchQuery, type SearchQuery, searchPanelOpen } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { runInSlices } from '../../ui/slices.js';
import { randomKey } from '../../ui/unique-id.js';
import { text } from './texts.js';

/** Idle time after which matches are counted. */
const COUNT_MS = 150;
/** Matches that are counted at most. */
const MAX_COUNTED = 10_000;

interface Match {
  readonly from: number;
  readonly to: number;
}

/** Counts matches in steps; reports them, at most {@link MAX_COUNTED}, once all are found. */
function* findMatches(
  query: SearchQuery,
  state: EditorState,
  report: (matches: readonly Match[]) => void,
): Generator<void, void> {
  const matches: Match[] = [];
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done && matches.length < MAX_COUNTED; next = cursor.next()) {
    matches.push({ from: next.value.from, to: next.value.to });
    yield;
  }
  report(matches);
}

/** Shows in the search panel, and announces, how many matches there are, which is selected, or why there are none. */
export const findStatus = ViewPlugin.define((view) => new FindStatus(view));

class FindStatus implements PluginValue {
  readonly #element = document.createElement('p');
  #timer: number | undefined;
  #stopCounting = (): void => {};
  #matches: readonly Match[] = [];
  #replaced: number | undefined;
  #isCounted = false;

  constructor(readonly view: EditorView) {
    this.#element.className = 'cm-search-status';
    this.#element.role = 'status';
    this.#element.id = randomKey();
    this.#schedule();
  }

  update({ state, docChanged, selectionSet, transactions, startState, changes }: ViewUpdate): void {
    if (!searchPanelOpen(state)) {
      this.#stop();
      return;
    }
    const isOther = docChanged || getSearchQuery(state) !== getSearchQuery(startState);
    if (isOther) this.#replaced = undefined;
    if (transactions.some((transaction) => transaction.isUserEvent('input.replace.all'))) {
      let replaced = 0;
      changes.iterChanges(() => {
        replaced += 1;
      });
      this.#replaced = replaced;
    }
    if (isOther || !searchPanelOpen(startState)) this.#schedule();
    else if (selectionSet && this.#isCounted) this.#show(this.#describe());
  }

  destroy(): void {
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#stopCounting();
    this.#isCounted = false;
    this.#replaced = undefined;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#stopCounting();
    this.#isCounted = false;
    this.#timer = setTimeout(() => this.#count(), COUNT_MS);
  }

  #count(): void {
    const { state } = this.view;
    const query = getSearchQuery(state);
    if (!searchPanelOpen(state)) return;
    const isInvalid = query.search !== '' && !query.valid;
    this.#markField(isInvalid);
    if (isInvalid) this.#show(text.invalidExpression);
    else if (query.search === '') this.#show('');
    else
      this.#stopCounting = runInSlices(
        findMatches(query, state, (matches) => {
          this.#matches = matches;
          this.#isCounted = true;
          this.#show(this.#describe());
        }),
      );
  }

  #markField(isInvalid: boolean): void {
    const panel = this.view.dom.querySelector('.cm-search');
    const field = panel?.querySelector('[name="search"]');
    field?.setAttribute('aria-invalid', String(isInvalid));
    field?.setAttribute('aria-describedby', this.#element.id);
    if (this.#element.parentNode !== panel) panel?.append(this.#element);
  }

  #describe(): string {
    if (this.#replaced !== undefined) return text.replacedMatches(this.#replaced);
    const { length } = this.#matches;
    if (length === 0) return text.noMatches;
    if (length === MAX_COUNTED) return text.manyMatches(length);
    const { from, to } = this.view.state.selection.main;
    const index = this.#matches.findIndex((match) => match.from === from && match.to === to);
    return index === -1 ? text.matchCount(length) : text.matchOf(index + 1, length);
  }

  #show(message: string): void {
    if (this.#element.textContent !== message) this.#element.textContent = message;
  }
}
