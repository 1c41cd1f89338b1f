import { splitsPair } from './units.js';

/** Setting `key: value` on one line of a fenced block. */
export interface SettingLine {
  /** Line number from 1, blank lines counted. */
  line: number;
  /** Key in lower case; '' when the line has no key. */
  key: string;
  value: string;
  /** Whole line, trimmed. */
  text: string;
}

const SETTING = /^([A-Za-z_]+)[ \t]*:(.*)$/;
const MAX_QUOTED_UNITS = 60;

/** Returns the non-blank lines of `block`. */
export function settingLines(block: string): SettingLine[] {
  return block.split(/\r\n|\r|\n/).flatMap((source, i) => {
    const text = source.trim();
    if (text === '') return [];
    const [, key = '', value = ''] = SETTING.exec(text) ?? [];
    return [{ line: i + 1, key: key.toLowerCase(), value: value.trim(), text }];
  });
}

/** Quotes a user's text for a message and truncates a long one. */
export function quoteText(text: string): string {
  if (text.length <= MAX_QUOTED_UNITS) return `"${text}"`;
  return `"${text.slice(0, splitsPair(text, MAX_QUOTED_UNITS) ? MAX_QUOTED_UNITS - 1 : MAX_QUOTED_UNITS)}…"`;
}
