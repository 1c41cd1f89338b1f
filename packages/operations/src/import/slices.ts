import type { Store, UnitOfWork } from '@notes/storage';
import type { Library } from '../context.js';
import { apply } from './apply.js';
import type { Attached, Attachments } from './attachments/attachments.js';
import { type Candidate, decide, type Outcome, type Policy } from './decide.js';
import type { NoteItem, SourceNote } from './item.js';
import { type ParsedNote, parseNote } from './parse-note.js';
import { type Placement, Places } from './place.js';
import type { Rejection } from './reasons.js';

/** One write holds the library for about this long at most, so that others' writes come in between. */
const SLICE_MS = 40;
const SLICE_NOTES = 100;
/** Text read ahead of a write. */
const SLICE_BYTES = 8 * 1024 * 1024;
const READ_AT_ONCE = 8;

/** A note read and parsed, or known to be impossible. */
export interface Prepared {
  readonly item: NoteItem;
  /** Of the item before it was read. */
  readonly stamp: string;
  /** Files that it refers to. */
  readonly attached: readonly Attached[];
  readonly result: ParsedNote | Rejection;
}

export interface Reading {
  readonly library: Library;
  readonly attachments: Attachments;
  /** The text of a note with the links that an export has turned into paths as they were. */
  readonly restored: (item: NoteItem, note: SourceNote) => Promise<string>;
  readonly now: () => number;
}

/** Reads and parses notes from `start` on: as many as make one slice, at least one. */
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

async function prepare({ library, attachments, restored, now }: Reading, item: NoteItem): Promise<Prepared> {
  const stamp = await item.stamp();
  const note = item.rejection ?? (await item.read());
  if ('reason' in note) return { item, stamp, attached: [], result: note };
  const { text: attached, files, warnings } = await attachments.attach(item, note);
  const text = await restored(item, { ...note, text: attached });
  const parsed = await parseNote(library, { ...note, text }, now());
  return { item, stamp, attached: files, result: { ...parsed, warnings: [...parsed.warnings, ...warnings] } };
}

export interface SliceOptions {
  readonly store: Store;
  /** Writes for the import: fenced where it is a job, undone where it is a dry run. */
  readonly write: <T>(work: (unit: UnitOfWork) => T) => Promise<T>;
  readonly policy: Policy;
  readonly placement: Placement;
}

/**
 * Settles notes, each in the order given. What turns out unchanged is only read; the rest is written in as many
 * transactions as the time for one asks for.
 */
export async function settle(options: SliceOptions, candidates: readonly Candidate[]): Promise<Outcome[]> {
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
    const places = new Places(unit, placement);
    const outcomes: Outcome[] = [];
    for (const candidate of candidates) {
      outcomes.push(apply(unit, places, policy, candidate, placement.now()));
      if (performance.now() - start >= SLICE_MS) break;
    }
    return outcomes;
  });
}
