import { fixKinds, ServiceError } from '@notes/contract';
import type { Content, DocumentWithBody, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import { buildContent, newRevision } from '../../notes/documents/content.js';
import type { Context } from '../../platform/context.js';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { sha256 } from '../../platform/sha256.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../plans/planned-work.js';
import { editNote, type FixKind } from './edit-note.js';

const changes = z.partialRecord(z.enum(fixKinds), z.number());

/**
 * Planned fix of a note whose text has a known digest: an edit with the digest of its result, or a fetch of images,
 * whose result is unknown in advance. The names of their members sort edits first.
 */
const fix = z.discriminatedUnion('act', [
  z.object({ act: z.literal('edit'), document_id: z.string(), from: z.string(), to: z.string(), changes }),
  z.object({ act: z.literal('fetch'), document_id: z.string(), from: z.string(), urls: z.array(z.string()), changes }),
]);
export type Fix = z.infer<typeof fix>;

/** New text of a note, and the revision it is based on. */
interface EditedContent {
  readonly revisionId: string;
  readonly made: Content;
}

/** Input of an item's write: a prepared text, or the counts of work already done. */
type Ready = EditedContent | { readonly done: Counts };

/** Writes new revisions of notes with fixed problems. */
export const fixWork: PlannedWork<Fix, Ready> = {
  kind: 'fix',
  format: 'service-fix',
  item: fix,
  prepare: (job, item) => (item.act === 'edit' ? edit(job, item) : fetchImages(job, item)),
  apply: (unit, item, { job, ready }) => ('done' in ready ? ready.done : revise(unit, item, job, ready)),
};

export const runFix = carryOut(fixWork);

const NOTHING: Ready = { done: SKIPPED };

/** Returns the note of an item if it still has the planned text and is writable. */
function findUnchangedNote({ library }: JobRun, { document_id, from }: Fix): DocumentWithBody | undefined {
  const document = library.store.read(({ documents }) => documents.getWithBody(document_id));
  if (document === undefined || document.deletedAt !== null || document.readOnly) return undefined;
  return sha256(document.body) === from ? document : undefined;
}

async function edit(job: JobRun, item: Fix & { act: 'edit' }): Promise<Ready> {
  const document = findUnchangedNote(job, item);
  if (document === undefined) return NOTHING;
  const edited = await editNote(job.library, document, new Set(Object.keys(item.changes) as FixKind[]));
  if (edited === null || sha256(edited.body) !== item.to) return NOTHING;
  const made = await buildContent(job.library, { title: document.title, body: edited.body });
  return { revisionId: document.revisionId, made };
}

function revise({ documents }: UnitOfWork, item: Fix, job: JobRun, { revisionId, made }: EditedContent): Counts {
  const current = documents.get(item.document_id);
  if (current === undefined || current.revisionId !== revisionId || current.deletedAt !== null) return SKIPPED;
  documents.revise(current, newRevision(makeContext(job), made));
  return { revisions: 1, ...item.changes };
}

/** The media pipeline writes by itself, and only when the note still has the given text. */
async function fetchImages(job: JobRun, item: Fix & { act: 'fetch' }): Promise<Ready> {
  const document = findUnchangedNote(job, item);
  if (document === undefined) return NOTHING;
  const { localizeRemoteMedia } = await import('../../notes/media/localize.js');
  const asked = { document_id: document.id, base_revision_id: document.revisionId, urls: item.urls };
  try {
    const { items } = await localizeRemoteMedia(makeContext(job), asked);
    const kept = items.filter(({ status }) => status === 'localized').length;
    const missed: Counts = kept < items.length ? SKIPPED : {};
    return { done: kept === 0 ? SKIPPED : { revisions: 1, unlocalized_remote_media: kept, ...missed } };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'revision_conflict') return NOTHING;
    job.signal.throwIfAborted();
    throw error;
  }
}

const makeContext = ({ library, now, signal }: JobRun): Context => ({
  ...{ library, now, signal },
  origin: 'cli',
  precondition: 'required',
});
