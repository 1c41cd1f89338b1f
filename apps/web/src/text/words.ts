import { catalogue } from './catalogue.js';

/** Converts a code to words: `broken_document_link` is “Broken document link”. */
export const { words } = catalogue({
  words: (code: string) => {
    const spaced = code.replaceAll('_', ' ');
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
  },
});
