import type { Store, UnitOfWork } from '@notes/storage';
import type { Library } from '../context.js';
import { apply, type Candidate, decide, type Outcome, type Policy } from './apply.js';
import type { Attachments } from './attachments/attachments.js';
import { type ParsedNote, parseNote } from './parse-note.js';
import { type Placement, Places } from './place.js';
import { readText } from './read-file.js';
import type { Rejection } from './reasons.js';
import { stampOf } from './seal.js';
import type { Found } from './walk.js';

/** One write holds the library for about this long at most, so that others' writes come in between. */
const SLICE_MS = 40;
const SLICE_FILES = 100;
/** Text read ahead of a write. */
const SLICE_BYTES = 8 * 1024 * 1024;
const READ_AT_ONCE = 8;

/** A file read and parsed, or known to be impossible. */
export interface Prepared {
  readonly found: Found;
  /** Of the file before it was read. */
  readonly stamp: string;
  /** Files that it refers to. */
  readonly attached: readonly Found[];
  readonly result: ParsedNote | Rejection;
}

export interface Reading {
  readonly library: Library;
  readonly attachments: Attachments;
  readonly now: () => number;
}

/** Reads and parses files from `start` on: as many as make one slice, at least one. */
export async function readSlice(reading: Reading, files: readonly Found[], start: number): Promise<Prepared[]> {
  const slice: Prepared[] = [];
  let bytes = 0;
  while (slice.length < SLICE_FILES && bytes < SLICE_BYTES && start + slice.length < files.length) {
    const from = start + slice.length;
    const next = files.slice(from, from + Math.min(READ_AT_ONCE, SLICE_FILES - slice.length));
    for (const prepared of await Promise.all(next.map((found) => prepare(reading, found)))) {
      slice.push(prepared);
      if ('content' in prepared.result) bytes += prepared.result.content.sizeBytes;
    }
  }
  return slice;
}

async function prepare({ library, attachments, now }: Reading, found: Found): Promise<Prepared> {
  const stamp = await stampOf(found);
  const file = found.rejection ?? (await readText(found.location));
  if ('reason' in file) return { found, stamp, attached: [], result: file };
  const { text, files, warnings } = await attachments.attach(found, file.text);
  const note = await parseNote(library, found.path, { ...file, body: text }, now());
  return { found, stamp, attached: files, result: { ...note, warnings: [...note.warnings, ...warnings] } };
}

export interface SliceOptions {
  readonly store: Store;
  /** Writes for the import: fenced where it is a job, undone where it is a dry run. */
  readonly write: <T>(work: (unit: UnitOfWork) => T) => Promise<T>;
  readonly policy: Policy;
  readonly placement: Placement;
}

/**
 * Settles files, each in the order given. What turns out unchanged is only read; the rest is written in as many
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
