import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view';
import { render } from 'preact';
import { decodeSegment } from '../kernel/router.js';
import { createNote } from '../notes/create-note.js';
import { useNotebookPaths } from '../organise/notebook-options.js';
import { exactLink } from './exact-link.js';
import { describeProblem, isAddress, type LinkEntry, type MarkedLink, markedLinkAt } from './link-marks.js';
import { text } from './texts.js';

interface CardProps {
  readonly view: EditorView;
  readonly link: MarkedLink;
}

/** Card with the problem of a link and its actions. */
function LinkCard({ view, link }: CardProps) {
  const title = missingTitle(link.entry);
  return (
    <>
      <p>{describeProblem(link.entry)}</p>
      {title !== undefined && (
        <button type="button" class="button" onClick={() => createNote(title)}>
          {text.createNote(title)}
        </button>
      )}
      {!view.state.readOnly && <Choices view={view} link={link} />}
    </>
  );
}

/** Returns the title with which a new note would resolve the link; undefined when no title would. */
export function missingTitle({ kind, target, status }: LinkEntry): string | undefined {
  if (status !== 'unresolved' || isAddress(target)) return undefined;
  return (kind === 'link' ? decodeSegment(target) : target).replace(/\.(?:md|markdown)$/, '');
}

function Choices({ view, link }: CardProps) {
  const notebookPaths = useNotebookPaths();
  const { hint, candidates = [], text: linkText, anchor } = link.entry;
  const choose = ({ uri }: { readonly uri: string }) => {
    const address = anchor === null ? uri : `${uri}#${encodeURIComponent(anchor)}`;
    view.dispatch({
      changes: { from: link.from, to: link.to, insert: exactLink(linkText, address) },
      userEvent: 'input.complete',
    });
    view.focus();
  };
  return (
    <>
      {hint && (
        <button type="button" class="button" onClick={() => choose(hint)}>
          {text.linkToFormerTitle(hint.title)}
        </button>
      )}
      {candidates.map((note) => (
        <button key={note.document_id} type="button" class="button" onClick={() => choose(note)}>
          {text.linkTo(note.title, notebookPaths.get(note.notebook_id) ?? note.notebook_id)}{' '}
          <code>{note.document_id}</code>
        </button>
      ))}
    </>
  );
}

const show = StateEffect.define<MarkedLink>();

const openCard = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { docChanged, selection, effects }) {
    const requested = effects.find((effect) => effect.is(show));
    if (requested !== undefined) return createCard(requested.value as MarkedLink, true);
    return docChanged || selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

function createCard(link: MarkedLink, takesFocus: boolean): Tooltip {
  return {
    pos: link.from,
    end: link.to,
    create(view) {
      const dom = document.createElement('div');
      dom.className = 'link-card';
      dom.role = 'group';
      dom.ariaLabel = text.linkCard;
      dom.addEventListener('keydown', (event) => event.key === 'Escape' && closeCard(view));
      render(<LinkCard view={view} link={link} />, dom);
      return {
        dom,
        mount: () => takesFocus && dom.querySelector('button')?.focus(),
        destroy: () => render(null, dom),
      };
    },
  };
}

/** Returns focus to the text; setting the selection closes the card. */
function closeCard(view: EditorView): void {
  view.focus();
  view.dispatch({ selection: view.state.selection });
}

/** Shows the actions of a link, with focus on the first. */
export const showLinkCard = (view: EditorView, link: MarkedLink): void => view.dispatch({ effects: show.of(link) });

export const linkCards: Extension = [
  openCard,
  hoverTooltip(({ state }, at) => {
    const link = markedLinkAt(state, at);
    return link === undefined ? null : createCard(link, false);
  }),
];
