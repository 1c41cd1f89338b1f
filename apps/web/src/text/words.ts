import { catalogue } from './catalogue.js';

/** A code of the wire as words: `broken_document_link` is “Broken document link”. */
export const { words } = catalogue({
  words: (code: string) => {
    const spaced = code.replaceAll('_', ' ');
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
  },
});
