import { ParseContext } from '@codemirror/language';
import { type Parser, parseMixed } from '@lezer/common';
import type { MarkdownConfig } from '@lezer/markdown';
import { MAX_CODE_LENGTH, MAX_HIGHLIGHTED_LENGTH } from './bounds.js';

let languages: typeof import('../reading/code/languages.js') | undefined;

/** Returns the parser for a fence; null until the languages are loaded. */
function codeParser(info: string): Parser | null {
  const name = /^[^\s{]*/.exec(info)?.[0] ?? '';
  if (name === '') return null;
  if (languages === undefined) {
    const loading = import('../reading/code/languages.js').then((loaded) => {
      languages = loaded;
    });
    return ParseContext.getSkippingParser(loading);
  }
  const language = languages.findLanguage(name);
  if (language === undefined) return null;
  return language.support?.language.parser ?? ParseContext.getSkippingParser(language.load());
}

const withCode = parseMixed(({ name, from, to, node }, input) => {
  const info = name === 'FencedCode' && to - from <= MAX_CODE_LENGTH ? node.getChild('CodeInfo') : null;
  const parser = info && codeParser(input.read(info.from, info.to));
  return parser && { parser, overlay: (part) => part.name === 'CodeText', bracketed: true };
});

/** Highlights fenced code by its language, except in long notes: each key press looks for all fences. */
export const fencedCode: MarkdownConfig = {
  wrap: (parse, input, fragments, ranges) =>
    input.length > MAX_HIGHLIGHTED_LENGTH ? parse : withCode(parse, input, fragments, ranges),
};
