import { expect, test } from 'vitest';
import { appendPage } from './page.js';

const page = (ids: string, nextCursor: string | null) => ({
  rows: [...ids].map((id) => ({ id })),
  nextCursor,
  truncated: false,
});

test('appendPage lists a row once when it is on two pages', () => {
  const both = appendPage(page('abc', '1'), page('cd', null));
  expect(both.rows.map(({ id }) => id).join('')).toBe('abcd');
  expect(both.nextCursor).toBeNull();
});
