import { readFrontMatter, readYaml } from '@notes/note-formats/front-matter';
import type { DocumentWithBody } from '@notes/storage';
import { describe, expect, it } from 'vitest';
import { isDocument } from 'yaml';
import { addFrontMatter, type NoteFile } from '../../src/exchange/export/front-matter.js';
import { NOTE_RULES } from '../../src/exchange/import/note-rules.js';

const CREATED = Date.UTC(2020, 0, 2, 3, 4, 5);
const UPDATED = Date.UTC(2026, 5, 7, 8, 9, 10);
const TIMES = 'created: 2020-01-02T03:04:05.000Z\nupdated: 2026-06-07T08:09:10.000Z\n';

/** Completes the front matter of an imported note with the title of its file, and returns the front matter. */
function complete(yaml: string, note: Partial<DocumentWithBody> = {}, more: Partial<NoteFile> = {}): string {
  const body = `---\n${yaml}---\ntext\n`;
  const stored = {
    id: 'doc_1',
    title: 'Trip',
    tags: [],
    createdAt: CREATED,
    updatedAt: UPDATED,
    body,
    ...note,
  } as unknown;
  const file = { note: stored as DocumentWithBody, body, stem: 'Trip', isImported: true, aliases: [], ...more };
  const text = addFrontMatter(file);
  expect(text).toMatch(/^---\n.*---\ntext\n$/s);
  return text.slice(4, -'---\ntext\n'.length);
}

