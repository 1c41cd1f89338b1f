import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTE_QUERY_FIELDS, NOTE_QUERY_SORTS, parseNoteQuery } from '../src/note-query.js';
import { SEED, text } from './text.js';

const NEWEST_FIRST = { sort: 'updated_at', descending: true, order: 'updated_at' };
const DEFAULTS = { ok: true, query: '', fields: ['title'], ...NEWEST_FIRST, limit: 20 };
const getError = (block: string): string | null => {
  const result = parseNoteQuery(block);
  return result.ok ? null : result.error;
};

describe('parseNoteQuery', () => {
  test('accepts a block with only a query, which may be empty', () => {
    expect(parseNoteQuery('query:')).toEqual(DEFAULTS);
    expect(parseNoteQuery('\r\n QUERY :  tag:a OR "b: c" \r\n\r\n')).toEqual({ ...DEFAULTS, query: 'tag:a OR "b: c"' });
  });

  test.each(['```note-query\n%\n```', '\n~~~~ note-query\n%\n~~~~\n', '```\n%\n```', '```note-query\n%'])(
    'accepts a block with its fence: %j',
    (fence) => expect(parseNoteQuery(fence.replace('%', 'query: a'))).toEqual({ ...DEFAULTS, query: 'a' }),
  );

  test('returns the title first and each field once', () => {
    expect(parseNoteQuery('query:\nfields: Tags, title,,tags , snippet,')).toMatchObject({
      fields: ['title', 'tags', 'snippet'],
    });
    expect(parseNoteQuery(`query:\nfields: ${NOTE_QUERY_FIELDS.join()}`)).toMatchObject({ fields: NOTE_QUERY_FIELDS });
    expect(parseNoteQuery('query:\nfields:')).toEqual(DEFAULTS);
  });

  test.each([
    ['updated_at', 'updated_at', true],
    ['-updated_at', 'updated_at', true],
    ['created_at', 'created_at', false],
    ['-created_at', 'created_at', true],
    ['Title', 'title', false],
    ['-title', 'title', true],
    ['relevance', 'relevance', true],
    ['-relevance', 'relevance', true],
  ])('reads sort: %s as %s, descending %s', (written, sort, descending) => {
    expect(parseNoteQuery(`query:\nsort: ${written}`)).toEqual({
      ...DEFAULTS,
      sort,
      descending,
      order: written.toLowerCase(),
    });
  });

  test.each([
    ['updated', 'updated_at'],
    ['-Created', '-created_at'],
  ])('reads sort: %s as a former name of %s', (written, order) => {
    expect(parseNoteQuery(`query:\nsort: ${written}`)).toEqual(parseNoteQuery(`query:\nsort: ${order}`));
  });

  test.each([
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['9'.repeat(400), 100],
  ])('reads limit: %s as %s', (written, limit) =>
    expect(parseNoteQuery(`limit: ${written}\nquery:`)).toEqual({ ...DEFAULTS, limit }),
  );

  test.each([
    ['', 'The line "query:" is missing.'],
    ['```note-query\n```', 'The line "query:" is missing.'],
    ['limit: 3', 'The line "query:" is missing.'],
    ['query: a\n\nQuery: b', 'Line 3: "query:" appears twice. Remove one of them.'],
    [
      '```note-query\nquery: a\nsize: 3\n```',
      'Line 3: "size: 3" is not a valid line. The valid lines are query:, fields:, sort:, limit:.',
    ],
    ['query: a\ntag:b', 'Line 2: "tag:b" is not a valid line. The valid lines are query:, fields:, sort:, limit:.'],
    ['query a', 'Line 1: "query a" is not a valid line. The valid lines are query:, fields:, sort:, limit:.'],
    [
      'constructor: a',
      'Line 1: "constructor: a" is not a valid line. The valid lines are query:, fields:, sort:, limit:.',
    ],
    ['query:\nfields: title, body', `Line 2: "body" is not a field. The fields are ${NOTE_QUERY_FIELDS.join(', ')}.`],
    ['query:\nsort: size', `Line 2: "size" is not a sort order. The orders are ${NOTE_QUERY_SORTS.join(', ')}.`],
    ['query:\nsort:', `Line 2: "" is not a sort order. The orders are ${NOTE_QUERY_SORTS.join(', ')}.`],
    ['query:\nsort: --title', `Line 2: "--title" is not a sort order. The orders are ${NOTE_QUERY_SORTS.join(', ')}.`],
    ...['', '0', '-1', '1.5', '0x10', '1e1', 'ten'].map((limit) => [
      `query:\nlimit: ${limit}`,
      `Line 2: "${limit}" is not a limit. Use a number from 1 to 100.`,
    ]),
  ])('refuses %j: %s', (block, error) => expect(getError(block!)).toBe(error));

  test('quotes at most 60 units of a long line in an error', () => {
    expect(getError('😀'.repeat(1_000))).toContain(`"${'😀'.repeat(30)}…"`);
    expect(getError(`x${'😀'.repeat(1_000)}`)).toContain(`"x${'😀'.repeat(29)}…"`);
  });

  test('returns a query within its limits, or a message on one line, for any block', () => {
    const lines = fc.array(
      fc.oneof(text(8), fc.constantFrom('query:', 'fields:', 'sort:', 'limit:', '\n', 'title', '7')),
    );
    fc.assert(
      fc.property(lines, (parts) => {
        const result = parseNoteQuery(parts.join(''));
        if (result.ok) {
          expect(result.fields[0]).toBe('title');
          expect(result.limit >= 1 && result.limit <= 100).toBe(true);
        } else expect(result.error).toMatch(/^(?:Line \d+: |The line )[^\n\r]*\.$/);
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });
});
