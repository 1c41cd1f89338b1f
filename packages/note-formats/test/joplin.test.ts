import { describe, expect, test } from 'vitest';
import { readItem } from '../src/joplin/item-text.js';

describe('readItem [IMPORT-FORMATS]', () => {
  test.each([
    ['a note', 'T\n\nbody\n\nid: 1\ntype_: 1', { title: 'T', body: 'body' }],
    ['a note without a body', 'T\n\nid: 1\ntype_: 1\n', { title: 'T', body: '' }],
    ['a note without a title', '\n\nbody\n\ntype_: 1', { title: '', body: 'body' }],
    [
      'a body that ends like properties',
      'T\n\na\n\nid: not mine\n\nid: 1\ntype_: 1',
      { title: 'T', body: 'a\n\nid: not mine' },
    ],
    ['what has no title at all', 'id: 1\ntype_: 6', { title: '', body: '' }],
    ['an empty property', 'T\n\nparent_id: \ntype_: 2', { title: 'T', body: '' }],
  ])('parses %s', (_, text, expected) => {
    expect(readItem(text)).toMatchObject(expected);
  });

  test.each(['', 'just text', 'T\n\nbody\nid: 1\ntype_: 1', 'T\n\nid: 1'])('refuses %j', (text) => {
    expect(readItem(text)).toBeUndefined();
  });
});
