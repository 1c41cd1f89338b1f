import type { Output } from '@notes/contract';
import { expectDoneWithin } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, SEED, useService } from './support.js';

const api = useService();

const outline = async (note: Note) => (await api.show<'getDocumentOutline'>(`/documents/${note.id}/outline`)).headings;
const blocks = async (note: Note) => (await api.show<'getDocumentBlocks'>(`/documents/${note.id}/blocks`)).blocks;
const createBlocks = async (body: string) => blocks(await api.note({ body }));
const ids = (rows: Output<'getDocumentBlocks'>['blocks']) => rows.map(({ block_id }) => block_id);
const bytesBefore = (body: string, piece: string) => Buffer.byteLength(body.slice(0, body.indexOf(piece)));

describe('the outline of a note', () => {
  const body =
    '---\na: b\n---\n\n# Über *alles* #\r\n\nText\n====\n\n> ## Quoted\n\n```\n# code\n```\n\n    # code\n\n###### `deep`\n';

  it('lists its headings in order with position, block and link count [BLOCK-OUTLINE]', async () => {
    const note = await api.note({ body });
    const headings = await outline(note);
    const own = (await blocks(note)).filter(({ kind }) => kind === 'heading');
    expect(headings).toEqual([
      { level: 1, text: 'Über alles', line: 5, ...place('# Über'), anchor: 'über-alles' },
      { level: 1, text: 'Text', line: 7, ...place('Text\n'), anchor: 'text' },
      { level: 2, text: 'Quoted', line: 10, ...place('## Quoted'), anchor: 'quoted' },
      { level: 6, text: 'deep', line: 18, ...place('######'), anchor: 'deep' },
    ]);
    expect(headings.map(({ block_id }) => block_id)).toEqual(ids(own));
    expect(own.map(({ heading_level }) => heading_level)).toEqual([1, 1, 2, 6]);
  });
  const place = (piece: string) => ({ start_byte: bytesBefore(body, piece), block_id: expect.any(String) });

  it('gives headings the slugs that GitHub generates [BLOCK-OUTLINE-ANCHOR]', async () => {
    const titles = ['Plan', 'Plan', 'plan!', 'Plan 1', 'A b_c-d', '日本 語', 'C#', '[link](/x) `code`', 'e.g. (this)'];
    const note = await api.note({ body: titles.map((title) => `## ${title}\n`).join('\n') });
    expect((await outline(note)).map(({ anchor }) => anchor)).toEqual([
      'plan',
      'plan-1',
      'plan-2',
      'plan-1-1',
      'a-b_c-d',
      '日本-語',
      'c',
      'link-code',
      'eg-this',
    ]);
  });

  it('is empty for a note without headings [BLOCK-OUTLINE]', async () => {
    expect(await outline(await api.note({ body: 'text' }))).toEqual([]);
    expect(await outline(await api.note({ body: '' }))).toEqual([]);
  });
});

