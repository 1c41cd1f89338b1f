import { ParseContext } from '@codemirror/language';
import { type Parser, parseMixed } from '@lezer/common';
import type { MarkdownConfig } from '@lezer/markdown';
import { LONGEST_CODE, LONGEST_WITH_CODE } from './bounds.js';

let languages: typeof import('../reading/code/languages.js') | undefined;

/** What reads the code of a fence. It stays plain until that is loaded. */
function codeParser(info: string): Parser | null {
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

const withCode = parseMixed(({ name, from, to, node }, input) => {
  const info = name === 'FencedCode' && to - from <= LONGEST_CODE ? node.getChild('CodeInfo') : null;
  const parser = info && codeParser(input.read(info.from, info.to));
  return parser && { parser, overlay: (part) => part.name === 'CodeText', bracketed: true };
});

/** Reads the code in fences by the language they name; of a long note not, as each key looks for all of its fences. */
export const fencedCode: MarkdownConfig = {
  wrap: (parse, input, fragments, ranges) =>
    input.length > LONGEST_WITH_CODE ? parse : withCode(parse, input, fragments, ranges),
};
