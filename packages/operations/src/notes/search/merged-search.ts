import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Input, Output } from '@notes/contract';
import type { DocumentWithBody } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { cursorInvalid, encodeCursor } from '../../platform/cursor.js';
import { type ChannelStates, type EngineAnswer, getEngineGate } from './ask-engine.js';
import { completeTitles, containsWords, type Hit, listWords } from './complete-titles.js';
import type { Snapshot } from './encode-snapshot.js';
import { find, findAmong, type Search } from './find.js';
import { type FusedHit, fuse, type Guesses, MAX_MEANING, selectNear } from './fuse.js';
import { type PlainWords, splitPlainWords } from './plain-words.js';
import { findRelaxed, type RelaxedSearch } from './relax.js';
import { keepSnapshot, readSnapshot } from './snapshots.js';
import { SnippetMaker } from './snippet-maker.js';
import { toHit } from './to-hit.js';

/** Maximum number of notes in a merged search. */
const MAX_HITS = 1_000;
/** Maximum number of notes that match a relaxed query. */
const MAX_RELAXED = 100;

/** Position in a snapshot after the last note of a page. */
export interface SnapshotKey {
  readonly order: 'snapshot';
  readonly id: string;
  readonly at: number;
}

/** Search for notes by relevance, also by those that almost match. */
export interface MergedSearch {
  readonly input: Input<'searchDocuments'>;
  readonly search: Search;
  /** Binding of cursors to the query and its order. */
  readonly binding: readonly string[];
}

type Page = Output<'searchDocuments'>;

/** First page of a merged search; without it, the built-in index alone answers, and `channels` says why. */
export interface MergedAnswer {
  readonly page?: Page;
  readonly channels?: ChannelStates;
}

/**
 * Searches the built-in index and the sidecar. The engine proposes notes; each is checked in the library, and no exact
 * match depends on the engine.
 *
 * @returns no page when no channel answered; no channels when there is no sidecar, or none is needed for the query
 */
export async function searchMerged(context: Context, merged: MergedSearch): Promise<MergedAnswer> {
  const { sidecar } = context.library;
  const { search, input } = merged;
  const words = sidecar === undefined ? null : splitPlainWords(input.query, search.query);
  if (sidecar === undefined || words === null) return {};
  const gate = getEngineGate(sidecar);
  const { isPaused } = gate;
  const wait = gate.ask({ text: words.text, words: words.words });
  let exact: readonly { readonly pk: number }[];
  let relaxed: RelaxedSearch | null = null;
  let answer: EngineAnswer;
  try {
    // The questions leave when the thread is free; the built-in search would keep it until its end.
    await yieldToOthers();
    exact = await find(context, { ...search, limit: MAX_HITS + 1 });
    // The engine works meanwhile. Without it, the built-in search does this itself.
    if (exact.length === 0 && !isPaused)
      relaxed = await findRelaxed(context, input.query, { ...search, limit: MAX_RELAXED });
  } finally {
    answer = await wait();
  }
  const { channels } = answer;
  if (channels.typo !== 'answered' && channels.meaning !== 'answered') return { channels };
  const exactIds = getIds(context, exact);
  const isFull = exact.length >= MAX_HITS;
  const guesses = isFull ? [] : await listGuesses(context, words, answer, relaxed);
  const hits = insertTitles(context, merged, fuse(exactIds, guesses, MAX_HITS));
  const isTruncated = hits.length >= MAX_HITS || relaxed?.truncated === true;
  const snapshot: Snapshot = { hits: hits.slice(0, MAX_HITS), channels, truncated: isTruncated };
  const id = hits.length > input.limit ? keepSnapshot(context.library, snapshot, context.now(), isCli(context)) : null;
  const page = makePage(context, merged, snapshot, { order: 'snapshot', id: id ?? '', at: 0 });
  return { channels, page: { ...page, ...(relaxed !== null && { did_you_mean: [...relaxed.suggestions] }) } };
}

/** Every command of a terminal is a process of its own. */
const isCli = ({ origin }: Context): boolean => origin === 'cli';

/**
 * Returns a further page of a merged search, in the order of the first one. Notes that are gone or in Trash by now are
 * left out; the others are shown as they are now, each on the page where it would have been.
 *
 * @throws ServiceError `cursor_invalid` when the snapshot has expired, or gave way to newer ones
 */
