import { type Draft, isNewKey, type Journal, newDraftKey } from './journal.js';
import { mergedText, mergeNotes } from './merge.js';
import type { BaseText, NoteText } from './note-text.js';
import type { StoredTable } from './table.js';
import { applyTail, type Tail } from './tail.js';

/** Reads the text of a revision: null when the server does not have it, undefined when it does not respond. */
export type ReadRevision = (note: string, revisionId: string) => Promise<NoteText | null | undefined>;

interface RecoveryPorts {
  readonly journal: Journal;
  readonly tails: StoredTable<Tail>;
  readonly readRevision: ReadRevision;
  /** Returns true when the note is open in an editor, in this tab or another. Its tail then belongs to that editor. */
  readonly isWritten: (note: string) => Promise<boolean>;
}

const LOCK = 'notes.recovery';

/**
 * Merges the tails of a note, which its editor could not write into the draft any more, into its draft. A tail whose
 * base cannot be read now stays. A tail that fits no text becomes a draft of a new note.
 */
export async function recoverTails(note: string, ports: RecoveryPorts): Promise<void> {
  if ((await tailsFor(note, ports)).length === 0 || (await ports.isWritten(note))) return;
  const bases = await readBases(note, ports);
  await withRecoveryLock(async () => {
    const tails = await tailsFor(note, ports);
    if (await ports.isWritten(note)) return;
    for (const tail of tails) {
      const draft = await ports.journal.get(note);
      const base = bases.get(tail.key);
      if (!continues(draft, tail) && base === undefined) continue;
      for (const recovered of mergeTail(draft, tail, base ?? null)) await ports.journal.put(recovered);
      await ports.tails.remove(tail.key);
    }
  });
}

/** Returns the keys of the drafts with tails. */
export async function listTailNotes(ports: RecoveryPorts): Promise<ReadonlySet<string>> {
  return new Set((await listTails(ports)).map(({ note }) => note));
}

/** Returns the tails of a note, oldest first. */
async function tailsFor(note: string, ports: RecoveryPorts): Promise<Tail[]> {
  const tails = (await listTails(ports)).filter((tail) => tail.note === note);
  return tails.sort((one, other) => one.changedAt - other.changedAt);
}

/** Returns all tails under the current keys of their drafts: a tail may still have the key of a new note. */
async function listTails({ journal, tails }: RecoveryPorts): Promise<Tail[]> {
  const all = await tails.list();
  if (all.length === 0) return [];
  const drafts = await journal.list();
  return all.map((tail) => ({ ...tail, note: drafts.find(({ session }) => session === tail.key)?.key ?? tail.note }));
}

/** Reads the base texts of the tails that need one; null when a base no longer exists. */
async function readBases(note: string, ports: RecoveryPorts): Promise<Map<string, BaseText | null>> {
  const bases = new Map<string, BaseText | null>();
  const draft = await ports.journal.get(note);
  for (const tail of await tailsFor(note, ports)) {
    if (continues(draft, tail)) continue;
    const revisionId = tail.base?.revisionId ?? undefined;
    if (revisionId === undefined || isNewKey(note)) {
      bases.set(tail.key, null);
      continue;
    }
    const text = await ports.readRevision(note, revisionId);
    if (text !== undefined) bases.set(tail.key, text && { title: text.title, body: text.body, revisionId });
  }
  return bases;
}

/** Returns true when the draft contains the text that the edits of a tail continue. */
const continues = (draft: Draft | undefined, tail: Tail): draft is Draft & { readonly seq: number } =>
  draft?.session === tail.key && draft.seq !== undefined && draft.seq >= tail.since;

/** Combines a draft and a tail: one draft when they can be merged, two otherwise. */
function mergeTail(draft: Draft | undefined, tail: Tail, base: BaseText | null): Draft[] {
  if (continues(draft, tail)) return [extendDraft(draft, tail, applyTail(draft.text, tail, draft.seq))];
  const isNew = tail.base?.revisionId === null;
  if (base === null && !isNew) return createDraft(tail, { title: tail.title, body: insertedText(tail) });
  const before: NoteText = base ?? { title: '', body: '' };
  const text = applyTail(before, tail);
  if (draft === undefined) return [draftFrom(tail, tail.note, base ?? undefined, text)];
  const merged = mergedText(mergeNotes(before, draft.text, text));
  return merged === undefined ? createDraft(tail, text) : [extendDraft(draft, tail, merged)];
}

const extendDraft = (draft: Draft, { selection, changedAt, seq }: Tail, text: NoteText): Draft => ({
  ...draft,
  text,
  selection,
  seq,
  changedAt: Math.max(changedAt, draft.changedAt),
});

/** Creates the draft of a new note; none when the text is empty. */
const createDraft = (tail: Tail, text: NoteText): Draft[] =>
  text.title === '' && text.body === '' ? [] : [draftFrom(tail, newDraftKey(), undefined, text)];

function draftFrom(tail: Tail, key: string, base: BaseText | undefined, text: NoteText): Draft {
  const { notebookId, selection, startedAt, changedAt, seq } = tail;
  return { key, base, notebookId, text, selection, unanswered: [], startedAt, changedAt, session: tail.key, seq };
}

const insertedText = ({ edits, lineBreak }: Tail) =>
  edits
    .map(({ insert }) => insert.replaceAll('\n', lineBreak))
    .filter((insert) => insert !== '')
    .join(lineBreak);

/** Runs one recovery at a time in all tabs; in insecure contexts, which have no locks, only within this tab. */
async function withRecoveryLock(run: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  await (locks === undefined ? run() : locks.request(LOCK, run));
}
