import { EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Output } from '@notes/contract';
import { effect } from '@preact/signals';
import { ifAnswered } from '../api/api-error.js';
import { call } from '../api/client.js';
import { Alarm, systemClock } from '../drafts/clock.js';
import { libraryVersion, online } from '../kernel/connection.js';
import { getBody, offsetsOfBytes } from './line-breaks.js';
import { text } from './texts.js';

/** Idle time after which links are checked. */
const PAUSE_MS = 1_000;
/** Length in characters above which only the visible text is checked. */
const MAX_WHOLE_CHECK_LENGTH = 200_000;

export type LinkEntry = Output<'checkLinks'>['entries'][number];

/** A link with its status from the service. */
export interface MarkedLink {
  readonly from: number;
  readonly to: number;
  readonly entry: LinkEntry;
}

/** Returns true when a link names a note or a file by address instead of title. */
export const isAddress = (target: string): boolean => /^\w+:\/\//.test(target);

/** Describes the problem of a link; undefined when it resolves. */
export function describeProblem({ status, target }: LinkEntry): string | undefined {
  switch (status) {
    case 'unresolved':
      return isAddress(target) ? text.addressNotFound : text.titleNotFound(target);
    case 'ambiguous':
      return text.ambiguous(target);
    case 'stale_anchor':
      return text.staleAnchor;
    case 'invalid':
      return text.invalidLink;
    default:
      return undefined;
  }
}

const setMarks = StateEffect.define<DecorationSet>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = transaction.docChanged ? withoutEdited(value, transaction) : value;
    for (const effect of transaction.effects) if (effect.is(setMarks)) next = effect.value;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Removes the marks of a line being edited until typing pauses. */
function withoutEdited(value: DecorationSet, { changes, newDoc }: Transaction): DecorationSet {
  let next = value.map(changes);
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    next = next.update({
      filterFrom: newDoc.lineAt(from).from,
      filterTo: newDoc.lineAt(to).to,
      filter: () => false,
    });
  });
  return next;
}

/** Returns the marked link at an offset. */
export const markedLinkAt = (state: EditorState, at: number): MarkedLink | undefined => linkIn(state.field(marks), at);

function linkIn(marked: DecorationSet, at: number): MarkedLink | undefined {
  let found: MarkedLink | undefined;
  marked.between(at, at, (from, to, { spec }) => {
    found = { from, to, entry: spec.entry as LinkEntry };
  });
  return found;
}

/** Announces a marked link to screen readers when the cursor enters it or the mark appears at the cursor. */
const announceLinks = EditorState.transactionExtender.of(({ startState, selection, docChanged, effects }) => {
  if (docChanged) return null;
  const marked = effects.find((effect) => effect.is(setMarks))?.value as DecorationSet | undefined;
  const { head } = startState.selection.main;
  const now = linkIn(marked ?? startState.field(marks), selection?.main.head ?? head);
  if (now === undefined || now.from === markedLinkAt(startState, head)?.from) return null;
  return { effects: EditorView.announce.of(describeProblem(now.entry) as string) };
});

/** Marks links with problems whenever typing pauses or the library changes. */
class LinkCheck {
  readonly #alarm = new Alarm(systemClock, () => void this.#check());
  readonly #unfollow: () => void;
  #asking = new AbortController();

  constructor(
    private readonly view: EditorView,
    private readonly documentId: () => string | undefined,
  ) {
    this.#unfollow = effect(() => {
      libraryVersion.value;
      if (online.value) this.#alarm.set(PAUSE_MS);
    });
  }

  update({ docChanged, viewportChanged, state }: ViewUpdate): void {
    if (!docChanged && !(viewportChanged && state.doc.length > MAX_WHOLE_CHECK_LENGTH)) return;
    this.#asking.abort();
    this.#alarm.set(PAUSE_MS);
  }

  destroy(): void {
    this.#unfollow();
    this.#alarm.clear();
    this.#asking.abort();
  }

  async #check(): Promise<void> {
    if (!online.peek()) return;
    if (this.view.composing) return this.#alarm.set(PAUSE_MS);
    const { state, viewport } = this.view;
    const isWhole = state.doc.length <= MAX_WHOLE_CHECK_LENGTH;
    const { from, to } = isWhole ? { from: 0, to: state.doc.length } : viewport;
    const body = getBody(state, from, to);
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const request = call('checkLinks', { document_id: this.documentId(), body }, signal);
    const answer = await ifAnswered(request, signal);
    if (signal.aborted || answer === undefined) return;
    // Part of a note may lack headings that its links name.
    const reliable = answer.entries.filter(
      ({ status, target }) => isWhole || status !== 'stale_anchor' || target !== '',
    );
    this.view.dispatch({ effects: setMarks.of(createMarks(reliable, body, from)) });
  }
}

function createMarks(entries: readonly LinkEntry[], body: string, start: number): DecorationSet {
  const faulty = entries.filter((entry) => describeProblem(entry) !== undefined);
  if (faulty.length === 0) return Decoration.none;
  const offsets = offsetsOfBytes(
    body,
    faulty.flatMap(({ start_byte, end_byte }) => [start_byte, end_byte]),
  );
  const at = (byte: number) => start + (offsets.get(byte) as number);
  return Decoration.set(
    faulty.map((entry) => createMark(entry).range(at(entry.start_byte), at(entry.end_byte))),
    true,
  );
}

const createMark = (entry: LinkEntry) =>
  Decoration.mark({
    class: `cm-link-${entry.status}`,
    attributes: { 'aria-description': describeProblem(entry) as string },
    entry,
  });

/** @param documentId returns the id of the edited note */
export const linkMarks = (documentId: () => string | undefined): Extension => [
  marks,
  announceLinks,
  ViewPlugin.define((view) => new LinkCheck(view, documentId)),
];
