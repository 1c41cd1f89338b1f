import { expectDoneWithin } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();

describe.each(['append', 'prepend'] as const)('%s', (verb) => {
  const add = (note: Note, text: unknown) => api.post(`/documents/${note.id}/${verb}`, { text });

  it('creates a revision on the current one [N-APPEND] [N-PREPEND]', async () => {
    const note = await api.note({ body: 'x\n' });
    const answer = await add(note, 'y\n');
    const after = answer.json<Note>();
    expect(after.body).toBe(verb === 'append' ? 'x\ny\n' : 'y\nx\n');
    expect(after.current_revision_id).not.toBe(note.current_revision_id);
    expect(answer.headers.etag).toBe(`"${after.current_revision_id}"`);
    expect(await api.read(note.id)).toEqual(after);
  });

  it('with empty text writes nothing, and without text is rejected', async () => {
    const note = await api.note({ body: 'x' });
    await api.expectUnchanged(async () => {
      expect((await add(note, '')).json()).toEqual(note);
      expectRefused(await add(note, undefined), 'validation_failed');
      expectRefused(await add(note, 'a\0'), 'validation_failed');
    });
  });
});

it.each([
  ['', 'b', 'b'],
  ['a', 'b', 'a\nb'],
  ['a\n', 'b', 'a\nb'],
  ['a\n\n', 'b\n', 'a\n\nb\n'],
  ['a\r\nc', 'b', 'a\r\nc\r\nb'],
])('appending to %j inserts a missing newline [N-APPEND-NEWLINE]', async (body, text, result) => {
  const note = await api.note({ body });
  expect((await api.post(`/documents/${note.id}/append`, { text })).json()).toMatchObject({ body: result });
});

it.each([
  ['', 'b', 'b'],
  ['a', 'b', 'b\na'],
  ['a', 'b\n', 'b\na'],
  ['---\nx: 1\n---\na', 'b', '---\nx: 1\n---\nb\na'],
  ['---\nx: 1\n---', 'b', '---\nx: 1\n---\nb'],
  ['---\r\nx: 1\r\n---\r\na', 'b', '---\r\nx: 1\r\n---\r\nb\r\na'],
  ['---\nno end', 'b', 'b\n\n---\nno end'],
  [' ---\nx: 1\n---\na', 'b', 'b\n\n ---\nx: 1\n---\na'],
])('prepending to %j inserts after front matter [N-PREPEND-FRONT-MATTER]', async (body, text, result) => {
  const note = await api.note({ body });
  expect((await api.post(`/documents/${note.id}/prepend`, { text })).json()).toMatchObject({ body: result });
});

describe('GET /documents/{id}/lines', () => {
  const lines = async (note: Note, query: string) => (await api.get(`/documents/${note.id}/lines${query}`)).json();

  it('counts from 1, includes both ends and names the revision [N-LINES]', async () => {
    const note = await api.note({ body: 'a\nb\r\nc\nd' });
    const about = { document_id: note.id, revision_id: note.current_revision_id, total_lines: 4 };
    expect(await lines(note, '?start=2&end=3')).toEqual({ ...about, start: 2, end: 3, text: 'b\r\nc\n' });
    expect(await lines(note, '?start=4&end=4')).toEqual({ ...about, start: 4, end: 4, text: 'd' });
    expect(await lines(note, '')).toEqual({ ...about, start: 1, end: 4, text: 'a\nb\r\nc\nd' });
  });

  it('clips the range at the end of the note [N-LINES-CLIP]', async () => {
    const note = await api.note({ body: 'a\nb\n' });
    expect(await lines(note, '?start=2&end=99')).toMatchObject({ start: 2, end: 2, total_lines: 2, text: 'b\n' });
    expect(await lines(note, '?start=3&end=9007199254740991')).toMatchObject({ end: 2, total_lines: 2, text: '' });
    expect(await lines(await api.note(), '?start=1&end=5')).toMatchObject({ end: 1, total_lines: 1, text: '' });
  });

  it('rejects an invalid range [N-LINES-BAD]', async () => {
    const note = await api.note({ body: 'a\nb' });
    for (const query of [
      'start=0',
      'start=-1',
      'start=2&end=1',
      'end=0',
      'start=x',
      'start=1.5',
      'start=',
      'start=1&start=2',
    ])
      expectRefused(await api.get(`/documents/${note.id}/lines?${query}`), 'validation_failed');
  });
});

