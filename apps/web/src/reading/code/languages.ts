import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';

/** The language a fence names, by one of its names or the ending of its files; its parser is loaded when it is asked for. */
export const languageOf = (name: string): LanguageDescription | undefined =>
  LanguageDescription.matchLanguageName(languages, name, false) ??
  languages.find(({ extensions }) => extensions.includes(name.toLowerCase()));
