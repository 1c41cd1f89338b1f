import { call } from '../api/client.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { useNotebookPaths } from '../organise/notebook-options.js';
import { Icon } from '../ui/icon.js';
import { text } from './texts.js';

interface NotePlaceProps {
  readonly documentId: string;
  /** Opens the choice of another notebook; undefined when the note cannot be moved. */
  readonly onMove: (() => void) | undefined;
}

/** Path of the notebook that contains a note: a link to it, and a button that moves the note. */
export function NotePlace({ documentId, onMove }: NotePlaceProps) {
  const notebookId = useNoteNotebook(documentId);
  const path = useNotebookPaths().get(notebookId ?? '');
  if (notebookId === undefined || path === undefined) return <p class="note-place" />;
  return (
    <p class="note-place">
      <a href={href(['nb', notebookId])} dir="auto">
        {path}
      </a>
      {onMove !== undefined && (
        <button type="button" aria-label={text.moveFrom(path)} title={text.moveNote} onClick={onMove}>
          <Icon name="chevronDown" />
        </button>
      )}
    </p>
  );
}

/** Returns the id of the notebook that contains a note, also after it was moved elsewhere. */
export function useNoteNotebook(documentId: string): string | undefined {
  const place = useData(`place ${documentId}`, async (signal) => {
    const { results } = await call('searchDocuments', { query: `id:${documentId}`, limit: 1 }, signal);
    return results[0]?.notebook_id;
  });
  return place.value;
}