describe('the blocks of a note', () => {
  const pieces = [
    ['front_matter', '---\na: b\n---\n'],
    ['heading', '# Heading\n'],
    ['paragraph', 'Secret[^1].\n'],
    ['list_item', '- item\n'],
    ['quote', '> quote\n'],
    ['callout', '> [!note] Callout\n> text\n'],
    ['table', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
    ['code', '```js\ncode\n```\n'],
    ['math', '$$\nx^2\n$$\n'],
    ['html', '<div>html</div>\n'],
    ['thematic_break', '---\n'],
    ['footnote', '[^1]: A footnote.\n'],
  ] as const;

  it('have twelve kinds, in order, and are listed without text [BLOCK-LIST] [BLOCK-KINDS]', async () => {
    const rows = await createBlocks(pieces.map(([, text]) => text).join('\n'));
    expect(rows.map(({ kind }) => kind)).toEqual(pieces.map(([kind]) => kind));
    for (const row of rows) {
      expect(row).toEqual({
        block_id: expect.stringMatching(/^blk_[0-9a-f]{16}$/),
        kind: row.kind,
        heading_level: row.kind === 'heading' ? 1 : null,
        marker: null,
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        start_byte: expect.any(Number),
        end_byte: expect.any(Number),
        link_count: 0,
      });
    }
    expect(JSON.stringify(rows)).not.toMatch('Secret');
  });

  it('include every list item, nested ones as well [BLOCK-KINDS]', async () => {
    const body = '1. one\n   - inner é\n   - [ ] task\n2. two\n';
    const rows = await createBlocks(body);
    expect(rows.map(({ kind }) => kind)).toEqual(['list_item', 'list_item', 'list_item', 'list_item']);
    const [one, inner, , two] = rows;
    const slice = (row: typeof one) => Buffer.from(body).subarray(row?.start_byte, row?.end_byte).toString();
    expect([slice(one), slice(inner), slice(two)]).toEqual([
      expect.stringMatching(/^1\. one\n {3}- inner é\n {3}- \[ \] task/),
      expect.stringMatching(/^- inner é\s*$/),
      expect.stringMatching(/^2\. two\s*$/),
    ]);
  });

  it('have byte ranges on character boundaries, disjoint or nested, for any text [BLOCK-RANGE]', async () => {
    const piece = fc.oneof(
      fc.constantFrom('# é', '- [ ] 日', '  - x', '> ', '>', '```', '~~~', '|a|\n|-|', '$$', '<b>', '[^1]: x', '^m'),
      fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
    );
    const texts = fc.array(fc.tuple(piece, fc.constantFrom('\n', '\r\n', '\n\n', ' ')), { maxLength: 20 });
    const whole = new TextDecoder('utf-8', { fatal: true });
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const body = parts.flat().join('');
        const bytes = Buffer.from(body);
        const open: number[] = [];
        let last = 0;
        for (const { start_byte, end_byte } of await createBlocks(body)) {
          whole.decode(bytes.subarray(start_byte, end_byte));
          while ((open.at(-1) ?? Number.POSITIVE_INFINITY) <= start_byte) open.pop();
          expect([start_byte >= last, end_byte > start_byte]).toEqual([true, true]);
          expect(end_byte).toBeLessThanOrEqual(open.at(-1) ?? bytes.length);
          open.push(end_byte);
          last = start_byte;
        }
      }),
      { seed: SEED, numRuns: samples(25) },
    );
  });

  it('have ids that depend on kind and text alone [BLOCK-ID]', async () => {
    const first = ids(await createBlocks('First of  all.\n\nSecond.\n\n- Second.\n'));
    expect(new Set(first).size).toBe(3);
    expect(ids(await createBlocks('New.\n\nFirst\nof all.\n\n- Second.\n\nSecond.'))).toEqual([
      expect.not.stringMatching(first.join('|')),
      first[0],
      first[2],
      first[1],
    ]);
  });

  it('have numbered ids and equal hashes when they repeat [BLOCK-ID]', async () => {
    const rows = await createBlocks('Same.\n\nSame.\n\nOther.\n\nSame.\n');
    const [id] = ids(rows);
    expect(ids(rows)).toEqual([id, `${id}-2`, expect.stringMatching(/^blk_[0-9a-f]{16}$/), `${id}-3`]);
    expect(rows.map(({ content_hash }) => content_hash === rows[0]?.content_hash)).toEqual([true, true, false, true]);
  });

  it('have their marker as id [BLOCK-MARKER]', async () => {
    const note = await api.note({ body: 'Text. ^first-1\n\n- item ^Two\n- word^three\n\n# Head ^four\n' });
    const rows = await blocks(note);
    expect(rows.map(({ block_id, marker }) => [block_id, marker])).toEqual([
      ['^first-1', '^first-1'],
      ['^Two', '^Two'],
      [expect.stringMatching(/^blk_/), null],
      ['^four', '^four'],
    ]);
    const [changed] = await blocks(await api.rewrite(note, { body: 'Other text. ^first-1\n' }));
    expect(changed?.block_id).toBe('^first-1');
    expect(changed?.content_hash).not.toBe(rows[0]?.content_hash);
  });

  it('count the links to them from active notes [BLOCK-LINKS]', async () => {
    const note = await api.note({ title: 'Counted', body: '# Head\n\nMarked. ^m\n\nPlain.\n' });
    const counts = async () => (await blocks(note)).map(({ link_count }) => link_count);
    const plain = ids(await blocks(note))[2];
    const source = await api.note({
      body: `[[Counted#^m]] [[Counted#head]] [[counted#^m|again]] [x](${note.uri}#${plain})`,
    });
    await api.note({ body: '[[Counted#Head]] [[Counted]] [[Counted#^none]]' });
    expect(await counts()).toEqual([2, 2, 1]);
    await api.trash(source);
    expect(await counts()).toEqual([1, 0, 0]);
  });
});

it.each(['outline', 'blocks', 'links'])('the %s of a note in Trash answer 404 [R-HIDDEN]', async (part) => {
  expectRefused(await api.get(`/documents/${(await api.createTrashed()).id}/${part}`), 'not_found');
});

it.each([
  ['nested quotes', '> '],
  ['nested lists', '* + '],
  ['brackets', '[['],
  ['emphasis', '*a_'],
  ['backquotes', '`a``'],
  ['open comments', '<!--'],
])('a megabyte of %s is parsed within five seconds [BLOCK-HOSTILE]', async (_, piece) => {
  await expectDoneWithin(5_000, async () => {
    const note = await api.note({ body: piece.repeat(1_000_000 / piece.length) });
    expect(await outline(note)).toEqual([]);
    expect(ids(await blocks(note)).length).toBeGreaterThan(0);
    expect((await api.get(`/documents/${note.id}/links`)).status).toBe(200);
  });
});
