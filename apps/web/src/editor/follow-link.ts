import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { call } from '../api/client.js';
import { asRefusal } from '../api/refusal.js';
import { go } from '../app/router.js';
import { notify } from '../ui/notices.js';
import { toggleTaskAt } from './lists.js';

const LINKS: ReadonlySet<string> = new Set(['Wikilink', 'Link', 'Image', 'Autolink', 'URL']);
const NOTE_URI = /^document:\/\/default\/documents\/(doc_\w+)(?:#(.+))?$/;

/** The link an offset is in, as it is written. */
function linkAt(state: EditorState, at: number): string | undefined {
  for (const side of [-1, 1] as const) {
    for (let node = syntaxTree(state).resolveInner(at, side); node.parent !== null; node = node.parent) {
      const isWhole = LINKS.has(node.name) && !LINKS.has(node.parent.name);
      if (isWhole) return state.sliceDoc(node.from, node.to);
    }
  }
  return undefined;
}

/** Goes where the link at an offset leads; false where there is none. */
export function followLinkAt({ state }: EditorView, at: number): boolean {
  const link = linkAt(state, at);
  if (link === undefined) return false;
  void follow(link);
  return true;
}

/** Follows the link the cursor is in, or ticks the task it is on. */
export const followOrToggle: Command = (view) => {
  const at = view.state.selection.main.head;
  return followLinkAt(view, at) || toggleTaskAt(view, at);
};

/** The service says where a link leads: it reads links as it does everywhere else. */
async function follow(link: string): Promise<void> {
  try {
    const { entries } = await call('checkLinks', { body: link });
    const [entry] = entries;
    if (entry !== undefined) open(entry);
  } catch (error) {
    notify(`The link cannot be followed: ${asRefusal(error).message}`);
  }
}

interface Entry {
  readonly status: string;
  readonly target: string;
  readonly canonical_target?: string | undefined;
}

function open({ status, target, canonical_target }: Entry): void {
  const [, documentId, anchor] = NOTE_URI.exec(canonical_target ?? '') ?? [];
  if (documentId !== undefined) go(['n', documentId], anchor === undefined ? {} : { at: anchor });
  else if (status === 'external' && /^(?:https?|mailto):/i.test(target)) window.open(target, '_blank', 'noopener');
  else if (status === 'ambiguous') notify(`More than one note is called “${target}”.`);
  else if (status === 'unresolved') {
    notify(`No note is called “${target}”.`, { label: 'Create it', run: () => go(['new'], { title: target }) });
  } else notify('This link leads nowhere the page can go.');
}
