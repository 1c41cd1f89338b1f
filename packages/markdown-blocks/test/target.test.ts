import { readFileSync } from 'node:fs';
import { expectLinear } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyTarget, type LinkKind, type LinkTarget, splitAnchor } from '../src/target.js';
import { flat, SEED, text } from './text.js';

interface Vector {
  kind: LinkKind;
  target: string;
  points: LinkTarget;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors/targets.json', import.meta.url), 'utf8'));
const KINDS = ['wikilink', 'embed', 'link', 'image', 'autolink'] as const;

describe('classifyTarget', () => {
  test.each(vectors)('classifies the $kind $target', ({ kind, target, points }) => {
    expect(classifyTarget({ kind, target, anchor: null })).toEqual(points);
  });

  test('classifies an anchor alone as its own note', () => {
    expect(classifyTarget({ kind: 'wikilink', target: '', anchor: 'Spring' })).toEqual({ type: 'self' });
  });

  test('returns one type for any target, and never external for a wikilink', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), text(), (kind, target) => {
        const { type } = classifyTarget({ kind, target, anchor: null });
        expect(['self', 'title', 'external', 'invalid']).toContain(type);
        if (kind === 'wikilink' || kind === 'embed') expect(type).not.toBe('external');
      }),
      { seed: SEED, numRuns: 2_000 },
    );
  });

  test('takes linear time, and refuses a relative destination over 8,192 units', () => {
    expect(classifyTarget({ kind: 'link', target: 'a'.repeat(8_193), anchor: null })).toEqual({ type: 'invalid' });
    for (const part of ['a', './', '%20', '%', '@', 'http://@']) {
      const classify = (target: string) => classifyTarget({ kind: 'link', target: flat(target), anchor: null });
      expectLinear((units) => `http://${part.repeat(units / part.length)}`, classify);
    }
  });
});

describe('splitAnchor', () => {
  test.each([
    ['a.md#b', 'a.md', 'b'],
    ['#b#c', '', 'b#c'],
    ['a#', 'a', null],
    ['a#%C3%A9%20b', 'a', 'é b'],
    ['a#100%', 'a', '100%'],
    ['document://default/documents/doc_1#^m', 'document://default/documents/doc_1', '^m'],
    ['https://x.org/#b', 'https://x.org/#b', null],
    ['//x.org/#b', '//x.org/#b', null],
    ['mailto:a@b#c', 'mailto:a@b#c', null],
  ])('splits %s into %j and %j', (destination, target, anchor) => {
    expect(splitAnchor(destination)).toEqual({ target, anchor });
  });
});
