import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { ifAnswered } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { settings } from '../../kernel/settings.js';
import { number } from '../../text/numbers.js';
import { loadBlocks } from '../blocks.js';
import { exactLink } from '../exact-link.js';
import { getCodeKind } from '../lines/line-prefix.js';
import { getTreeTo } from '../parsed-tree.js';
import { openList } from './load-completion.js';
import { slashSource } from './slash-source.js';
import { tagOffer } from './tag-offer.js';
import { text } from './texts.js';

/** Minimum length of a title before the service is asked for suggestions. */
const MIN_TITLE_LENGTH = 2;
const MAX_SUGGESTIONS = 20;
const OPTIONS_SHOWN = 10;
const EXCERPT = 60;

/**
 * Completion of links to notes, their headings and blocks, and of tags.
 *
 * @param documentId returns the id of the edited note
 */
export const completion = (documentId: () => string | undefined): Extension => [
  autocompletion({
    override: [wikilinkSource(documentId), tagSource, slashSource],
    interactionDelay: 0,
    icons: false,
    // Renders a page of options at a time: the list does not scroll, and arrow keys lead to the next page.
    maxRenderedOptions: OPTIONS_SHOWN,
  }),
  tagOffer(documentId),
  openList.of((state) => completionStatus(state) === 'active'),
];

export { offerTyped } from './tag-offer.js';
export { startCompletion };

const wikilinkSource =
  (documentId: () => string | undefined): CompletionSource =>
  async (context) => {
    const openBrackets = context.matchBefore(/\[\[[^[\]|\n]*/);
    if (openBrackets === null) return null;
    const [, title, sign, anchor] = /^\[\[([^#^]*)(#\^|#|\^)?(.*)$/.exec(openBrackets.text) ?? [];
    if (title === undefined) return null;
    if (sign === undefined) return titles(context, openBrackets.from, title, documentId());
    const target = title.trim() === '' ? documentId() : await resolveName(context, title.trim(), documentId());
    if (target === undefined) return null;
    const from = context.pos - (anchor as string).length;
    const options = await askUntilEdited(context, (signal) => (sign === '#' ? headings : blocks)(target, signal));
    if (options === null) return null;
    const insert = sign === '^' ? from - 1 : from;
    return {
      from,
      options: options.map((one) => ({ ...one, apply: insertAndClose(insert, `${sign === '^' ? '#^' : ''}`) })),
    };
  };

type Option = Pick<Completion, 'label' | 'detail'>;

async function titles(
  context: CompletionContext,
  from: number,
  title: string,
  exclude_document_id: string | undefined,
): Promise<CompletionResult | null> {
  if (title.trim().length < MIN_TITLE_LENGTH) return null;
  const input = { q: title, limit: MAX_SUGGESTIONS, exclude_document_id };
  const [answer, isNew] = await Promise.all([
    askUntilEdited(context, (signal) => call('suggestLinks', input, signal)),
    isTitleOfNoNote(context, title.trim(), exclude_document_id),
  ]);
  if (answer === null) return null;
  const counts = new Map<string, number>();
  for (const { title } of answer.suggestions) counts.set(title, (counts.get(title) ?? 0) + 1);
  const options = answer.suggestions.map(({ title, uri }): Completion => {
    const isPlain = counts.get(title) === 1 && /^[^[\]|#^]+$/.test(title);
    return { label: title, apply: isPlain ? insertAndClose(from + 2) : insertExactLink(from, title, uri) };
  });
  if (isNew) options.push(newNoteOption(title.trim(), from + 2));
  return { from: from + 2, options, filter: false };
}

/** Returns the entry that completes a link to a note that does not exist yet. Following the link creates the note. */
const newNoteOption = (title: string, from: number): Completion => ({
  label: title,
  displayLabel: text.linkToNewNote(title),
  apply: insertAndClose(from),
});

/** Returns true when a link with this title would lead to no note; false while that is not known. */
async function isTitleOfNoNote(
  context: CompletionContext,
  title: string,
  document_id: string | undefined,
): Promise<boolean> {
  const link = await checkLink(context, title, document_id);
  return link?.status === 'unresolved';
}

/** Finds the note that a link with this name resolves to, as the service resolves it. */
async function resolveName(
  context: CompletionContext,
  name: string,
  document_id: string | undefined,
): Promise<string | undefined> {
  const link = await checkLink(context, name, document_id);
  return link?.canonical_target?.replace(/^.*\//, '');
}

/** Asks the service where a link with this name leads; undefined when there is no response. */
async function checkLink(context: CompletionContext, name: string, document_id: string | undefined) {
  const body = `[[${name}]]`;
  const answer = await askUntilEdited(context, (signal) => call('checkLinks', { document_id, body }, signal));
  return answer?.entries[0];
}

async function headings(document_id: string, signal: AbortSignal): Promise<Option[]> {
  const outline = await call('getDocumentOutline', { document_id }, signal);
  return outline.headings.map((heading) => ({ label: heading.text, detail: text.headingLevel(heading.level) }));
}

async function blocks(document_id: string, signal: AbortSignal): Promise<Option[]> {
  const found = await loadBlocks(document_id, signal);
  return found.map(({ id, text }) => ({ label: id.replace(/^\^/, ''), detail: text.slice(0, EXCERPT) }));
}

const tagSource: CompletionSource = async (context) => {
  if (settings.peek().hashTags === 'off' || getCodeKind(context.state, context.pos) !== undefined) return null;
  const word = context.matchBefore(/(?:^|\s)#[\p{L}\p{N}/_-]+/u);
  if (word === null) return null;
  const answer = await askUntilEdited(context, (signal) => call('listTags', {}, signal));
  if (answer === null) return null;
  const options = answer.tags.map(({ name, note_count }) => ({ label: name, detail: number(note_count) }));
  return { from: word.from + word.text.indexOf('#') + 1, options, validFor: /^[\p{L}\p{N}/_-]*$/u };
};

/** Returns null when there is no response, so that nothing is offered. */
async function askUntilEdited<T>(
  context: CompletionContext,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const controller = new AbortController();
  context.addEventListener('abort', () => controller.abort(), { onDocChange: true });
  return (await ifAnswered(ask(controller.signal), controller.signal)) ?? null;
}

/** Inserts the label and closes the link, without doubling existing brackets. */
const insertAndClose =
  (start: number, before = '') =>
  (view: EditorView, { label }: Completion, _from: number, to: number): void =>
    insertCompletion(view, start, to, `${before}${label}]]`);

const insertExactLink =
  (start: number, title: string, uri: string) =>
  (view: EditorView, _completion: Completion, _from: number, to: number): void =>
    insertCompletion(view, start, to, exactLink(title, uri));

function insertCompletion(view: EditorView, from: number, to: number, insert: string): void {
  const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
  const written = isInTable(view.state, from) ? insert.replace(/\\?\|/g, '\\|') : insert;
  view.dispatch({
    changes: { from, to: end, insert: written },
    selection: { anchor: from + written.length },
    userEvent: 'input.complete',
  });
}

/** Returns true in a table, where a `|` of a name would end its cell. */
function isInTable(state: EditorState, at: number): boolean {
  for (let node: SyntaxNode | null = getTreeTo(state, at).resolveInner(at, 1); node !== null; node = node.parent)
    if (node.name === 'Table') return true;
  return false;
}
