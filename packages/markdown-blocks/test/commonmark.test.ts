import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { parseBlocks } from '../src/blocks/parser.js';
import { mismatch } from './block-html.js';

interface Example {
  number: number;
  section: string;
  markdown: string;
  html: string;
}

const examples: Example[] = createRequire(import.meta.url)('commonmark-spec').tests;

describe('parseBlocks finds the blocks of the CommonMark examples', () => {
  test.each(examples)('$number: $section', ({ markdown, html }) => {
    const found = mismatch(parseBlocks(markdown.replaceAll('→', '\t')), html.replaceAll('→', '\t'));
    expect(found).toBeNull();
  });

  test('covers the 652 examples of version 0.31.2', () => {
    expect(examples).toHaveLength(652);
  });
});