describe('GET /documents/{id}/search-in', () => {
  type Found = { matches: object[]; total: number; truncated: boolean };
  const find = (note: Note, query: Record<string, string>) =>
    api.get(`/documents/${note.id}/search-in?${new URLSearchParams(query)}`);
  const findMatches = async (note: Note, query: Record<string, string>) => (await find(note, query)).json<Found>();

  it('finds a literal regardless of case with its position [N-FIND]', async () => {
    const note = await api.note({ body: 'one\n😀é Two.* two\nTWO' });
    expect(await findMatches(note, { pattern: 'two' })).toEqual({
      current_revision_id: note.current_revision_id,
      matches: [
        { line: 2, column: 4, start_byte: 11, end_byte: 14, line_text: '😀é Two.* two' },
        { line: 2, column: 10, start_byte: 17, end_byte: 20, line_text: '😀é Two.* two' },
        { line: 3, column: 1, start_byte: 21, end_byte: 24, line_text: 'TWO' },
      ],
      total: 3,
      truncated: false,
    });
    expect((await findMatches(note, { pattern: 'o.*' })).total).toBe(1);
    expect((await findMatches(note, { pattern: 'two', case_sensitive: 'true' })).total).toBe(1);
  });

  it('runs a regular expression on request in linear time [N-FIND-REGEX]', async () => {
    const note = await api.note({ body: 'a1\nB22\n' });
    expect((await findMatches(note, { pattern: '^[a-z]\\d+$', regex: 'true' })).total).toBe(2);
    expect((await findMatches(note, { pattern: '^[a-z]\\d+$', regex: 'true', case_sensitive: 'true' })).total).toBe(1);
    const hostile = await api.note({ body: `${'a'.repeat(30_000)}!` });
    await expectDoneWithin(5_000, async () => {
      expect((await findMatches(hostile, { pattern: '(a+)+$', regex: 'true' })).total).toBe(0);
    });
  });

  it('rejects an invalid pattern [N-FIND-BAD]', async () => {
    const note = await api.note({ body: 'x' });
    const bad = [
      {},
      { pattern: '' },
      { pattern: 'x'.repeat(1025) },
      { pattern: '(', regex: 'true' },
      { pattern: '(?=x)', regex: 'true' },
    ];
    for (const query of [...bad, { pattern: 'x', regex: 'yes' }])
      expectRefused(await find(note, query), 'validation_failed');
  });

  it('lists 200 matches and counts all [N-FIND-CAP]', async () => {
    const note = await api.note({ body: 'x '.repeat(300) });
    for (const regex of ['false', 'true']) {
      const { matches, total, truncated } = await findMatches(note, { pattern: 'x', regex });
      expect([matches.length, total, truncated]).toEqual([200, 300, true]);
    }
  });
});

describe('moving a note to another notebook', () => {
  it('changes updated_at but no revision [N-MOVE]', async () => {
    const note = await api.note();
    const { notebook_id } = await api.notebook('Target');
    await new Promise((resolve) => setTimeout(resolve, 2));
    const after = (await api.post(`/documents/${note.id}/notebook`, { notebook_id })).json<Note>();
    expect(after).toEqual({ ...note, notebook_id, updated_at: after.updated_at });
    expect(after.updated_at > note.updated_at).toBe(true);
    await api.expectUnchanged(() => api.post(`/documents/${note.id}/notebook`, { notebook_id }));
  });

  it('is refused into or out of Help and Reports and to an unknown notebook [N-MOVE-PROTECTED]', async () => {
    const note = await api.note();
    const { documents } = (await api.get('/notebooks/nb_help/notes')).json<{ documents: Note[] }>();
    const move = (id: string, notebook_id: string) => api.post(`/documents/${id}/notebook`, { notebook_id });
    await api.expectUnchanged(async () => {
      expectRefused(await move(note.id, 'nb_help'), 'forbidden');
      expectRefused(await move(note.id, 'nb_reports'), 'forbidden');
      expectRefused(await move((documents[0] as Note).id, 'nb_notes'), 'forbidden');
      expectRefused(await move(note.id, 'nb_00000000000000000000000000'), 'not_found');
      expectRefused(await move(note.id, 'elsewhere'), 'validation_failed');
    });
  });
});
