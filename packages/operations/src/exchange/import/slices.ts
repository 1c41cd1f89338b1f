import { frontMatter } from '@notes/markdown-blocks';
import type { NoteItem, Rejection, SourceNote } from '@notes/note-formats';
import type { Store, UnitOfWork } from '@notes/storage';
import type { Library } from '../../platform/context.js';
import { applyCandidate } from './apply.js';
import type { AttachedFile, Attachments } from './attachments/attachments.js';
import { type Candidate, decide, type Policy } from './decide.js';
import { NotebookPlacer, type Placement } from './notebook-placer.js';
import type { Outcome } from './outcome.js';
import { type ParsedNote, parseNote } from './parse-note.js';

/** Longest time for one write, in milliseconds, so that other writes can run in between. */
const SLICE_MS = 40;
const SLICE_NOTES = 100;
/** Bytes of text read ahead of a write. */
const SLICE_BYTES = 8 * 1024 * 1024;
const READ_AT_ONCE = 8;

/** A note that was read and parsed, or the reason why it cannot be. */
export interface Prepared {
  readonly item: NoteItem;
  /** Stamp of the item before it was read. */
  readonly stamp: string;
  /** Files to which the note refers. */
  readonly attached: readonly AttachedFile[];
  readonly result: ParsedNote | Rejection;
}

export interface Reading {
  readonly library: Library;
  readonly attachments: Attachments;
  /** Returns the text of a note with the original links that an export replaced by paths. */
  readonly restoreLinks: (item: NoteItem, note: SourceNote) => Promise<string>;
  readonly now: () => number;
}

/** Reads and parses the notes of one slice from `start`, at least one. */
export async function readSlice(reading: Reading, notes: readonly NoteItem[], start: number): Promise<Prepared[]> {
  const slice: Prepared[] = [];
  let bytes = 0;
  while (slice.length < SLICE_NOTES && bytes < SLICE_BYTES && start + slice.length < notes.length) {
    const from = start + slice.length;
    const next = notes.slice(from, from + Math.min(READ_AT_ONCE, SLICE_NOTES - slice.length));
    for (const prepared of await Promise.all(next.map((item) => prepare(reading, item)))) {
      slice.push(prepared);
      if ('content' in prepared.result) bytes += prepared.result.content.sizeBytes;
    }
  }
  return slice;
}

async function prepare({ library, attachments, restoreLinks, now }: Reading, item: NoteItem): Promise<Prepared> {
  const stamp = await item.stamp();
  const note = item.rejection ?? (await item.read());
  if ('reason' in note) return { item, stamp, attached: [], result: note };
  const { text: attached, files, warnings } = await attachments.attach(item, note);
  const text = await restoreLinks(item, { ...note, text: attached });
  const formerFrontMatter = note.formerFrontMatter ?? findFormerFrontMatter(note.text, text);
  const parsed = await parseNote(library, { ...note, text, ...(formerFrontMatter && { formerFrontMatter }) }, now());
  return { item, stamp, attached: files, result: { ...parsed, warnings: [...parsed.warnings, ...warnings] } };
}

/** Returns the front matter of a text whose links there were not replaced by earlier versions; undefined without any. */
function findFormerFrontMatter(written: string, text: string): SourceNote['formerFrontMatter'] {
  const [before, now] = [written, text].map((each) => each.slice(0, frontMatter(each)?.end ?? 0)) as [string, string];
  return before === now ? undefined : { before, now };
}

export interface SliceOptions {
  readonly store: Store;
  /** Runs a write of the import: fenced in a job, rolled back on a dry run. */
  readonly write: <T>(work: (unit: UnitOfWork) => T) => Promise<T>;
  readonly policy: Policy;
  readonly placement: Placement;
}

/**
 * Imports prepared notes in order. Unchanged notes are only read; the others are written in as many transactions as the
 * time limit requires.
 */
export async function importCandidates(options: SliceOptions, candidates: readonly Candidate[]): Promise<Outcome[]> {
  const { store, policy } = options;
  const decisions = store.read((reader) => candidates.map((candidate) => decide(reader, policy, candidate)));
  const toWrite = candidates.filter((_, index) => decisions[index]?.kind !== 'settled');
  const written: Outcome[] = [];
  while (written.length < toWrite.length) written.push(...(await writeSome(options, toWrite.slice(written.length))));
  const writes = written.values();
  return decisions.map((decision) =>
    decision.kind === 'settled' ? decision.outcome : (writes.next().value as Outcome),
  );
}

function writeSome({ write, policy, placement }: SliceOptions, candidates: readonly Candidate[]): Promise<Outcome[]> {
  return write((unit) => {
    const start = performance.now();
    const places = new NotebookPlacer(unit, placement);
    const outcomes: Outcome[] = [];
    for (const candidate of candidates) {
      outcomes.push(applyCandidate(unit, places, policy, candidate, placement.now()));
      if (performance.now() - start >= SLICE_MS) break;
    }
    return outcomes;
  });
}
