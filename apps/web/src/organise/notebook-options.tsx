import { useNotebooks } from '../kernel/library.js';
import { type NotebookChoice, notebookChoices } from './notebooks.js';

/** Returns all notebooks, parents before children, without the given one and its descendants. */
export const useNotebookChoices = (excludedId?: string): readonly NotebookChoice[] =>
  notebookChoices(useNotebooks().value ?? [], excludedId);

export const writable = ({ readOnly }: NotebookChoice): boolean => !readOnly;

/** Returns the path of each notebook by id. */
export const useNotebookPaths = (): ReadonlyMap<string, string> =>
  new Map(useNotebookChoices().map(({ id, path }) => [id, path]));

interface NotebookOptionsProps {
  readonly choices: readonly NotebookChoice[];
  /** Label of the empty option, if there is one. */
  readonly none?: string;
}

/** Options of a `<select>` of notebooks. */
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
