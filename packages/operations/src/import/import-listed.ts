import { idOfSource } from '../ids.js';
import { Attachments } from './attachments/attachments.js';
import { Claims } from './claims.js';
import type { Candidate, Outcome } from './decide.js';
import { type ImportRun, type SettledSlice, sourceOf } from './import-run.js';
import type { Entry, FolderWarning, LedgerRecord } from './ledger.js';
import { withStoredLinks } from './markdown/exported-links.js';
import { rejected } from './reasons.js';
import { type Prepared, type Reading, readSlice, settle } from './slices.js';
import type { Listing } from './source.js';

/** Where an import begins, or goes on. */
export interface Start {
  /** Notes settled before. */
  readonly done: number;
  /** What was recorded of them and of what they refer to. */
  readonly record: LedgerRecord;
}

/** Imports what is listed, but for the notes settled before, in slices. Answers how many are settled, those included. */
export async function importListed(run: ImportRun, listing: Listing, start: Start): Promise<number> {
  const { notes, resolve, linksNotes } = listing;
  const attachments = new Attachments(run, resolve, start.record);
  const claims = new Claims(run, listing);
  const restored: Reading['restored'] = (item, note) => withStoredLinks(run, item, note, () => claims.places());
  let { done } = start;
  while (done < notes.length && (await run.goesOn(done))) {
    const prepared = await readSlice({ ...run, attachments, restored }, notes, done);
    const slice = await settleSlice(run, attachments, await ownIds(claims, prepared), linksNotes);
    for (const entry of slice.entries) run.report.add(entry);
    await run.settled?.(slice);
    done += prepared.length;
  }
  return done;
}

const ownIds = (claims: Claims, slice: readonly Prepared[]): Promise<Prepared[]> =>
  Promise.all(
    slice.map(async (prepared) => {
      const { item, result } = prepared;
      return 'reason' in result ? prepared : { ...prepared, result: await claims.settle(item, result) };
    }),
  );

async function settleSlice(
  run: ImportRun,
  attachments: Attachments,
  slice: readonly Prepared[],
  linksNotes: boolean,
): Promise<SettledSlice> {
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
    const origin = sourceOf(parameters, item);
    const { folder } = item;
    const byId = note.documentId === undefined ? undefined : sourceOf(parameters, { key: note.documentId });
    const documentId = linksNotes ? idOfSource('document', origin) : undefined;
    return [{ source: origin, byId, folder, note, documentId }];
  });
  const options = { store: library.store, write, policy: on_duplicate, placement };
  const settled = (await settle(options, candidates)).values();
  const entries: Entry[] = [];
  for (const { item, attached, result } of slice) {
    const outcome = 'reason' in result ? rejected(result) : (settled.next().value as Outcome);
    entries.push(...(await attachments.tell(attached)), { kind: 'note', path: item.path, outcome });
  }
  return { stamps: slice.map(({ stamp }) => stamp), entries, warnings };
}
