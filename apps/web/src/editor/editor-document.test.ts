import { expect, it } from 'vitest';
import { buildEditorDocument, toEditorDocument } from './editor-document.js';

const line = (number: number) => `line ${number}, ${'words '.repeat(number % 40)}`;

for (const [name, lineBreak] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const)
  it(`a long body with ${name} becomes the same document in slices [WEB-A7]`, async () => {
    const body = Array.from({ length: 30_000 }, (_, number) => line(number)).join(lineBreak);
    for (const text of [body, body + lineBreak, lineBreak.repeat(600_000)]) {
      const built = await buildEditorDocument(text);
      expect(built.lines).toBe(toEditorDocument(text).lines);
      expect(built.eq(toEditorDocument(text))).toBe(true);
    }
  });
