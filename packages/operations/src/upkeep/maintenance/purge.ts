import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Reader, TrashedNote } from '@notes/storage';
import { findTrashed } from '../../notes/naming/note.js';
import { importedNoteError } from '../../notes/trash/purge.js';
import type { Context } from '../../platform/context.js';
import { DAY_MS } from '../../platform/days.js';
import { timestamp } from '../../platform/wire.js';
import { createConfirmation, doPlanned } from '../plans/do-planned.js';
import { makePlan } from '../plans/plan.js';
import { type PurgeItem, purgeWork, toPurgeItem } from './purge-work.js';

type PurgeInput = Input<'purgeDocuments'>;
type Totals = Output<'purgeDocuments'>['totals'];

const MAX_LISTED = 1_000;

/** Purges notes in Trash. A purge of all notes in Trash keeps imported notes. */
export async function purgeDocuments(context: Context, asked: PurgeInput): Promise<Output<'purgeDocuments'>> {
  checkChoice(asked);
  const { library } = context;
  let kept_imported = 0;
  let titles: ReadonlyMap<string, string> = new Map();
  const { items, ...outcome } = await doPlanned(context, asked, {
    work: purgeWork,
    plan: (at) => {
      const chosen = library.store.read((reader) => chooseNotes(context, reader, asked, at));
      const doomed = chosen.filter(({ isImported }) => !isImported);
      kept_imported = chosen.length - doomed.length;
      titles = new Map(doomed.map(({ id, title }) => [id, title]));
      return makePlan(purgeWork.format, doomed.map(toPurgeItem));
    },
    isByAge: asked.older_than !== undefined,
    confirmationFor: asked.all_trashed || asked.notes.length > 1 ? createConfirmation('purge') : confirmSingleNote,
  });
  const documents = items.slice(0, MAX_LISTED).map(({ document_id, revisions, attachments, deleted_at }) => {
    const title = titles.get(document_id) ?? '';
    return { document_id, title, revisions, attachments, deleted_at: timestamp(deleted_at) };
  });
  return { ...outcome, totals: sumTotals(items, kept_imported), documents, truncated: items.length > MAX_LISTED };
}

/** Confirmation for a single note, in the form that REST uses. */
const confirmSingleNote = ({ lines }: { readonly lines: readonly string[] }) =>
  `purge-document:${(JSON.parse(lines[0] as string) as PurgeItem).document_id}`;

function checkChoice({ notes, all_trashed, older_than }: PurgeInput): void {
  if (all_trashed === notes.length > 0)
    throw new ServiceError('validation_failed', 'Name notes, or use --all-trashed, but not both');
  if (older_than !== undefined && !all_trashed)
    throw new ServiceError('validation_failed', '--older-than: only allowed with --all-trashed');
}

function chooseNotes(
  context: Context,
  reader: Reader,
  { notes, all_trashed, older_than }: PurgeInput,
  at: number,
): TrashedNote[] {
  if (all_trashed) return reader.documents.listTrashedBefore(at - Number.parseInt(older_than ?? '0', 10) * DAY_MS);
  const named = new Set(notes.map((name) => findOneTrashed(context, reader, name)));
  return [...named].map((id) => {
    const note = reader.documents.getTrashed(id) as TrashedNote;
    if (note.isImported) throw importedNoteError();
    return note;
  });
}

function findOneTrashed({ library }: Context, reader: Reader, name: string): string {
  const found = findTrashed(library, reader, name);
  const [first] = found;
  if (first === undefined)
    throw new ServiceError(
      'not_found',
      `No note in Trash matches ${JSON.stringify(name)}. Give an id, an address or a title`,
    );
  if (found.length === 1) return first.id;
  const ids = found.map(({ id }) => id).join(', ');
  throw new ServiceError(
    'not_found',
    `Several notes in Trash are called ${JSON.stringify(name)}. Use one of these ids: ${ids}`,
  );
}

const sumTotals = (items: readonly PurgeItem[], kept_imported: number): Totals => ({
  documents: items.length,
  revisions: sum(items.map(({ revisions }) => revisions)),
  attachments: sum(items.map(({ attachments }) => attachments)),
  kept_imported,
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
