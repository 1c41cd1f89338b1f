import { FINDINGS_EXIT } from '../failures.js';
import { formatCount } from '../text.js';

/** Texts of warnings about a selection, by their code. */
export const selectionWarnings = {
  selectors_not_found: (count: number) =>
    `Not found: ${formatCount(count, 'notebook, tag or note', 'notebooks, tags and notes')} of the selection`,
  query_parts_as_words: (count: number) =>
    `${formatCount(count, 'part')} of the query searched as plain words. notes search shows the warnings`,
};

/** Returns the exit code of a report: that of findings when a notebook, tag or note of the selection does not exist. */
export const getSelectionExit = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }): number =>
  warnings.some(({ code }) => code === 'selectors_not_found') ? FINDINGS_EXIT : 0;
