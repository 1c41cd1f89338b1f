import type { EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { asApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { createNote } from '../notes/create-note.js';
import { openAtSide, openInUsedPane } from '../shell/panes.js';
import { notify } from '../ui/notices.js';
import { findLine } from './find-line.js';
import { scrollToLine } from './line-in-sight.js';
import { missingTitle, showLinkCard } from './link-card.js';
import { describeProblem, type MarkedLink, markedLinkAt } from './link-marks.js';
import { toggleTaskAt } from './lists.js';
import { noteFacts } from './live/note-facts.js';
import { getTreeTo } from './parsed-tree.js';
import { text } from './texts.js';

type OpenNote = typeof openAtSide;

const LINKS: ReadonlySet<string> = new Set(['Wikilink', 'Link', 'Image', 'Autolink', 'URL']);
const NOTE_URI = /^document:\/\/default\/documents\/(doc_\w+)(?:#(.+))?$/;

/** Returns the range of the link at an offset. */
function linkAt(state: EditorState, at: number): { from: number; to: number } | undefined {
  for (const side of [-1, 1] as const) {
    for (let node = getTreeTo(state, at).resolveInner(at, side); node.parent !== null; node = node.parent) {
      const isWhole = LINKS.has(node.name) && !LINKS.has(node.parent.name);
      if (isWhole) return { from: node.from, to: node.to };
    }
  }
  return undefined;
}

/** Returns the id of the edited note; undefined while it is not stored. */
const getNoteId = (state: EditorState): string | undefined => state.facet(noteFacts).owner()?.id;

/** Asks the service for the target of a link, so that links resolve as they do elsewhere. */
async function checkLinkAt(state: EditorState, at: number): Promise<MarkedLink | undefined> {
  const marked = markedLinkAt(state, at);
  const link = linkAt(state, at);
  if (marked !== undefined || link === undefined) return marked;
  try {
    const { entries } = await call('checkLinks', {
      document_id: getNoteId(state),
      body: state.sliceDoc(link.from, link.to),
    });
    return entries[0] && { ...link, entry: entries[0] };
  } catch (error) {
    notify(text.linkFailed(asApiError(error).message));
    return undefined;
  }
}

/** Opens the target of the link at an offset, a note at the side; returns false when there is no link. */
export function followLinkAt(view: EditorView, at: number, openLinked: OpenNote = openAtSide): boolean {
  if (linkAt(view.state, at) === undefined) return false;
  const { doc } = view.state;
  void checkLinkAt(view.state, at).then((link) => {
    if (link !== undefined && view.state.doc === doc) open(view, link, openLinked);
  });
  return true;
}

/** Follows the link at the cursor in the pane of its note. */
export const followHere: Command = (view) => followLinkAt(view, view.state.selection.main.head, openInUsedPane);

/** Opens the link at the cursor, a note at the side; or toggles the task on its line. */
export const followOrToggle: Command = (view) => {
  const at = view.state.selection.main.head;
  return followLinkAt(view, at) || toggleTaskAt(view, at);
};

/** Creates the missing note that the link at the cursor names. */
export const createLinked: Command = ({ state }) => {
  void checkLinkAt(state, state.selection.main.head).then((link) => {
    const title = link && missingTitle(link.entry);
    if (title === undefined) notify(text.noMissingLink);
    else void createNote(title);
  });
  return true;
};

function open(view: EditorView, link: MarkedLink, openLinked: OpenNote): void {
  const { status, target, canonical_target, anchor: ownPart } = link.entry;
  if (target === '' && ownPart !== null) return void goToOwnPart(view, ownPart);
  const [, documentId, anchor] = NOTE_URI.exec(canonical_target ?? '') ?? [];
  if (documentId !== undefined) openLinked(documentId, anchor === undefined ? {} : { at: anchor });
  else if (status === 'external' && /^(?:https?|mailto):/i.test(target)) window.open(target, '_blank', 'noopener');
  else if (status === 'ambiguous' || status === 'unresolved') showLinkCard(view, link);
  else notify(describeProblem(link.entry) ?? text.linkNotOpened);
}

/** Goes to a heading or block of the edited note. A check of the link alone cannot find it. */
async function goToOwnPart(view: EditorView, anchor: string): Promise<void> {
  const id = getNoteId(view.state);
  const line = id === undefined ? undefined : await findLine(id, anchor);
  if (line === undefined) notify(text.staleAnchor);
  else scrollToLine(view, line);
}
