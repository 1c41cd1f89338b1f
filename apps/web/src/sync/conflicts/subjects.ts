import type { NotebookNode, Output } from '@notes/contract';
import { useNotebooks, useSavedSearches } from '../../app/library.js';
import { visible } from '../../text/visible.js';
import { shownTitle } from '../../ui/note-link.js';
import { text } from './texts.js';

type Subject = Pick<Output<'listConflicts'>['conflicts'][number], 'subject_id' | 'title'>;

/** Tells what the thing a conflict is about is called. */
export function useSubjects(): (conflict: Subject) => string {
  const notebooks = useNotebooks().value ?? [];
  const searches = useSavedSearches().value ?? [];
  return ({ subject_id: id, title }) => {
    if (title !== null) return shownTitle(title);
    const name =
      notebookName(notebooks, id) ?? searches.find(({ search_notebook_id }) => search_notebook_id === id)?.name;
    return name === undefined ? text.gone : visible(name);
  };
}

const notebookName = (notebooks: readonly NotebookNode[], id: string): string | undefined => {
  for (const { notebook_id, name, children } of notebooks) {
    const found = notebook_id === id ? name : notebookName(children, id);
    if (found !== undefined) return found;
  }
  return undefined;
};
