import type { Input } from '@notes/contract';
import type { DocumentWithBody, Reader, Source, UnitOfWork } from '@notes/storage';
import { attachTags } from '../documents/create.js';
import { completedText } from '../export/front-matter.js';
import { newId } from '../ids.js';
import { contentDigest, type ParsedNote, timesOf } from './parse-note.js';
import type { Places } from './place.js';
import { type RejectionReason, rejection } from './reasons.js';

/** What became of one note or file. */
export interface Outcome {
  readonly status: 'imported' | 'updated' | 'unchanged' | 'rejected';
  readonly documentId?: string;
  /** Of an attachment. */
  readonly resourceId?: string;
  readonly reason?: RejectionReason;
  readonly message?: string;
  readonly warnings: readonly string[];
}

/** A note ready to be written. */
export interface Candidate {
  readonly source: Source;
  /** What a file that says the id of its note is known by, wherever it lies. */
  readonly byId: Source | undefined;
  /** The id its note has where others of the source link to it. */
  readonly documentId: string | undefined;
  readonly folder: readonly string[];
  readonly note: ParsedNote;
}

export type Policy = Input<'importFolder'>['on_duplicate'];

type Decision =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'insert' }
  | {
      readonly kind: 'update';
      /** What the note was imported from; none of one that was made here and exported. */
      readonly source: Source | undefined;
      readonly current: DocumentWithBody;
      readonly warnings: readonly string[];
    };

/** What is to be done with a note: asked before a write is begun, and again within it. */
export function decide(reader: Reader, policy: Policy, candidate: Candidate): Decision {
  const { note } = candidate;
  const source = sourceOfNote(reader, candidate);
  const known = source === undefined ? exported(reader, note) : reader.provenance.find(source);
  if (known === undefined) return { kind: 'insert' };
  const unchanged = (...warnings: string[]): Decision => {
    const outcome = { status: 'unchanged' as const, documentId: known.documentId };
    return { kind: 'settled', outcome: { ...outcome, warnings } };
  };
  if (reader.documents.get(known.documentId)?.deletedAt !== null)
    return unchanged('its note is in Trash and stays there');
  if (known.contentSha256 === note.digest) return unchanged();
  if (policy === 'copy') return { kind: 'insert' };
  if (policy === 'skip') return unchanged('it changed; its note is left as it is');
  const current = reader.documents.getWithBody(known.documentId) as DocumentWithBody;
  const edited = isEdited(current, known.contentSha256, note);
  if (edited && policy === 'update') {
    const outcome = { status: 'rejected' as const, documentId: current.id, ...rejection('edited_here') };
    return { kind: 'settled', outcome: { ...outcome, warnings: note.warnings } };
  }
  const warnings = edited ? [`the note was edited here: revision ${current.revisionId} keeps that text`] : [];
  return { kind: 'update', source, current, warnings };
}

/** What the note of a file was imported from: the file, or one that said the same id. */
const sourceOfNote = ({ provenance }: Reader, { source, byId }: Candidate): Source | undefined =>
  [source, byId].find((each) => each !== undefined && provenance.find(each) !== undefined);

/** The note a file was exported from, as if imported: unless it has changed since, to another text than the file's. */
function exported(reader: Reader, { documentId, updated, digest }: ParsedNote) {
  const current = documentId === undefined ? undefined : reader.documents.getWithBody(documentId);
  if (current === undefined || current.readOnly) return undefined;
  const stored = contentDigest(current.title, current.body);
  if (stored === digest || isCompleted(current, digest)) return { documentId: current.id, contentSha256: digest };
  return { documentId: current.id, contentSha256: current.updatedAt === updated ? stored : '' };
}

/** Whether a file says what a note does whose own front matter an export completed, for Obsidian perhaps with its title. */
function isCompleted(current: DocumentWithBody, digest: string): boolean {
  return [[], [current.title]].some((aliases) => {
    const text = completedText(current, aliases);
    return text !== undefined && contentDigest(current.title, text) === digest;
  });
}

/** True when the note says neither what was imported nor what is about to be. */
function isEdited(current: DocumentWithBody, importedDigest: string, note: ParsedNote): boolean {
  const digest = contentDigest(current.title, current.body);
  return digest !== importedDigest && digest !== note.digest;
}

/** Writes one note as {@link decide} says. */
export function apply(unit: UnitOfWork, places: Places, policy: Policy, candidate: Candidate, at: number): Outcome {
  const decision = decide(unit, policy, candidate);
  const { note, source, byId } = candidate;
  switch (decision.kind) {
    case 'settled':
      return decision.outcome;
    case 'insert': {
      const document = insert(unit, places, candidate, at);
      const isThatNote = byId !== undefined && document.id === note.documentId;
      unit.provenance.record(document, isThatNote ? byId : source, note.digest, at);
      return { status: 'imported', documentId: document.id, warnings: note.warnings };
    }
    case 'update': {
      update(unit, decision.current, note, at);
      if (decision.source !== undefined) unit.provenance.record(decision.current, decision.source, note.digest, at);
      const warnings = [...note.warnings, ...decision.warnings];
      return { status: 'updated', documentId: decision.current.id, warnings };
    }
  }
}

const newRevision = (note: ParsedNote, at: number) => ({
  ...note.content,
  revisionId: newId('revision'),
  origin: 'import',
  at,
});

function insert(unit: UnitOfWork, places: Places, candidate: Candidate, at: number): { pk: number; id: string } {
  const { folder, note } = candidate;
  const id = freeId(unit, candidate);
  const notebookPk = places.notebookOf(folder);
  const pk = unit.documents.insert({
    ...newRevision(note, at),
    ...timesOf(note),
    id,
    notebookPk,
    fileName: note.fileName,
  });
  attachTags(unit, pk, note.tags, at);
  return { pk, id };
}

/** The id that other notes link to it by, or that it was exported with, unless another note has it. */
function freeId(unit: UnitOfWork, { documentId, note }: Candidate): string {
  const wanted = documentId ?? note.documentId;
  return wanted === undefined || unit.documents.get(wanted) !== undefined ? newId('document') : wanted;
}

/** Takes over text, tags and times; the note stays in the notebook it is in now, with the tags it has. */
function update(unit: UnitOfWork, current: DocumentWithBody, note: ParsedNote, at: number): void {
  const same = current.title === note.content.title && current.body === note.content.body;
  if (!same) unit.documents.revise(current, newRevision(note, at));
  attachTags(unit, current.pk, note.tags, at);
  unit.documents.setTimes(current, note.created ?? current.createdAt, timesOf(note).updatedAt);
}
