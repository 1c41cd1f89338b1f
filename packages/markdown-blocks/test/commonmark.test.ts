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

/** Examples whose blocks are others here, and why. */
const DIFFERENT: Readonly<Record<number, string>> = {
  96: 'front matter: a first line of three hyphens, and a later one',
  98: 'front matter: a first line of three hyphens, and a later one',
};

describe('the examples of CommonMark have their blocks', () => {
  test.each(examples)('$number: $section', ({ number, markdown, html }) => {
    const found = mismatch(parseBlocks(markdown.replaceAll('→', '\t')), html.replaceAll('→', '\t'));
    if (number in DIFFERENT) expect(found).not.toBeNull();
    else expect(found).toBeNull();
  });

  test('they are the 652 of version 0.31.2', () => {
    expect(examples).toHaveLength(652);
  });
});
