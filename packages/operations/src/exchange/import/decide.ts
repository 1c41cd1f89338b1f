import type { Input } from '@notes/contract';
import type { DocumentRecord, DocumentWithBody, Reader, Source } from '@notes/storage';
import { completeText } from '../export/front-matter.js';
import { findKnown, type Identity } from './identity.js';
import {
  type ImportedMetadata,
  isSameMetadata,
  locateFolder,
  readMetadata,
  type SourceLocation,
  toMetadata,
} from './metadata.js';
import { EDITED_HERE, type Outcome } from './outcome.js';
import { contentDigest, type ParsedNote } from './parse-note.js';

/** A note ready to be written. */
export interface Candidate extends SourceLocation {
  /** Possible sources of the note in the library, the primary one first. */
  readonly identities: readonly Identity[];
  /** Source derived from the note id in the file, which is valid at any path. */
  readonly byId: Source | undefined;
  /** Generation of the source's files, recorded for a new note; see `findGeneration`. */
  readonly generation: number;
  /** Id for the note by which other notes of the source link to it. */
  readonly documentId: string | undefined;
  readonly note: ParsedNote;
}

/** Policy for a note that changed in its source. */
export type Policy = Input<'importFolder'>['on_duplicate'];

/** Imported or exported note as the library knows it. */
interface KnownNote {
  readonly documentId: string;
  /** Digest of the imported title and text. */
  readonly contentSha256: string;
  /** Source of the import; undefined for a note that was created here and exported. */
  readonly source: Source | undefined;
  /** Metadata of the import; null when they were not recorded. */
  readonly base: ImportedMetadata | null;
  /** False when only the same text proves the identity. */
  readonly isCertain: boolean;
  /** True when partly equal text suffices as proof. */
  readonly isLikely?: boolean;
}

/** Decision about one note. */
export type Decision =
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'insert' }
  /** No change is known, but the metadata or the name of the source must be recorded. */
  | {
      readonly kind: 'remember';
      readonly source: Source;
      readonly current: DocumentRecord;
      /** Metadata of the import; null when they were not recorded. */
      readonly base: ImportedMetadata | null;
      /** Notebook into which the import put the note. */
      readonly notebookPk: number;
      readonly outcome: Outcome;
    }
  | {
      readonly kind: 'update';
      readonly known: KnownNote;
      readonly current: DocumentWithBody;
      /** True when the text changes too, not only the metadata. */
      readonly withText: boolean;
      readonly warnings: readonly string[];
    };

/** Decides what to do with a note. Called before a write and again within it. */
export function decide(reader: Reader, policy: Policy, candidate: Candidate): Decision {
  const { note } = candidate;
  const known = findImported(reader, candidate) ?? findExported(reader, candidate);
  if (known === undefined || !isProved(reader, known, note)) return { kind: 'insert' };
  const unchanged = makeUnchanged(known);
  if (reader.documents.get(known.documentId)?.deletedAt !== null)
    return unchanged('its note is in Trash and is not restored');
  if (known.contentSha256 === note.digest) return decideMetadata(reader, policy, candidate, known);
  if (policy === 'copy') return { kind: 'insert' };
  if (policy === 'skip') return unchanged('the file changed, but its note is unchanged');
  const current = reader.documents.getWithBody(known.documentId) as DocumentWithBody;
  const edited = isEdited(current, known.contentSha256, note);
  // The source has not changed, only the conversion of this version. That is no conflict with a local edit.
  if (edited && known.contentSha256 === note.formerDigest) return unchanged();
  if (edited && policy === 'update') {
    const outcome = { status: 'rejected' as const, documentId: current.id, ...EDITED_HERE };
    return { kind: 'settled', outcome: { ...outcome, warnings: note.warnings } };
  }
  const warnings = edited
    ? [`the note was edited in the library; revision ${current.revisionId} has the edited text`]
    : [];
  return { kind: 'update', known, current, withText: true, warnings };
}

