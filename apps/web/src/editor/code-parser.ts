import { ParseContext } from '@codemirror/language';
import type { Parser } from '@lezer/common';

let languages: typeof import('../reading/code/languages.js') | undefined;

/** What reads the code of a fence. It stays plain until that is loaded. */
export function codeParser(info: string): Parser | null {
  const name = /^[^\s{]*/.exec(info)?.[0] ?? '';
  if (name === '') return null;
  if (languages === undefined) {
    const loading = import('../reading/code/languages.js').then((loaded) => {
      languages = loaded;
    });
    return ParseContext.getSkippingParser(loading);
  }
  const language = languages.languageOf(name);
  if (language === undefined) return null;
  return language.support?.language.parser ?? ParseContext.getSkippingParser(language.load());
}
