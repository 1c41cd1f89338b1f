import type { Output } from '@notes/contract';
import type { Listing } from '@notes/note-formats';
import type { ImportedFrom, Reader, UnitOfWork } from '@notes/storage';
import type { ImportParameters } from './import-parameters.js';
import type { ImportRun } from './import-run.js';
import type { FolderWarning } from './ledger.js';
import { readMetadata } from './metadata.js';
import { contentDigest } from './parse-note.js';

type Vanished = Output<'importFolder'>['vanished'];
type VanishedNote = Vanished['notes'][number];

/** Most vanished notes listed in a report. */
export const MAX_VANISHED_LISTED = 1_000;
const TRASH_BATCH_SIZE = 100;

/** Returns true when a source without any note is accepted, because all its notes may be moved to Trash. */
export const mayBeEmpty = ({ trash_vanished, allow_empty }: ImportParameters): boolean =>
  trash_vanished === true && allow_empty === true;

/**
 * Reports the notes whose files are gone from a fully read source, and moves them to Trash on request. Notes that were
 * edited locally since the import stay.
 *
 * @returns ledger entries for the moved notes
 */
export async function handleVanished(run: ImportRun, listing: Listing): Promise<FolderWarning[]> {
  const { report, parameters } = run;
  const isAsked = parameters.trash_vanished === true;
  const { gone, left } = findVanished(run, listing);
  const isKnown = isReadInFull(run, listing) && !gone.some((row) => isHidden(run, listing, row));
  const isNoneLeft = isAsked && isKnown && hasWithheldNotes(run, gone, left);
  const withheld = isAsked ? findWithheldReason(parameters, { isKnown, isNoneLeft }) : null;
  const notes =
    isAsked && withheld === null
      ? await trashNotes(run, gone)
      : isKnown
        ? gone.map((row) => toVanishedNote(run, row, 'kept'))
        : [];
  const countOutcome = (outcome: VanishedNote['outcome']) => notes.filter((note) => note.outcome === outcome).length;
  report.vanished = {
    is_known: isKnown,
    count: notes.length,
    trashed: countOutcome('trashed'),
    edited: countOutcome('edited'),
    withheld,
    notes: notes.slice(0, MAX_VANISHED_LISTED),
  };
  return notes
    .filter(({ outcome }) => outcome === 'trashed')
    .map(({ path, document_id }) => ({
      folder: path,
      message: `vanished: its note ${document_id} was moved to Trash`,
    }));
}

function findWithheldReason(
  { allow_empty }: ImportParameters,
  { isKnown, isNoneLeft }: { readonly isKnown: boolean; readonly isNoneLeft: boolean },
): Vanished['withheld'] {
  if (!isKnown) return 'not_read_in_full';
  return isNoneLeft && allow_empty !== true ? 'none_left' : null;
}

/** Returns true when all notes of the source are known. A rejected file may contain notes that only seem to be gone. */
const isReadInFull = ({ report }: ImportRun, { complete, isPart = false, unread }: Listing): boolean =>
  complete && !isPart && unread === 0 && !report.hasUnknown;

/** Returns true when a file that is not a note has the name of a folder of a vanished file. */
const isHidden = ({ parameters }: ImportRun, { otherPaths }: Listing, row: ImportedFrom): boolean => {
  const names = getPath(parameters, row).split('/');
  return names.slice(1).some((_, at) => otherPaths?.has(names.slice(0, at + 1).join('/')));
};

/**
 * Returns the generation for a new file of a source: the oldest generation with a file left, or a new one when no file
 * is left. Files of another disk or folder at the path of a source therefore never prove that the source itself is
 * present, in any number of imports. A note is moved to Trash only when a file of its own generation or an older one is
 * present.
 */
export function findGeneration(run: ImportRun, listing: Listing): number {
  const { rows, left } = findVanished(run, listing);
  const seen = listing.isPart ? rows : left;
  if (seen.length > 0) return readGenerations(seen).reduce((a, b) => Math.min(a, b));
  return readGenerations(rows).reduce((a, b) => Math.max(a, b + 1), 0);
}

