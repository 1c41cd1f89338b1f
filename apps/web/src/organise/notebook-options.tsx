import { useNotebooks } from '../app/library.js';
import { type NotebookChoice, notebookChoices } from './notebooks.js';

/** Every notebook, each before those below it; without the one named and those below it. */
export const useNotebookChoices = (without?: string): readonly NotebookChoice[] =>
  notebookChoices(useNotebooks().value ?? [], without);

export const writable = ({ readOnly }: NotebookChoice): boolean => !readOnly;

/** What each notebook is called with those it is within, by its id. */
export const useNotebookPaths = (): ReadonlyMap<string, string> =>
  new Map(useNotebookChoices().map(({ id, path }) => [id, path]));

interface NotebookOptionsProps {
  readonly choices: readonly NotebookChoice[];
  /** What it says where none is chosen, if that can be. */
  readonly none?: string;
}

/** What a `<select>` of a notebook offers. */
export const NotebookOptions = ({ choices, none }: NotebookOptionsProps) => (
  <>
    {none !== undefined && <option value="">{none}</option>}
    {choices.map(({ id, path }) => (
      <option key={id} value={id}>
        {path}
      </option>
    ))}
  </>
);