export function readMergedPage(context: Context, merged: MergedSearch, after: SnapshotKey): Page {
  if (merged.input.exact) throw cursorInvalid();
  const snapshot = readSnapshot(context.library, after.id, context.now());
  return makePage(context, merged, snapshot, after);
}

function makePage(context: Context, merged: MergedSearch, snapshot: Snapshot, { id, at }: SnapshotKey): Page {
  const { input, search, binding } = merged;
  const end = at + input.limit;
  const { hits, channels, truncated } = snapshot;
  const seesTrash = search.query.seesTrash && context.hidesTrash !== true;
  const position: SnapshotKey = { order: 'snapshot', id, at: end };
  return {
    results: toHits(context, merged, hits.slice(at, end), seesTrash),
    next_cursor: end < hits.length ? encodeCursor(context.library.cursorKey, binding, position) : null,
    truncated,
    channels,
  };
}

function toHits(context: Context, { search }: MergedSearch, fused: readonly FusedHit[], seesTrash: boolean) {
  const { store } = context.library;
  const notes = store.read(({ documents }) => {
    const keys = documents.flags(fused.map(({ id }) => id)).map(({ pk }) => pk);
    return new Map(documents.getPage(keys).map((note): [string, DocumentWithBody] => [note.id, note]));
  });
  const snippets = new SnippetMaker(store, search.query);
  return fused.flatMap(({ id, score, matchedBy }): Hit[] => {
    const note = notes.get(id);
    if (note === undefined || (note.deletedAt !== null && !seesTrash)) return [];
    const hit = toHit(note, snippets.make(note, matchedBy), score);
    return [matchedBy === undefined ? hit : { ...hit, matched_by: matchedBy }];
  });
}

/** Lists the notes that do not match exactly, by reason. All of them meet the conditions of the query. */
async function listGuesses(
  context: Context,
  { conditions }: PlainWords,
  { candidates }: EngineAnswer,
  relaxed: RelaxedSearch | null,
): Promise<Guesses[]> {
  const lists = { typo: candidates.typo, meaning: selectNear(candidates.meaning) };
  const ids = new Set([...lists.typo, ...lists.meaning].map(({ id }) => id));
  const matched = new Set((await findAmong(context, conditions, [...ids])).map(({ id }) => id));
  const select = (channel: keyof typeof lists) => lists[channel].map(({ id }) => id).filter((id) => matched.has(id));
  return [
    ...(relaxed === null ? [] : [{ matchedBy: relaxed.matchedBy, ids: getIds(context, relaxed.found) }]),
    { matchedBy: 'typo', ids: select('typo') },
    { matchedBy: 'meaning', ids: select('meaning').slice(0, MAX_MEANING) },
  ];
}

/** Inserts the notes whose titles continue the query after the leading notes whose titles contain every word. */
function insertTitles(context: Context, { input, search }: MergedSearch, hits: readonly FusedHit[]): FusedHit[] {
  const exactCount = hits.slice(0, input.limit).filter(({ matchedBy }) => matchedBy === undefined).length;
  const found = completeTitles(context, input.query, search, exactCount);
  if (found.length === 0) return [...hits];
  const completed = getIds(context, found);
  const words = listWords(input.query);
  const others = hits.filter(({ id }) => !completed.includes(id));
  const leading = others.slice(0, input.limit - completed.length);
  const titles = getTitles(context, leading);
  const isLeading = ({ id, matchedBy }: FusedHit) =>
    matchedBy === undefined && containsWords(titles.get(id) ?? '', words);
  const other = leading.findIndex((hit) => !isLeading(hit));
  const end = other === -1 ? leading.length : other;
  const score = others[Math.max(0, end - 1)]?.score ?? 0;
  const inserted = completed.map((id): FusedHit => ({ id, score, matchedBy: 'prefix' }));
  return [...others.slice(0, end), ...inserted, ...others.slice(end)];
}

function getTitles({ library: { store } }: Context, hits: readonly FusedHit[]): Map<string, string> {
  const ids = hits.map(({ id }) => id);
  const names = store.read(({ documents }) => documents.getMany(documents.flags(ids).map(({ pk }) => pk)));
  return new Map(names.map(({ id, title }) => [id, title]));
}

const getIds = ({ library: { store } }: Context, found: readonly { readonly pk: number }[]): string[] =>
  store.read(({ documents }) => documents.getMany(found.map(({ pk }) => pk))).map(({ id }) => id);
