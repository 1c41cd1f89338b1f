import { DOCUMENT_URI, type Output, RESOURCE_URI } from '@notes/contract';
import type {
  DocumentRecord,
  DocumentWithBody,
  JobRow,
  NotebookWithCount,
  ResourceRow,
  RevisionRecord,
  TagRow,
} from '@notes/storage';
import { timestamp } from './timestamp.js';

/** Only this module converts stored records to wire objects. */

export { timestamp };

export const documentUri = (id: string): string => `${DOCUMENT_URI}${id}`;

export const resourceUri = (id: string): string => `${RESOURCE_URI}${id}`;

/** Part of a library that wire objects name. */
interface NamedLibrary {
  readonly databaseId: string;
}

type Revision = Output<'listRevisions'>['revisions'][number];
type DocumentFields = Omit<Output<'getDocument'>, 'body'>;

/** Returns the wire form of a note without its text. */
export function wireHead(document: DocumentRecord, library: NamedLibrary): DocumentFields {
  const { id, createdAt, updatedAt, deletedAt } = document;
  const created = timestamp(createdAt);
  const fields: DocumentFields = {
    id,
    uri: documentUri(id),
    stable_link: `service://databases/${library.databaseId}/documents/${id}`,
    notebook_id: document.notebookId,
    title: document.title,
    current_revision_id: document.revisionId,
    editable: !document.readOnly && deletedAt === null,
    tags: document.tags as string[],
    size_bytes: document.sizeBytes,
    created_at: created,
    updated_at: updatedAt === createdAt ? created : timestamp(updatedAt),
  };
  if (deletedAt !== null) fields.deleted_at = timestamp(deletedAt);
  return fields;
}

export const wireDocument = (document: DocumentWithBody, library: NamedLibrary): Output<'getDocument'> =>
  Object.assign(wireHead(document, library), { body: document.body });

export const wireDocumentRow = (
  document: DocumentRecord,
  library: NamedLibrary,
): Output<'listTrash'>['documents'][number] =>
  Object.assign(wireHead(document, library), { excerpt: document.excerpt });

export function wireRevision(revision: RevisionRecord): Revision {
  return {
    revision_id: revision.id,
    created_at: timestamp(revision.createdAt),
    title: revision.title,
    size_bytes: revision.sizeBytes,
    origin: revision.origin as Revision['origin'],
  };
}

export function wireNotebook(notebook: NotebookWithCount, parentId: string | null): Output<'getNotebook'> {
  return {
    notebook_id: notebook.id,
    name: notebook.name,
    icon_emoji: notebook.iconEmoji,
    parent_notebook_id: parentId,
    builtin: notebook.builtin,
    read_only: notebook.readOnly,
    note_count: notebook.noteCount,
    created_at: timestamp(notebook.createdAt),
    updated_at: timestamp(notebook.updatedAt),
  };
}

/** Returns a note as responses with many notes name it. */
export const wireNamed = ({ id, title }: Pick<DocumentRecord, 'id' | 'title'>) => ({
  document_id: id,
  uri: documentUri(id),
  title,
});

export const wirePlaced = (row: Pick<DocumentRecord, 'id' | 'title' | 'notebookId'>) => ({
  ...wireNamed(row),
  notebook_id: row.notebookId,
});

/** Returns the author's name of a block, as written. */
export const wireMarker = (marker: string | null) => (marker === null ? null : `^${marker}`);

export const wireTag = (tag: TagRow) => ({ tag_id: tag.id, name: tag.name });

export const wireResource = (resource: ResourceRow): Output<'getResource'> => ({
  id: resource.id,
  uri: resourceUri(resource.id),
  sha256: resource.sha256,
  filename: resource.filename,
  mime_type: resource.mimeType,
  size_bytes: resource.sizeBytes,
  created_at: timestamp(resource.createdAt),
});

export function wireJob(job: JobRow): Output<'getJob'> {
  const time = (at: number | null) => (at === null ? null : timestamp(at));
  return {
    job_id: job.id,
    kind: job.kind,
    state: job.state,
    phase: job.phase,
    processed: job.processed,
    total: job.total,
    summary: job.summary,
    created_at: timestamp(job.createdAt),
    started_at: time(job.startedAt),
    finished_at: time(job.finishedAt),
    heartbeat_at: time(job.heartbeatAt),
    cancel_requested: job.cancelRequested,
    ...(job.error !== null && { error: job.error }),
  };
}
