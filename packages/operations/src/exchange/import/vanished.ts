import { isId, type Output } from '@notes/contract';
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
 * edited locally since the import stay. When links to folders were not followed, only those notes are reported that no
 * such folder can contain, and none is moved.
 *
 * @returns ledger entries for the moved notes
 */
export async function handleVanished(run: ImportRun, listing: Listing): Promise<FolderWarning[]> {
  const { report, parameters } = run;
  const isAsked = parameters.trash_vanished === true;
  const { gone, left } = findVanished(run, listing);
  const isRead = isReadInFull(run, listing);
  const { certain, unlisted, paths } = isRead ? splitGone(run, listing, gone) : NONE_CERTAIN;
  const links = listing.links.map(({ path }) => path);
  const isKnown = isRead && unlisted === 0 && (gone.length === 0 || links.length === 0);
  const isNoneLeft = isAsked && isKnown && hasWithheldNotes(run, gone, left);
  const withheld = isAsked ? findWithheldReason(parameters, { isKnown, isNoneLeft }) : null;
  const notes =
    isAsked && withheld === null
      ? await trashNotes(run, certain)
      : certain.map((row) => toVanishedNote(run, row, 'kept'));
  const countOutcome = (outcome: VanishedNote['outcome']) => notes.filter((note) => note.outcome === outcome).length;
  const unreadPaths = withheld === 'not_read_in_full' ? new Set([...links, ...paths]) : paths;
  report.vanished = {
    is_known: isKnown,
    count: notes.length,
    trashed: countOutcome('trashed'),
    edited: countOutcome('edited'),
    withheld,
    unlisted,
    unread_paths: [...unreadPaths].sort().slice(0, MAX_VANISHED_LISTED),
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

/**
 * Returns true when all notes of the source are known, except for those below links. A rejected file may contain notes
 * that only seem to be gone.
 */
const isReadInFull = ({ report }: ImportRun, { complete, isPart = false, unread }: Listing): boolean =>
  complete && !isPart && unread === 0 && !report.hasUnknown;

interface SplitGone {
  readonly certain: readonly ImportedFrom[];
  /** Number of other notes, whose files may be below one of the paths. */
  readonly unlisted: number;
  readonly paths: ReadonlySet<string>;
}

const NONE_CERTAIN: SplitGone = { certain: [], unlisted: 0, paths: new Set() };

function splitGone(run: ImportRun, listing: Listing, gone: readonly ImportedFrom[]): SplitGone {
  const links = listing.links.map(({ path }) => path);
  const certain: ImportedFrom[] = [];
  const hiding = new Set<readonly string[]>();
  for (const row of gone) {
    const paths = findHidingPaths(run, listing, links, row);
    if (paths.length === 0) certain.push(row);
    else hiding.add(paths);
  }
  return { certain, unlisted: gone.length - certain.length, paths: new Set([...hiding].flat()) };
}

/** Returns the paths below which a vanished file may be: all links, or the links and files in place of its folders. */
function findHidingPaths(
  { parameters }: ImportRun,
  { otherPaths }: Listing,
  links: readonly string[],
  row: ImportedFrom,
): readonly string[] {
  const path = getPath(parameters, row);
  if (links.length > 0 && mayMove(parameters, row, path)) return links;
  const names = path.split('/');
  const folders = names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
  return folders.filter((folder) => otherPaths.has(folder));
}

/** Returns true for a note that is recognised at any path: by its own id, by its note id, or by its creation time. */
const mayMove = ({ format }: ImportParameters, { sourceId }: ImportedFrom, path: string): boolean =>
  sourceId.startsWith(OWN_IDS) || isId('document', path) || format === 'evernote';

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
