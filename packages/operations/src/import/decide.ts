import type { Input } from '@notes/contract';
import type { DocumentRecord, DocumentWithBody, Reader, Source } from '@notes/storage';
import { completedText } from '../export/front-matter.js';
import { type ImportedMetadata, isSameMetadata, metadataOf, readMetadata } from './metadata.js';
import { contentDigest, type ParsedNote } from './parse-note.js';
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

/** What the library knows of the note of a file. */
interface Known {
  readonly documentId: string;
  /** Of what was imported. */
  readonly contentSha256: string;
  /** What it was imported from; none of one that was made here and exported. */
  readonly source: Source | undefined;
  /** What was imported besides; null where that is not known. */
  readonly base: ImportedMetadata | null;
}

export type Decision =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'insert' }
  /** Nothing is known to have changed, but what the source says of it is not known. */
  | {
      readonly kind: 'remember';
      readonly source: Source;
      readonly current: DocumentRecord;
      readonly outcome: Outcome;
    }
  | {
      readonly kind: 'update';
      readonly known: Known;
      readonly current: DocumentWithBody;
      /** Not only what the source says besides. */
      readonly withText: boolean;
      readonly warnings: readonly string[];
    };

/** What is to be done with a note: asked before a write is begun, and again within it. */
export function decide(reader: Reader, policy: Policy, candidate: Candidate): Decision {
  const { note } = candidate;
  const known = imported(reader, candidate) ?? exported(reader, candidate);
  if (known === undefined) return { kind: 'insert' };
  const unchanged = unchangedOf(known);
  if (reader.documents.get(known.documentId)?.deletedAt !== null)
    return unchanged('its note is in Trash and stays there');
  if (known.contentSha256 === note.digest) return decideMetadata(reader, policy, candidate, known);
  if (policy === 'copy') return { kind: 'insert' };
  if (policy === 'skip') return unchanged('it changed; its note is left as it is');
  const current = reader.documents.getWithBody(known.documentId) as DocumentWithBody;
  const edited = isEdited(current, known.contentSha256, note);
  if (edited && policy === 'update') {
    const outcome = { status: 'rejected' as const, documentId: current.id, ...rejection('edited_here') };
    return { kind: 'settled', outcome: { ...outcome, warnings: note.warnings } };
  }
  const warnings = edited ? [`the note was edited here: revision ${current.revisionId} keeps that text`] : [];
  return { kind: 'update', known, current, withText: true, warnings };
}

const unchangedOf =
  ({ documentId }: Known) =>
  (...warnings: string[]): Decision & { readonly kind: 'settled' } => ({
    kind: 'settled',
    outcome: { status: 'unchanged', documentId, warnings },
  });

/** Of a note whose text is as it was imported. */
function decideMetadata(reader: Reader, policy: Policy, { note, folder }: Candidate, known: Known): Decision {
  const { documentId, source, base } = known;
  const unchanged = unchangedOf(known);
  if (base === null) {
    if (source === undefined) return unchanged();
    const current = reader.documents.get(documentId) as DocumentRecord;
    return { kind: 'remember', source, current, outcome: unchanged().outcome };
  }
  if (isSameMetadata(base, metadataOf(note, folder))) return unchanged();
  if (policy === 'copy' || policy === 'skip')
    return unchanged('its tags, times or notebook changed; its note is left as it is');
  const current = reader.documents.getWithBody(documentId) as DocumentWithBody;
  return { kind: 'update', known, current, withText: false, warnings: [] };
}

/** The note that was imported from a file, or from one that said the same id. */
function imported({ provenance }: Reader, { source, byId }: Candidate): Known | undefined {
  for (const each of [source, byId]) {
    const found = each && provenance.find(each);
    if (found !== undefined) return { ...found, source: each, base: readMetadata(found.metadata) };
  }
  return undefined;
}

/** The note a file was exported from, as if imported: unless it has changed since, to another text than the file's. */
function exported(reader: Reader, { note, folder }: Candidate): Known | undefined {
  const { documentId, updated, digest } = note;
  const current = documentId === undefined ? undefined : reader.documents.getWithBody(documentId);
  if (current === undefined || current.readOnly) return undefined;
  const stored = contentDigest(current.title, current.body);
  const isAsExported = current.updatedAt === updated;
  const isSame = stored === digest || isCompleted(current, digest);
  const { tags, createdAt, updatedAt, notebookPk } = current;
  const base = {
    tags: [...tags],
    created: createdAt,
    updated: updatedAt,
    folder: [...folder],
    notebook_pk: notebookPk,
  };
  return {
    documentId: current.id,
    contentSha256: isSame ? digest : isAsExported ? stored : '',
    source: undefined,
    base: isAsExported ? base : null,
  };
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
