import type { OperationName } from '@notes/contract';
import fc from 'fast-check';
import type { FieldSchema } from '../support/world.js';

const oneLine = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed());
const word = oneLine.map((text) => text.replaceAll('/', '').trim() || 'x');

const markdown = fc
  .array(
    fc.oneof(
      oneLine,
      fc.constantFrom(
        '# Heading',
        'text ^m',
        '![[Note#^m]] <https://example.test> [x](Note.md)',
        '```note-query\nquery: alpha\n```',
        '{{title}}',
        '- [ ] task',
        '[[Note]]',
        '```\ncode\n```',
        '\r\n',
        '| a | b |\n|--|--|',
        '> quote',
        '^marker',
        '---\ntags: [a]\n---',
      ),
    ),
    { maxLength: 12 },
  )
  .map((lines) => lines.join('\n'));

const queries = fc.constantFrom(
  '',
  'alpha',
  '"second line"',
  'alpha OR beta',
  '-alpha',
  'tag:none',
  'title:x*',
  'is:trashed',
  'updated:4w',
  '(alpha -beta)',
  'notebook:Notes',
  '日本',
);

const queryBlocks = fc
  .array(
    fc.oneof(
      queries.map((query) => `query: ${query}`),
      fc.constantFrom('fields: tags', 'sort: -title', 'limit: 3', '```'),
    ),
  )
  .map((lines) => lines.join('\n'));

/** Fields with narrower bounds under one operation than under others. */
const byOperation: { readonly [Name in OperationName]?: Readonly<Record<string, fc.Arbitrary<unknown>>> } = {
  planSelection: { target: fc.constant('subset_transfer') },
  runBatch: { tags: fc.array(word, { minLength: 1, maxLength: 5 }) },
  suggestLinks: { q: word.map((text) => `al${text}`) },
};

/** Generates values for fields without ids: by name for known kinds of text, otherwise by schema. */
export function createArbitrary(
  operation: OperationName,
  field: string,
  schema: FieldSchema,
): fc.Arbitrary<unknown> | undefined {
  const byName: Record<string, fc.Arbitrary<unknown>> = {
    title: oneLine,
    body: markdown,
    text: markdown,
    query: queries,
    q: queries,
    block: queryBlocks,
    pattern: fc.oneof(word, fc.constantFrom('a+', '(x|y)*', '\\d', '^#')),
    tag: word,
    tags: fc.array(word, { maxLength: 5 }),
    filename: oneLine,
    mime_type: fc.oneof(oneLine, fc.constantFrom('image/png', 'text/plain; charset=utf-8', 'text/html', '')),
    relation_type: fc.constantFrom('attachment', 'cover'),
    icon_emoji: fc.constantFrom('📒', null),
    ...byOperation[operation],
  };
  if (byName[field] !== undefined) return byName[field];
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 500, 500) });
  return undefined;
}

/** Hostile values: wrong types, bounds, and texts with a special meaning elsewhere. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e21,
    2 ** 53,
    -(2 ** 53),
    5e-324,
    {},
    [],
    [[]],
    { a: 1 },
    ['a'],
    '',
    ' ',
    '0',
    'null',
    'true',
    '1e309',
    '-',
  ),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    '\u202eabc',
    '../../etc/passwd',
    '%00',
    '%2e%2e%2f',
    '*',
    '"*"',
    "' OR 1=1 --",
    'a NEAR/2 b',
    'NOT '.repeat(300),
    '('.repeat(100),
    'title:',
    'x:y:z',
    '\\',
    '"',
    '{{title}}',
    `\${1+1}`,
    '$&$1$`',
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    '\r\nX-Injected: 1',
    '(a+)+$',
    '[',
    '(?=x)',
    'x'.repeat(65_536),
    '😀'.repeat(20_000),
    'doc_01m7y3hzcgjgqefwtyxkspaxe6',
    'nb_notes',
    'nb_help',
    'nb_reports',
    'snb_all',
    'rev_01m7y3hzcgjgqefwtyxkspaxe6',
    'eyJwayI6MX0',
  ),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.jsonValue({ maxDepth: 3 }),
);
