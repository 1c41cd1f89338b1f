import { describe, expect, it } from 'vitest';
import { ATTACHED, getCharacterClass, SEPARATOR, WORD } from '../src/characters.js';
import { FIELD_NAMES, LIMITS, nameKey, tokenize } from '../src/index.js';
import characters from '../vectors/characters.json' with { type: 'json' };
import dates from '../vectors/dates.json' with { type: 'json' };
import errors from '../vectors/errors.json' with { type: 'json' };
import matches from '../vectors/matches.json' with { type: 'json' };
import names from '../vectors/names.json' with { type: 'json' };
import queries from '../vectors/queries.json' with { type: 'json' };
import tokens from '../vectors/tokens.json' with { type: 'json' };
import warnings from '../vectors/warnings.json' with { type: 'json' };
import { describeDate, describeText, describeWarnings, findNotes, readSpelling } from './cases.js';

const title = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

describe('[S-SPEC-VECTORS] the vectors of the query language', () => {
  it.each(tokens)('tokens.json: $text', ({ text, tokens }) => {
    expect(tokenize(text).map(({ term, start, end }) => [term, start, end])).toEqual(tokens);
  });

  it.each(names)('names.json: $name', ({ name, key }) => {
    expect(nameKey(name)).toBe(key);
  });

  it.each(queries.map((entry) => [title(readSpelling(entry)), entry] as const))('queries.json: %s', (_, entry) => {
    expect({ ...entry, ...describeText(readSpelling(entry)) }).toEqual(entry);
    const isShort = entry.canonical.length < LIMITS.bytes / 3;
    if (isShort) expect({ ...entry, ...describeText(entry.canonical) }).toEqual(entry);
  });

  it.each(errors.map((entry) => [title(readSpelling(entry)), entry] as const))('errors.json: %s', (_, entry) => {
    expect({ ...entry, ...describeText(readSpelling(entry)) }).toEqual(entry);
  });

  it.each(dates)('dates.json: $value', ({ value, now, ...expected }) => {
    expect(describeDate(value, now)).toEqual(expected);
  });

  it.each(matches.cases)('matches.json: $query', ({ query, finds }) => {
    expect(findNotes(query, matches.notes, matches.now)).toEqual(finds);
  });

  it.each(warnings.map((entry) => [title(readSpelling(entry)), entry] as const))(
    'warnings.json: %s',
    (_, { warnings: expected, ...entry }) => {
      expect(describeWarnings(readSpelling(entry))).toEqual(expected);
    },
  );

  it('contain every error code, and a valid and an invalid value of each field', () => {
    const codes = ['too_long', 'too_many_tokens', 'too_deep', 'unclosed_quote', 'unclosed_group', 'unexpected'];
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set([...codes, 'bad_value', 'nothing_to_search']));
    const read = (name: string) => queries.some((entry) => readSpelling(entry).toLowerCase().includes(`${name}:`));
    const isRefused = (name: string) => errors.some(({ message }) => message.includes(`value for ${name} at`));
    expect(FIELD_NAMES.filter((name) => !read(name) || !isRefused(name))).toEqual([]);
  });
});

const CLASS_NAMES = new Map([
  [SEPARATOR, 'separator'],
  [WORD, 'word'],
  [ATTACHED, 'attached'],
]);

describe('[S-SPEC-VECTORS] characters.json', () => {
  const classes = new Map<number, string>();
  for (const name of ['attached', 'single', 'word'] as const) {
    const ranges = characters[name];
    for (let i = 0; i < ranges.length; i += 2)
      for (let code = ranges[i]!; code <= ranges[i + 1]!; code++) classes.set(code, name);
  }

  it('gives every code point the class that the tokenizer uses', (context) => {
    if (process.versions.unicode !== characters.unicode)
      context.skip(`this Node has Unicode ${process.versions.unicode}, the table ${characters.unicode}`);
    const wrong: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const expected = classes.get(code) ?? 'separator';
      const actual = CLASS_NAMES.get(getCharacterClass(code)) ?? 'single';
      if (actual !== expected) wrong.push(`${code.toString(16)}: ${actual}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});
