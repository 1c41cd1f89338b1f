import type { FolderLink, Listing, NoteItem } from '@notes/note-formats';
import { idForSource } from '../../platform/ids.js';
import { Attachments } from './attachments/attachments.js';
import { Claims } from './claims.js';
import type { Candidate } from './decide.js';
import { restoreStoredLinks } from './exported-links.js';
import { Identities, primarySource } from './identity.js';
import { toSource } from './import-parameters.js';
import type { ImportedSlice, ImportRun } from './import-run.js';
import type { Entry, FolderWarning, LedgerRecord } from './ledger.js';
import type { Outcome } from './outcome.js';
import { toRejectedOutcome } from './outcome.js';
import type { ParsedNote } from './parse-note.js';
import { importCandidates, type Prepared, type Reading, readSlice } from './slices.js';
import { findGeneration } from './vanished.js';

/** Starting point of an import. */
export interface ImportStart {
  /** Number of notes processed by an earlier run. */
  readonly done: number;
  /** Ledger entries of these notes and their attachments. */
  readonly record: LedgerRecord;
}

/**
 * Imports the listed notes in slices, after those of an earlier run.
 *
 * @returns the number of processed notes, including earlier ones
 */
export async function importListed(run: ImportRun, listing: Listing, start: ImportStart): Promise<number> {
  const { notes, resolve, linksNotes } = listing;
  const identities = new Identities(run, listing);
  const attachments = new Attachments(run, { resolve, identities }, start.record);
  const claims = new Claims(run, listing);
  const sliceContext = { attachments, identities, linksNotes, generation: findGeneration(run, listing) };
  const restoreLinks: Reading['restoreLinks'] = (item, note) =>
    restoreStoredLinks(run, item, { ...note, documentId: note.documentId ?? claims.findNoteId(item) }, () =>
      claims.getNotePaths(),
    );
  let { done } = start;
  const warnings = warnAboutOthers(run, listing);
  if (warnings.length > 0) await run.onSlice?.({ stamps: [], entries: [], warnings });
  while (done < notes.length && (await run.shouldContinue(done))) {
    const prepared = await readSlice({ ...run, attachments, restoreLinks }, notes, done);
    const slice = await importSlice(run, sliceContext, await resolveOwnIds(claims, prepared));
    for (const entry of slice.entries) run.report.add(entry);
    await run.onSlice?.(slice);
    done += prepared.length;
  }
  return done;
}

/**
 * Reports links to folders, notes in an unsupported format, and advice for the whole source. Returns the warnings that
 * are new to the ledger.
 */
function warnAboutOthers(
  { report, rootName }: ImportRun,
  { links, unsupported = [], advice = [] }: Listing,
): FolderWarning[] {
  const limit = (warnings: FolderWarning[], more: string) => {
    const listed = warnings.slice(0, MAX_WARNINGS);
    const others = warnings.length - listed.length;
    return others > 0 ? [...listed, { folder: rootName, message: `${others} ${more}` }] : listed;
  };
  const toLinkWarning = ({ path, isFolder }: FolderLink) => ({
    folder: path,
    message: isFolder ? FOLDER_LINK : UNKNOWN_LINK,
  });
  return [
    ...limit(links.map(toLinkWarning), 'more links are not followed'),
    ...limit(
      unsupported.map(({ path, message }) => ({ folder: path, message })),
      'more files with notes are not imported',
    ),
    ...advice.map((message) => ({ folder: rootName, message })),
  ].filter((warning) => report.warn(warning));
}

const MAX_WARNINGS = 1_000;
const FOLDER_LINK = 'link to a folder, which is not followed. To import its notes, import that folder itself';
const UNKNOWN_LINK = 'link that is not followed; its target does not exist or cannot be read';

const resolveOwnIds = (claims: Claims, slice: readonly Prepared[]): Promise<Prepared[]> =>
  Promise.all(
    slice.map(async (prepared) => {
      const { item, result } = prepared;
      return 'reason' in result ? prepared : { ...prepared, result: await claims.resolveOwnId(item, result) };
    }),
  );

interface SliceContext {
  readonly attachments: Attachments;
  readonly identities: Identities;
  readonly linksNotes: boolean;
  readonly generation: number;
}

/** Adds the source from which a new note seems to have been imported already. */
function addLikeness(outcome: Outcome, item: NoteItem, note: ParsedNote, identities: Identities): Outcome {
  const from = outcome.status === 'imported' ? identities.looksImportedFrom(item, note) : undefined;
  return from === undefined ? outcome : { ...outcome, looksImportedFrom: from };
}

async function importSlice(
  run: ImportRun,
  { attachments, identities, linksNotes, generation }: SliceContext,
  slice: readonly Prepared[],
): Promise<ImportedSlice> {
  const { library, parameters, rootName, report, write, now } = run;
  const { notebook_id, on_duplicate } = parameters;
  const warnings: FolderWarning[] = [];
  const warn = (folderPath: string, message: string) => {
    const warning = { folder: folderPath, message };
    if (report.warn(warning)) warnings.push(warning);
  };
  const placement = { rootName, baseId: notebook_id ?? undefined, now, warn };
  const candidates = slice.flatMap(({ item, result: note }): Candidate[] => {
    if ('reason' in note) return [];
    const byId = note.documentId === undefined ? undefined : toSource(parameters, { key: note.documentId });
    const documentId = linksNotes ? idForSource('document', primarySource(parameters, item)) : undefined;
    const location = { sourceName: parameters.source, rootName, folder: item.folder };
    return [{ ...location, identities: identities.findIdentities(item), byId, note, documentId, generation }];
  });
  const options = { store: library.store, write, policy: on_duplicate, placement };
  const settled = (await importCandidates(options, candidates)).values();
  const entries: Entry[] = [];
  for (const { item, attached, result } of slice) {
    const outcome =
      'reason' in result
        ? toRejectedOutcome(result)
        : addLikeness(settled.next().value as Outcome, item, result, identities);
    const { path, title } = item;
    const entry: Entry = { kind: 'note', path, ...(title !== undefined && { title }), outcome };
    entries.push(...(await attachments.collectOutcomes(attached)), entry);
  }
  return { stamps: slice.map(({ stamp }) => stamp), entries, warnings };
}
