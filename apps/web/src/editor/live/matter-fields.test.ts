import { describe, expect, it } from 'vitest';
import { addField, type FieldValue, formatValue, isFieldName, parseFields, parseItems } from './matter-fields.js';

const SOURCE =
  "---\ntitle: Tea: a note\ntags: [green, \"black\"]\ndraft: false\nempty:\naliases:\n  - Cha\n  - Thé\nat: 2026-11-23\nid: 'it''s'\n---";

/** Returns the front matter with one field set. */
function setField(key: string, value: FieldValue): string {
  const field = parseFields(source())?.find((one) => one.key === key);
  if (field === undefined) throw new Error(`no field ${key}`);
  return source().slice(0, field.from) + formatValue(value) + source().slice(field.to);
}
const source = () => SOURCE.replace('Tea: a note', 'Tea');

describe('front matter', () => {
  it('of texts, flags and lists is parsed into fields', () =>
    expect(parseFields(source())?.map(({ key, value }) => [key, value])).toEqual([
      ['title', { type: 'text', text: 'Tea', quote: '' }],
      ['tags', { type: 'list', items: ['green', 'black'], isBlock: false }],
      ['draft', { type: 'flag', isSet: false }],
      ['empty', { type: 'text', text: '', quote: '' }],
      ['aliases', { type: 'list', items: ['Cha', 'Thé'], isBlock: true }],
      ['at', { type: 'text', text: '2026-11-23', quote: '' }],
      ['id', { type: 'text', text: "it's", quote: "'" }],
    ]));

  it.each([
    SOURCE,
    '---\na: 1\na: 2\n---',
    '---\na:\n  b: c\n---',
    '---\na: |\n  text\n---',
    '---\na: &x b\n---',
    '---\na: # a comment\n  - b\n---',
    '---\na:\n  - b\n  # a comment\n  - c\n---',
    '---\na: [[b], c]\n---',
    '---\na: "x\\n"\n---',
    '---\n- a\n---',
  ])('with more than that is not: %j', (written) => expect(parseFields(written)).toBeUndefined());

  it.each<[string, FieldValue, string, string]>([
    ['title', { type: 'text', text: 'Coffee', quote: '' }, 'title: Tea', 'title: Coffee'],
    ['title', { type: 'text', text: 'a: b', quote: '' }, 'title: Tea', 'title: "a: b"'],
    ['title', { type: 'text', text: 'a, [b]', quote: '' }, 'title: Tea', 'title: a, [b]'],
    ['title', { type: 'text', text: 'a: "b" \\', quote: '"' }, 'title: Tea', 'title: \'a: "b" \\\''],
    ['tags', { type: 'list', items: ['a', 'b[c'], isBlock: false }, '[green, "black"]', '[a, "b[c"]'],
    ['title', { type: 'text', text: 'yes', quote: '' }, 'title: Tea', 'title: "yes"'],
    ['draft', { type: 'flag', isSet: true }, 'draft: false', 'draft: true'],
    ['tags', { type: 'list', items: ['a', 'b: c'], isBlock: false }, '[green, "black"]', '[a, "b: c"]'],
    ['aliases', { type: 'list', items: ['x'], isBlock: true }, 'aliases:\n  - Cha\n  - Thé', 'aliases:\n  - x'],
    ['aliases', { type: 'list', items: [], isBlock: true }, 'aliases:\n  - Cha\n  - Thé', 'aliases: []'],
    ['id', { type: 'text', text: "that's", quote: "'" }, "'it''s'", "'that''s'"],
  ])('changes only in the value that is set: %s', (key, value, before, after) =>
    expect(setField(key, value)).toBe(source().replace(before, after)),
  );

  it('lists items as they are typed', () => expect(parseItems(' a, b,, c d ')).toEqual(['a', 'b', 'c d']));

  it('keeps comments between fields and behind values [WEB-LIVE-MATTER-EDIT]', () => {
    const written = '---\n# first\na: b # one\nc: "x # y" # two\nd: [e, f] # three\ng: # four\n  # last\nh: i#j\n---';
    const fields = parseFields(written) ?? [];
    expect(fields.map(({ key, from, to }) => [key, written.slice(from, to)])).toEqual([
      ['a', 'b'],
      ['c', '"x # y"'],
      ['d', '[e, f]'],
      ['g', ''],
      ['h', 'i#j'],
    ]);
    expect(written[(fields[3]?.from ?? 0) - 1]).toBe(':');
  });

  it.each([
    ['at', '2026-11-23', 'at: 2026-11-23\n'],
    ['note', 'a: b', 'note: "a: b"\n'],
    ['done', 'true', 'done: true\n'],
    ['tags', 'x, y', 'tags: [x, y]\n'],
    ['parts', '[x, y]', 'parts: [x, y]\n'],
    ['empty', '', 'empty:\n'],
  ])('gets a new field before its end: %s [WEB-LIVE-MATTER-EDIT]', (key, typed, line) => {
    const written = '---\n# first\na: b\n---';
    const { from, insert } = addField(written, key, typed);
    const next = written.slice(0, from) + insert + written.slice(from);
    expect(next).toBe(`---\n# first\na: b\n${line}---`);
    expect(parseFields(next)?.at(-1)?.key).toBe(key);
  });

  it('has the lines of each field, which are removed with it [WEB-LIVE-MATTER-EDIT]', () => {
    const written = '---\na: b # one\nc:\n  - d\n  - e\n# kept\nf: g\n---';
    const lines = parseFields(written)?.map(({ lines: { from, to } }) => written.slice(from, to));
    expect(lines).toEqual(['a: b # one\n', 'c:\n  - d\n  - e\n', 'f: g\n']);
  });

  it('takes names that are keys of YAML without quotes [WEB-LIVE-MATTER-EDIT]', () =>
    expect(['due', 'Ort 2', '- x', 'a: b', '', '#x'].map(isFieldName)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]));
});