function isProved({ documents }: Reader, known: KnownNote, note: ParsedNote): boolean {
  if (known.isCertain || isSameText(known, note)) return true;
  return known.isLikely === true && sharesText(documents.getWithBody(known.documentId)?.body ?? '', note.content.body);
}

/**
 * Returns true when two texts share a line, such as the author in front matter, or half of the words of the shorter
 * one.
 */
function sharesText(one: string, other: string): boolean {
  const isShared = (pattern: RegExp, share: number) => {
    const [fewer, more] = [one, other]
      .map((text) => new Set(text.split(pattern).filter((part) => /[\p{L}\p{N}]/u.test(part))))
      .sort((a, b) => a.size - b.size) as [Set<string>, Set<string>];
    const shared = [...fewer].filter((part) => more.has(part)).length;
    return shared > 0 && shared >= fewer.size * share;
  };
  return isShared(/\s*\n\s*/, 0) || isShared(/\s+/, 0.5);
}

const isSameText = ({ contentSha256 }: KnownNote, { digest, formerDigest }: ParsedNote): boolean =>
  contentSha256 === digest || contentSha256 === formerDigest;

const makeUnchanged =
  ({ documentId }: KnownNote) =>
  (...warnings: string[]): Decision & { readonly kind: 'settled' } => ({
    kind: 'settled',
    outcome: { status: 'unchanged', documentId, warnings },
  });

/** Decides about a note whose text in the source is unchanged. */
function decideMetadata(reader: Reader, policy: Policy, candidate: Candidate, known: KnownNote): Decision {
  const { note, sourceName } = candidate;
  const { documentId, source, base } = known;
  const unchanged = makeUnchanged(known);
  if (base === null) {
    if (source === undefined) return unchanged();
    const current = reader.documents.get(documentId) as DocumentRecord;
    return { kind: 'remember', source, current, base, notebookPk: current.notebookPk, outcome: unchanged().outcome };
  }
  if (isSameMetadata(base, toMetadata(note, locateFolder(base, candidate)))) {
    if (source === undefined || base.source === sourceName) return unchanged();
    const current = reader.documents.get(documentId) as DocumentRecord;
    return { kind: 'remember', source, current, base, notebookPk: base.notebook_pk, outcome: unchanged().outcome };
  }
  if (policy === 'copy' || policy === 'skip')
    return unchanged('its tags, times or notebook changed, but its note is unchanged');
  const current = reader.documents.getWithBody(documentId) as DocumentWithBody;
  return { kind: 'update', known, current, withText: false, warnings: [] };
}

/** Returns the note that was imported from this file, or from a file with the same note id. */
function findImported(reader: Reader, { identities, byId }: Candidate): KnownNote | undefined {
  const all = byId === undefined ? identities : [...identities, { source: byId, isCertain: true }];
  const identity = findKnown(reader, all)?.identity;
  const found = identity && reader.provenance.find(identity.source);
  return found && { ...found, ...identity, base: readMetadata(found.metadata) };
}

/**
 * Returns the note from which a file was exported, as if it had been imported. The digest is empty when the note has
 * changed since to another text than that of the file.
 */
function findExported(reader: Reader, { note, folder }: Candidate): KnownNote | undefined {
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
    isCertain: true,
  };
}

/**
 * Returns true when a file equals its note with the front matter completed by an export; for Obsidian also with the
 * title as an alias.
 */
function isCompleted(current: DocumentWithBody, digest: string): boolean {
  return [[], [current.title]].some((aliases) => {
    const text = completeText(current, aliases);
    return text !== undefined && contentDigest(current.title, text) === digest;
  });
}

/** Returns true when the text of the note differs from both the imported and the new version. */
function isEdited(current: DocumentWithBody, importedDigest: string, note: ParsedNote): boolean {
  const digest = contentDigest(current.title, current.body);
  return digest !== importedDigest && digest !== note.digest;
}
