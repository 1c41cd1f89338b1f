import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';

/** Finds the language of a fence by one of its names or file extensions; its parser is loaded on demand. */
export const findLanguage = (name: string): LanguageDescription | undefined =>
  LanguageDescription.matchLanguageName(languages, name, false) ??
  languages.find(({ extensions }) => extensions.includes(name.toLowerCase()));
