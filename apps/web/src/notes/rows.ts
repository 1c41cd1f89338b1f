import type { Output } from '@notes/contract';

type Hit = Output<'searchDocuments'>['results'][number];
type Listed = Output<'listNotebookDocuments'>['documents'][number];

/** A note as displayed in any list. */
export interface NoteRow {
  readonly id: string;
  readonly title: string;
  readonly revisionId: string;
  readonly tags: readonly string[];
  readonly updatedAt: string;
  readonly excerpt: string;
  /** Ranges [start, end) in UTF-16 units of the excerpt, sorted and disjoint. */
  readonly highlights: readonly (readonly [number, number])[];
  /** Reason why a search found the note although it does not match exactly. */
  readonly matchedBy?: Hit['matched_by'];
}

export const hitToRow = (hit: Hit): NoteRow => ({
  id: hit.document_id,
  title: hit.title,
  revisionId: hit.current_revision_id,
  tags: hit.tags,
  updatedAt: hit.updated_at,
  excerpt: hit.snippet,
  highlights: hit.highlights,
  matchedBy: hit.matched_by,
});

export const documentToRow = (document: Listed): NoteRow => ({
  id: document.id,
  title: document.title,
  revisionId: document.current_revision_id,
  tags: document.tags,
  updatedAt: document.updated_at,
  excerpt: document.excerpt,
  highlights: [],
});
