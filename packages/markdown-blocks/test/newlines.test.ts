import { expect, test } from 'vitest';
import { adoptNewline, detectNewline } from '../src/index.js';

test.each([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb\r\n', '\n'],
  ['\n\r\n', '\n'],
  ['a\rb', '\n'],
  ['a\r\nb\n', '\r\n'],
  ['\r\n', '\r\n'],
])('detectNewline reads the first line of %j', (body, newline) => expect(detectNewline(body)).toBe(newline));

test.each([
  ['a\nb\r\nc\n', 'x\r\n', 'a\r\nb\r\nc\r\n'],
  ['a\nb\r\n', 'x\n', 'a\nb\r\n'],
  ['a\nb', '', 'a\nb'],
])('adoptNewline writes %j in the newline style of %j', (text, body, adopted) =>
  expect(adoptNewline(text, body)).toBe(adopted),
);
