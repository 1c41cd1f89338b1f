import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, parseMarkdown } from '../src/index.js';
import { isWellFormed, SEED, text } from './text.js';

/** Lines of Markdown, inside and outside of containers, mixed with arbitrary text. */
const LINES = [
  ...[
    '- a',
    '  - [ ] b',
    '1. c',
    '> d',
    '> - e',
    '# f',
    '===',
    '---',
    '```',
    '$$',
    '| a | b |',
    '|---|---|',
    '<div>',
    '</div>',
  ],
  ...[
    '[a]: b',
    '[^n]: o',
    '    p',
    '\tq',
    '^m',
    'r ^m',
    '> [!note]',
    '- [x] s 📅 2026-01-02',
    '[[T]] [a]',
    '\ufeff',
    '😀',
    '',
  ],
];
const line = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: text(8) });
const body = fc
  .tuple(fc.array(line, { maxLength: 16 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end));
const parameters = { seed: SEED, numRuns: samples(1_000) };

function everything(source: string) {
  const { blocks, headings, links, tasks, template, queries, features, anchors, truncated, taskCounts } =
    parseMarkdown(source);
  return { blocks, headings, links, tasks, template, queries, features, anchors, truncated, taskCounts };
}

function piece(source: string, { startByte, endByte }: { startByte: number; endByte: number }): string {
  return Buffer.from(source).subarray(startByte, endByte).toString();
}

/** Returns blocks that end outside of a block they began in. */
function crossing(blocks: readonly Block[]): Block[] {
  const open: Block[] = [];
  return blocks.filter((block) => {
    while (open.length > 0 && open.at(-1)!.endByte <= block.startByte) open.pop();
    const outer = open.at(-1);
    open.push(block);
    return outer !== undefined && block.endByte > outer.endByte;
  });
}

describe('parseMarkdown with any body', () => {
  test('never throws, even for ill-formed strings', () => {
    const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 200 }), body);
    fc.assert(
      fc.property(any, fc.nat(60), (source, at) => {
        everything(source);
        everything(source.slice(at));
      }),
      parameters,
    );
  });

  test('returns blocks in order, disjoint or nested, with ranges of whole characters', () => {
    fc.assert(
      fc.property(body, (source) => {
        const { blocks } = parseMarkdown(source);
        const starts = blocks.map(({ startByte }) => startByte);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        expect(crossing(blocks)).toEqual([]);
        for (const block of blocks) {
          expect(block.startByte).toBeLessThan(block.endByte);
          expect(isWellFormed(piece(source, block))).toBe(true);
          expect(source).toContain(piece(source, block));
        }
        expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
      }),
      parameters,
    );
  });

  test('returns tasks and headings that are blocks, links in order, and boxes with their mark', () => {
    fc.assert(
      fc.property(body, (source) => {
        const { blocks, headings, links, tasks, anchors } = parseMarkdown(source);
        const starts = new Map(blocks.map(({ id, startByte }) => [id, startByte]));
        for (const { blockId, startByte } of [...headings, ...tasks]) expect(starts.get(blockId)).toBe(startByte);
        for (const { boxByte, done } of tasks) {
          expect(piece(source, { startByte: boxByte - 1, endByte: boxByte + 2 })).toMatch(done ? /^\[x\]$/i : '[ ]');
        }
        for (const [index, { startByte, endByte }] of links.entries()) {
          expect(endByte).toBeGreaterThan(startByte);
          if (index > 0) expect(startByte).toBeGreaterThan(links[index - 1]!.startByte);
        }
        for (const block of anchors.values()) expect(starts.has(block)).toBe(true);
      }),
      parameters,
    );
  });

  test('returns the same block ids for CRLF and with a byte order mark', () => {
    const ids = (source: string) => parseMarkdown(source).blocks.map(({ id }) => id);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINES), { maxLength: 16 }), (lines) => {
        const plain = lines.join('\n').replace(/^\ufeff/, '');
        expect(ids(plain.replaceAll('\n', '\r\n'))).toEqual(ids(plain));
        expect(ids(`\ufeff${plain}`)).toEqual(ids(plain));
      }),
      parameters,
    );
  });

  test('keeps the ids of blocks outside an edit', () => {
    const paragraphs = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(paragraphs, fc.nat(), (words, at) => {
        const index = at % words.length;
        const ids = (texts: string[]) => parseMarkdown(texts.join('\n\n')).blocks.map(({ id }) => id);
        const before = ids(words);
        const after = ids(words.with(index, '- another\n- block'));
        expect(after.toSpliced(index, 2)).toEqual(before.toSpliced(index, 1));
      }),
      { ...parameters, numRuns: samples(300) },
    );
  });
});
