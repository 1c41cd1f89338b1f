import { splitsPair } from './units.js';

/** One line `key: value` of a fenced block that says how something is made. */
export interface SettingLine {
  /** 1-based, blank lines counted. */
  line: number;
  /** In lower case; '' when the line has no key. */
  key: string;
  value: string;
  /** The whole line, trimmed. */
  text: string;
}

const SETTING = /^([A-Za-z_]+)[ \t]*:(.*)$/;
const QUOTED_UNITS = 60;

/** The lines of `block` that are not blank. */
export function settingLines(block: string): SettingLine[] {
  return block.split(/\r\n|\r|\n/).flatMap((source, i) => {
    const text = source.trim();
    if (text === '') return [];
    const [, key = '', value = ''] = SETTING.exec(text) ?? [];
    return [{ line: i + 1, key: key.toLowerCase(), value: value.trim(), text }];
  });
}

/** A user's text for a message: in quotes, cut where it is long. */
export function quoted(text: string): string {
  if (text.length <= QUOTED_UNITS) return `"${text}"`;
  return `"${text.slice(0, splitsPair(text, QUOTED_UNITS) ? QUOTED_UNITS - 1 : QUOTED_UNITS)}…"`;
}
