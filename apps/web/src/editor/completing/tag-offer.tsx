import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView, showTooltip, type Tooltip, type ViewUpdate } from '@codemirror/view';
import { render } from 'preact';
import { call } from '../../api/client.js';
import { Keycaps } from '../../commands/keycaps.js';
import { commands } from '../../commands/registry.js';
import { settings } from '../../kernel/settings.js';
import { notify } from '../../ui/notices.js';
import { attempt } from '../../ui/use-action.js';
import { getCodeKind } from '../lines/line-prefix.js';
import { text } from './texts.js';
import './tag-offer.css';

/** A completed `#word` that the note can be tagged with. */
interface Offer {
  readonly documentId: string;
  readonly tag: string;
  /** Offset of the hash. */
  readonly from: number;
}

const show = StateEffect.define<Offer>({
  map: (offer, changes) => ({ ...offer, from: changes.mapPos(offer.from, 1) }),
});
const hide = StateEffect.define<null>();

/** The current offer. It ends when the cursor is more than a line away. */
const openOffer = StateField.define<Offer | null>({
  create: () => null,
  update(value, { changes, effects, state }) {
    const shown = effects.find((effect) => effect.is(show));
    if (shown !== undefined) return shown.value as Offer;
    if (value === null || effects.some((effect) => effect.is(hide))) return null;
    const from = changes.mapPos(value.from, 1);
    const distance = state.doc.lineAt(state.selection.main.head).number - state.doc.lineAt(from).number;
    if (Math.abs(distance) > 1 || !state.doc.sliceString(from, from + MAX_LINE).startsWith(`#${value.tag}`))
      return null;
    return from === value.from ? value : { ...value, from };
  },
  provide: (field) => showTooltip.from(field, (offer) => offer && createTooltip(offer)),
});

const MAX_LINE = 1_000;

const createTooltip = ({ from, tag }: Offer): Tooltip => ({
  pos: from,
  above: true,
  create(view) {
    const dom = document.createElement('div');
    dom.className = 'tag-offer';
    dom.role = 'status';
    const keys = commands.peek().find(({ id }) => id === 'tagWord')?.keys[0];
    render(
      <>
        <button
          type="button"
          class="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => acceptTag(view)}
        >
          {text.tagWith(tag)}
        </button>
        {keys !== undefined && <Keycaps sequence={keys} />}
      </>,
      dom,
    );
    return { dom, destroy: () => render(null, dom) };
  },
});

/** Tags the note with the offered word. Returns false when there is no offer. */
export const acceptTag: Command = (view) => {
  const offer = view.state.field(openOffer, false);
  if (!offer) return false;
  void attempt(() => tagNote(view, offer));
  return true;
};

async function tagNote(view: EditorView, { documentId, tag }: Offer): Promise<void> {
  await call('addDocumentTag', { document_id: documentId, tag });
  const current = view.state.field(openOffer);
  const isRemoved = settings.peek().hashTags === 'remove' && current?.tag === tag && !view.state.readOnly;
  view.dispatch({
    effects: hide.of(null),
    ...(isRemoved && { changes: removeWord(view, current.from, tag.length + 1), userEvent: 'delete' }),
  });
  const undo = () => attempt(() => call('removeDocumentTag', { document_id: documentId, tag }));
  notify(text.taggedWith(tag), { label: text.undo, run: () => void undo() });
}

/** Removes a word with the space before it, or at the beginning of a line the one behind it. */
function removeWord({ state }: EditorView, from: number, length: number) {
  const to = from + length;
  if (state.sliceDoc(from - 1, from) === ' ') return { from: from - 1, to };
  return { from, to: state.sliceDoc(to, to + 1) === ' ' ? to + 1 : to };
}

/** Matches a word with a letter at the end of a text: `#1` is no tag. */
const WORD = /(?:^|[\s(])#([\p{N}/_-]*\p{L}[\p{L}\p{N}/_-]*)$/u;
/** Matches such a word at the beginning of a text, and the character that ends it. */
const TYPED_WORD = /^([\s(]?)#([\p{N}/_-]*\p{L}[\p{L}\p{N}/_-]*)[\s.,;:!?)]/u;
const ENDS_WORD = /^[\s.,;:!?)]$/;

/** Offers to tag the note after a `#word` was completed by a space, a punctuation mark or from the list. */
export const tagOffer = (documentId: () => string | undefined): Extension => [
  openOffer,
  EditorView.updateListener.of((update) => {
    if (settings.peek().hashTags === 'off' || update.state.readOnly) return;
    const found = findCompleted(update);
    const id = found && documentId();
    if (found !== undefined && id !== undefined) void offerUnlessTagged(update.view, { ...found, documentId: id });
  }),
  EditorView.domEventHandlers({
    keydown({ key }, view) {
      if (key === 'Escape' && view.state.field(openOffer) !== null) view.dispatch({ effects: hide.of(null) });
    },
  }),
];

function findCompleted({ state, transactions }: ViewUpdate): Pick<Offer, 'tag' | 'from'> | undefined {
  const isTyped = transactions.some((one) => one.isUserEvent('input.type') || one.isUserEvent('input'));
  const isPicked = transactions.some((one) => one.isUserEvent('input.complete'));
  if (!isTyped || transactions.some((one) => one.isUserEvent('input.paste'))) return undefined;
  const { head } = state.selection.main;
  const typed = state.sliceDoc(head - 1, head);
  const line = state.doc.lineAt(head);
  const end = isPicked ? head : line.from === head && head > 0 ? head - 1 : ENDS_WORD.test(typed) ? head - 1 : -1;
  if (end < 0) return undefined;
  const start = state.doc.lineAt(end).from;
  const tag = WORD.exec(state.sliceDoc(start, end))?.[1]?.replace(/^[/]+|[/]+$/g, '');
  if (tag === undefined || tag === '' || getCodeKind(state, end) !== undefined) return undefined;
  return { tag, from: end - tag.length - 1 };
}

/** Offers to tag the note with a word that was completed behind an offset before this code was loaded. */
export function offerTyped(view: EditorView, documentId: string | undefined, from: number): void {
  const { main } = view.state.selection;
  const typed = TYPED_WORD.exec(view.state.sliceDoc(from, main.head));
  if (typed === null || documentId === undefined || settings.peek().hashTags === 'off') return;
  const [, before = '', tag = ''] = typed;
  const at = from + before.length;
  if (getCodeKind(view.state, at) === undefined) void offerUnlessTagged(view, { tag, from: at, documentId });
}

async function offerUnlessTagged(view: EditorView, offer: Offer): Promise<void> {
  const note = await call('getDocument', { document_id: offer.documentId }).catch(() => undefined);
  const isThere = view.state.sliceDoc(offer.from, offer.from + offer.tag.length + 1) === `#${offer.tag}`;
  if (note === undefined || note.tags.includes(offer.tag) || !isThere || !view.dom.isConnected) return;
  view.dispatch({ effects: show.of(offer) });
}