describe('addFrontMatter of an imported file [EXP-MATTER]', () => {
  it('changes no other key, and neither comments, quotes nor order', () => {
    const yaml = `# note to self\nx: [1, 2]  # list\ntitle:   'Trip' # short\nnested:\n    - {a: 1,   b: "two"}\n`;
    expect(complete(yaml)).toBe(yaml + TIMES);
    expect(complete(yaml, { title: 'Journey' })).toBe(yaml.replace("'Trip'", 'Journey') + TIMES);
  });

  it.each([
    ['a list in brackets', 'tags: [b, a]\n', 'tags: [b, c]\n'],
    ['a list of lines', 'tags:\n- b\n- a\nz: 1\n', 'tags:\n- b\n- c\nz: 1\n'],
    ['an indented list of lines', 'Tags:\n    - "b"\n    - a\n', 'Tags:\n    - b\n    - c\n'],
    ['a single text', 'tag: b\n', 'tag: [b, c]\n'],
    ['several texts', 'tags: "#b, a"\n', 'tags: ["#b", c]\n'],
    ['two keys', 'tags: [a]\ntag: b\n', 'tags: [c]\ntag: [b]\n'],
    ['an empty key', 'tags:\nz: 1\n', 'tags: [b, c]\nz: 1\n'],
    ['no key', 'z: 1\n', 'z: 1\ntags:\n  - b\n  - c\n'],
    ['texts that are no tags', 'tags: [a//x, b, "  "]\n', 'tags: [a//x, b, c]\n'],
    ['a mapping', 'tags: {a: 1}\nz: 1\n', 'tags: {a: 1}\nz: 1\ntag:\n  - b\n  - c\n'],
    ['a mapping of lines, beside a text', 'tags:\n  a: 1\ntag: b\n', 'tags:\n  a: 1\ntag: [b, c]\n'],
    ['a list with mappings', 'tags: [b, {a: 1}, [x]]\n', 'tags: [b, {a: 1}, [x], c]\n'],
    ['a list of lines with a mapping', 'tags:\n  - d\n  - a: 1\nz: 1\n', 'tags:\n  - a: 1\n  - b\n  - c\nz: 1\n'],
    ['a list that another key refers to', 'tags: &t [b, a]\nkeywords: *t\n', 'tags: &t [b, c]\nkeywords: *t\n'],
  ])('sets tags that stand as %s', (_, yaml, expected) => {
    expect(complete(yaml, { tags: ['b', 'c'] })).toBe(expected + TIMES);
  });

  it.each(['tags: {a: 1}\ntag: {b: 1}\n', 'tags:\n  - a: 1\n    b: 2\n'])(
    'writes the tags before a front matter in which they have no place: %j',
    (yaml) => {
      expect(complete(yaml, { tags: ['b'] })).toBe(`id: doc_1\ntitle: Trip\ntags:\n  - b\n${TIMES}---\n---\n${yaml}`);
    },
  );

  it('keeps a mapping under the key of aliases', () => {
    const aliases = ['Journey'];
    expect(complete('aliases: {a: 1}\n', {}, { aliases })).toBe(`aliases: {a: 1}\nalias:\n  - Journey\n${TIMES}`);
    const both = 'aliases: {a: 1}\nalias: {b: 1}\n';
    expect(complete(both, {}, { aliases })).toBe(both + TIMES);
  });

  it('keeps tags that YAML takes for numbers as they are written', () => {
    expect(complete('tags: [1.10, 007]\n', { tags: ['1.10', '007', 'c'] })).toBe(`tags: ["1.10", "007", c]\n${TIMES}`);
  });

  it.each([
    ['a name that another key refers to', 'title: &t Foo\nshort: *t\n', 'title: &t "a: b"\nshort: *t\n'],
    ['a reference', 'short: &t Foo\ntitle: *t\n', 'short: &t Foo\ntitle: "a: b"\n'],
    ['several lines', 'title: >-\n  Foo\n  bar\nz: 1\n', 'title: "a: b"\nz: 1\n'],
    ['a list', 'title: [Foo]\n', 'title: "a: b"\n'],
    ['a second value', 'title: One\ntitle: Two\n', 'title: One\ntitle: "a: b"\n'],
  ])('sets a title that stands as %s', (_, yaml, expected) => {
    expect(complete(yaml, { title: 'a: b' })).toBe(expected + TIMES);
  });

  it.each(['created: Monday, March 4th 2019\n', 'created: <% tp.date.now() %>\n', 'created: [2019, 3]\n'])(
    'never replaces a time that it cannot read: %j',
    (yaml) => {
      expect(complete(yaml)).toBe(`${yaml}updated: 2026-06-07T08:09:10.000Z\n`);
    },
  );

  it('leaves the variables of a template as they are', () => {
    const yaml = 'title: {{title}}\ndate: {{date}}\n';
    expect(complete(yaml)).toBe(yaml + TIMES);
  });

  it('replaces times in place, also of a file with the line ends of Windows', () => {
    const yaml = 'created: 2019-01-01 # start\r\nupdated: "2019-01-02"\r\n';
    const expected = 'created: 2020-01-02T03:04:05.000Z # start\r\nupdated: 2026-06-07T08:09:10.000Z\r\n';
    expect(complete(yaml)).toBe(expected);
  });

  it('adds an alias to those of the author', () => {
    const note = { title: 'A / B' };
    const more = { aliases: ['A / B'] };
    expect(complete('aliases: [x, y]\n', note, more)).toBe(`aliases: [x, y, A / B]\ntitle: A / B\n${TIMES}`);
    expect(complete('alias: x\n', note, more)).toBe(`alias: [x, A / B]\ntitle: A / B\n${TIMES}`);
  });

  it.each(['title:\n  en: Trip\n', 'title: {en: Trip}\n', 'title: {{ page.title }}\n'])(
    'writes front matter of its own before one in which a key cannot be set: %j',
    (yaml) => {
      expect(complete(yaml, { title: 'New' })).toBe(`id: doc_1\ntitle: New\n${TIMES}---\n---\n${yaml}`);
    },
  );

  it('states the same fields for any form of a mapping', () => {
    const keys = ['title', 'tags', 'created', 'updated', 'aliases', 'x'];
    const values = [
      '',
      ' a',
      ' "a, b"',
      ' [a, [b], {c: d}]',
      '\n- a\n- b',
      ' |\n  a\n  b',
      ' {a: b}',
      ' &n a',
      ' *n',
      ' # c',
    ];
    const note = { title: '- #: [x], {y}', tags: ['a', 'no', '2024', "it's"] };
    let random = 1;
    const pick = <Item>(items: readonly Item[]) => {
      random = (random * 48_271) % 2_147_483_647;
      return items[random % items.length] as Item;
    };
    let read = 0;
    for (let sample = 0; sample < 3_000; sample += 1) {
      const lines = Array.from({ length: 1 + (sample % 5) }, () => `${pick(keys)}:${pick(values)}`);
      const yaml =
        sample % 7 === 0
          ? `{${lines.map((line) => line.replaceAll('\n', ' ')).join(', ')}}\n`
          : `${lines.join('\n')}\n`;
      if (!isDocument(readYaml(yaml))) continue;
      const completed = complete(yaml, note);
      const said = readFrontMatter(`---\n${completed}---\n`, { rules: NOTE_RULES });
      expect(said, yaml).toMatchObject({ title: note.title, tags: expect.arrayContaining(note.tags) });
      expect(said.tags, yaml).toHaveLength(note.tags.length);
      if (said.unreadable?.includes('created') !== true) expect(said.created, yaml).toBe(CREATED);
      if (said.unreadable?.includes('updated') !== true) expect(said.updated, yaml).toBe(UPDATED);
      read += 1;
    }
    expect(read).toBeGreaterThan(1_000);
  });
});
