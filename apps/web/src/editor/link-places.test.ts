import { expect, test } from 'vitest';
import { offsetsOfBytes } from './link-places.js';

test('offsetsOfBytes converts byte offsets after any line breaks and characters', () => {
  const body = '\uFEFFé\r\n👩‍🚀 [[a]]\r\rb';
  const byte = (text: string) => new TextEncoder().encode(body.slice(0, body.indexOf(text))).length;
  const places = offsetsOfBytes(body, [byte('b'), byte('[['), byte('[['), 0]);
  const inEditor = body.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  expect([...places]).toEqual([
    [0, 0],
    [byte('[['), inEditor.indexOf('[[')],
    [byte('b'), inEditor.indexOf('b')],
  ]);
});
