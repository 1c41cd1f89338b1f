import { formatCount } from '../text.js';

/** Texts of warnings about a selection, by their code. */
export const selectionWarnings = {
  selectors_not_found: (count: number) =>
    `Not found: ${formatCount(count, 'notebook, tag or note', 'notebooks, tags and notes')} of the selection`,
  query_parts_as_words: (count: number) =>
    `${formatCount(count, 'part')} of the query searched as plain words. notes search shows the warnings`,
};