const readGenerations = (rows: readonly ImportedFrom[]): number[] =>
  rows.map(({ metadata }) => readMetadata(metadata)?.generation ?? 0);

/** Returns true when an unedited vanished note has no file of its generation or an older one left. */
function hasWithheldNotes(
  { library }: ImportRun,
  gone: readonly ImportedFrom[],
  left: readonly ImportedFrom[],
): boolean {
  const oldest = readGenerations(left).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const held = gone.filter((row) => (readGenerations([row])[0] as number) < oldest);
  return library.store.read((reader) => held.some((row) => !isEdited(reader, row)));
}

/** Finds the notes of a source: all of them, those that are still listed, and those that are gone and not in Trash. */
function findVanished({ library, parameters, report }: ImportRun, { notes }: Listing) {
  const { format, source } = parameters;
  const prefix = `${source}:`;
  const listed = new Set(
    notes.flatMap(({ key, ownId }) => [prefix + key, ...(ownId === undefined ? [] : [`id:${ownId}`])]),
  );
  const rows = library.store.read(({ provenance }) =>
    [...provenance.listByKind(format, prefix), ...provenance.listByKind(format, OWN_IDS)].filter((row) =>
      belongsToSource(row, source),
    ),
  );
  const isLeft = ({ sourceId, documentId }: ImportedFrom) => listed.has(sourceId) || report.hasSeen(documentId);
  const left = rows.filter(isLeft);
  const present = new Set(left.map(({ documentId }) => documentId));
  const gone = new Map<string, ImportedFrom>();
  for (const row of rows) if (!row.isTrashed && !present.has(row.documentId)) gone.set(row.documentId, row);
  return { rows, left, gone: [...gone.values()].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1)) };
}

const OWN_IDS = 'id:';

/**
 * Returns true when a note belongs to the source. The recorded source name decides for notes with their own ids, and
 * when one source's name is a prefix of another's.
 */
function belongsToSource({ sourceId, metadata }: ImportedFrom, source: string): boolean {
  const recorded = readMetadata(metadata)?.source;
  if (recorded !== undefined) return recorded === source;
  return sourceId.startsWith(`${source}:`) && !sourceId.slice(source.length + 1).includes(':');
}

async function trashNotes(run: ImportRun, gone: readonly ImportedFrom[]): Promise<VanishedNote[]> {
  const notes: VanishedNote[] = [];
  for (let at = 0; at < gone.length; at += TRASH_BATCH_SIZE) {
    const some = gone.slice(at, at + TRASH_BATCH_SIZE);
    const settled = await run.write((unit) =>
      some.map((row) => toVanishedNote(run, row, trashUnlessEdited(unit, row, run.now()))),
    );
    notes.push(...settled);
  }
  return notes;
}

function trashUnlessEdited(unit: UnitOfWork, row: ImportedFrom, at: number): VanishedNote['outcome'] {
  const current = unit.documents.get(row.documentId);
  if (current === undefined || current.readOnly || current.deletedAt !== null) return 'kept';
  if (isEdited(unit, row)) return 'edited';
  unit.documents.trash(current, at);
  return 'trashed';
}

function isEdited({ documents }: Reader, { documentId, contentSha256 }: ImportedFrom): boolean {
  const current = documents.getWithBody(documentId);
  return current !== undefined && contentDigest(current.title, current.body) !== contentSha256;
}

const getPath = ({ source }: ImportParameters, { sourceId }: ImportedFrom): string =>
  sourceId.slice(sourceId.startsWith(OWN_IDS) ? OWN_IDS.length : source.length + 1);

const toVanishedNote = (
  { parameters }: ImportRun,
  row: ImportedFrom,
  outcome: VanishedNote['outcome'],
): VanishedNote => ({
  path: getPath(parameters, row),
  document_id: row.documentId,
  title: row.title,
  outcome,
});
