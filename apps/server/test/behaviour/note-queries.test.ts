import type { Output } from '@notes/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();
type Found = Exclude<Output<'runNoteQuery'>, { error: string }>;

const run = (block: string) => api.find<'runNoteQuery'>('/note-queries/run', { block });
const runValidQuery = async (block: string): Promise<Found> => {
  const answer = await run(block);
  expect(answer, block).not.toHaveProperty('error');
  return answer as Found;
};
const titles = async (block: string) => (await runValidQuery(block)).rows.map(({ title }) => title);
const later = () => new Promise((resolve) => setTimeout(resolve, 2));

let notes: Note[];

beforeAll(async () => {
  const { notebook_id } = await api.notebook('Garden');
  const first = await api.note({ title: 'b', body: '- [ ] x\n- [x] y\n\nRoses é', tags: ['q', 'p'], notebook_id });
  await later();
  const second = await api.note({ title: 'C', body: 'roses', tags: ['q'] });
  await later();
  const third = await api.note({ title: 'a', tags: ['q'] });
  await later();
  notes = [await api.rewrite(first, { title: 'B' }), second, third];
  await api.createTrashed({ title: 'Gone', tags: ['q'] });
});

describe('a note query', () => {
  it('returns its parsed form and the notes found [NQ-RUN]', async () => {
    const answer = await runValidQuery('query: tag:q roses\nfields: notebook, updated_at\nsort: title\nlimit: 1\n');
    expect({ ...answer.spec, fields: [...answer.spec.fields].sort() }).toEqual({
      query: 'tag:q roses',
      fields: ['notebook', 'title', 'updated_at'],
      sort: 'title',
      limit: 1,
    });
    const [{ id: document_id, uri, title, updated_at }] = notes as [Note];
    expect(answer.rows).toEqual([{ document_id, uri, title, notebook: 'Garden', updated_at }]);
    expect(answer.truncated).toBe(true);
  });

  it('is accepted with and without its fence [NQ-RUN]', async () => {
    const block = 'query: tag:q\nsort: title';
    for (const fence of ['```', '~~~', '`````'])
      expect(await run(`${fence}note-query\n${block}\n${fence}\n`)).toEqual(await run(block));
    expect(await run(block.replace('\n', '\r\n'))).toEqual(await run(block));
  });

  it('returns the requested fields and always the title [NQ-FIELDS]', async () => {
    const [note] = notes as [Note];
    const { id: document_id, uri, title, notebook_id, tags, created_at, updated_at, size_bytes } = note;
    const named = { document_id, uri, title };
    expect((await runValidQuery('query: roses tag:p')).rows).toEqual([expect.objectContaining(named)]);
    expect((await runValidQuery('query: roses tag:p\nfields: tags')).rows).toEqual([{ ...named, tags }]);
    const all = 'title, notebook, notebook_id, tags, created_at, updated_at, snippet, size_bytes, open_tasks';
    expect((await runValidQuery(`query: roses tag:p\nfields: ${all}`)).rows).toEqual([
      {
        ...named,
        ...{ notebook: 'Garden', notebook_id, tags, created_at, updated_at, size_bytes, open_tasks: 1 },
        snippet: expect.stringContaining('Roses'),
      },
    ]);
  });

  it.each([
    ['title', ['a', 'B', 'C']],
    ['-title', ['C', 'B', 'a']],
    ['updated_at', ['B', 'a', 'C']],
    ['-updated_at', ['B', 'a', 'C']],
    ['created_at', ['B', 'C', 'a']],
    ['-created_at', ['a', 'C', 'B']],
  ])('is sorted by %s: %j [NQ-SORT]', async (sort, expected) => {
    const { spec, rows } = await runValidQuery(`query: tag:q\nsort: ${sort}`);
    expect(rows.map(({ title }) => title)).toEqual(expected);
    // updated_at has one order, with a minus or without.
    expect(spec.sort.replace('-updated', 'updated')).toBe(sort.replace('-updated', 'updated'));
  });

  it('is sorted by relevance on request [NQ-SORT]', async () => {
    await api.note({ title: 'Tulip', body: 'tulip tulip tulip' });
    await later();
    await api.note({ title: 'Other', body: `one tulip among ${'many other words '.repeat(50)}` });
    expect(await titles('query: tulip\nsort: relevance')).toEqual(['Tulip', 'Other']);
    expect(await titles('query: tulip\nsort: updated_at')).toEqual(['Other', 'Tulip']);
  });

  it('returns at most 100 rows and reports truncation [NQ-LIMIT]', async () => {
    await Promise.all(Array.from({ length: 101 }, () => api.note({ title: 'Row', tags: ['many'] })));
    const answer = await runValidQuery('query: tag:many\nlimit: 500');
    expect([answer.spec.limit, answer.rows.length, answer.truncated]).toEqual([100, 100, true]);
    expect(await runValidQuery('query: tag:q\nlimit: 3')).toMatchObject({ spec: { limit: 3 }, truncated: false });
  });

  it.each([
    'nonsense',
    'query: "open',
    'query: is:nonsense',
    `query: ${'x'.repeat(4097)}`,
    'query: a\nfields: nope',
    'query: a\nfields: constructor',
    'query: a\nsort: size_bytes',
    'query: a\nlimit: 0',
    'query: a\nlimit: many',
    'query: a\nlimit: 1e3',
    'query: a\ncolour: red',
    'query: a\n__proto__: red',
  ])('that is invalid returns an error: %j [NQ-BAD]', async (block) => {
    expect(await run(block)).toEqual({ error: expect.stringMatching(/./) });
  });

  it('is limited to 64 KiB of text [NQ-BOUNDS]', async () => {
    const padBlock = (bytes: number) => `query: tag:q${' '.repeat(bytes - 12)}`;
    expect((await api.post('/note-queries/run', { block: padBlock(64 * 1024) })).status).toBe(200);
    for (const block of [padBlock(64 * 1024 + 1), '\0', undefined, 1])
      expectRefused(await api.post('/note-queries/run', { block }), 'validation_failed');
  });
});
