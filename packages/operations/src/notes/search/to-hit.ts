import type { FoundNote } from '@notes/storage';
import { documentUri, timestamp } from '../../platform/wire.js';
import type { Hit } from './complete-titles.js';

/** Makes a result of a search from a note. */
export const toHit = (note: FoundNote, snippet: Pick<Hit, 'snippet' | 'highlights'>, score: number): Hit => ({
  document_id: note.id,
  uri: documentUri(note.id),
  title: note.title,
  notebook_id: note.notebookId,
  current_revision_id: note.revisionId,
  tags: [...note.tags],
  updated_at: timestamp(note.updatedAt),
  ...snippet,
  score,
});
