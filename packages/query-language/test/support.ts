import fc from 'fast-check';
import { type MatchableNote, matchesQuery, parseQuery, type Query } from '../src/index.js';

fc.configureGlobal({ seed: 20_261_120 });

/** Parses a query; fails the test when it is not valid. */
export function query(text: string): Query {
  const result = parseQuery(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.query;
}

/** Text of characters with a meaning in the language, and of characters that fold in unusual ways. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...'()"-*\\: /.,>|_'.split('')) },
      {
        weight: 4,
        arbitrary: fc.constantFrom('OR', 'or', 'a', 'bc', 'tag:', 'title:', 'filename:', 'links-to:', 'is:tagged'),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom('created:2026-11', 'updated:4w', 'notebook:', 'nb_x', 'none', 'mime:image/*'),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom('É', 'ß', 'ẞ', 'İ', 'ı', 'Σ', 'ς', '½', 'ﷺ', '㍿', '℃', '≠', 'ﾞ', 'が', 'ᄒ', 'ᅡ', 'ᆫ'),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom('東京', 'น้ำ', '👩‍💻', '❤️', '\u0301', '\u200d', '\ud800', '\udc00', '\u0000', '\n'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const NOTE: MatchableNote = {
  id: 'doc_one',
  title: '',
  body: '',
  tags: [],
  notebookPath: ['Notes'],
  notebookIds: ['nb_notes'],
  trashed: false,
  readOnly: false,
  imported: false,
  template: false,
  orphan: false,
  createdAt: Date.UTC(2026, 10, 20, 12),
  updatedAt: Date.UTC(2026, 10, 20, 12),
  has: new Set(),
  linksTo: [],
  linkedFrom: [],
  attachments: [],
};

/** Text from a small vocabulary, so that terms match. */
export const NOTE_TEXT = fc
  .array(fc.constantFrom('a', 'b', 'Ab', 'bá', 'c', '東京'), { maxLength: 6 })
  .map((words) => words.join(' '));

export const note = (fields: Partial<MatchableNote>): MatchableNote => ({ ...NOTE, ...fields });

export const NOW = { now: Date.UTC(2026, 10, 20, 18), zone: 'utc' } as const;

export const matches = (text: string, fields: Partial<MatchableNote>) => matchesQuery(query(text), note(fields), NOW);
