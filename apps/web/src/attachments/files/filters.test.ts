import { expect, test } from 'vitest';
import type { FileRow } from './file-row.js';
import { hasKind, sortFiles } from './filters.js';

const file = (filename: string, mime_type: string, size_bytes: number, created_at: string): FileRow => ({
  resource: { id: filename, uri: '', sha256: '', filename, mime_type, size_bytes, created_at },
  notes: [],
});
const files = [
  file('b10.png', 'image/png', 5, '2026-01-03T00:00:00.000Z'),
  file('b9.png', 'image/png', 5, '2026-01-01T00:00:00.000Z'),
  file('a.pdf', 'application/pdf', 9, '2026-01-02T00:00:00.000Z'),
];
const names = (sorted: readonly FileRow[]) => sorted.map(({ resource }) => resource.filename);

test('sortFiles orders by name with numbers as numbers, by time, size and type, ties by name', () => {
  expect(names(sortFiles(files, 'name'))).toEqual(['a.pdf', 'b9.png', 'b10.png']);
  expect(names(sortFiles(files, 'newest'))).toEqual(['b10.png', 'a.pdf', 'b9.png']);
  expect(names(sortFiles(files, 'largest'))).toEqual(['a.pdf', 'b9.png', 'b10.png']);
  expect(names(sortFiles(files, 'type'))).toEqual(['a.pdf', 'b9.png', 'b10.png']);
});

test.each([
  ['image/png', 'image', true],
  ['image/png', 'other', false],
  ['application/pdf', 'pdf', true],
  ['application/pdfx', 'pdf', false],
  ['application/zip', 'other', true],
  ['text/plain; charset=utf-8', 'text', true],
  ['application/zip', 'all', true],
] as const)('hasKind of %s as %s is %s', (type, kind, expected) => {
  expect(hasKind(type, kind)).toBe(expected);
});
