import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Answer } from './answer.js';
import { expectRefused, type Note, SEED, useService } from './support.js';

// Texts of 16 MiB take long on a busy machine.
const api = useService(['server.request_timeout_seconds=300']);
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
let counter = 0;
const MISSING = 'doc_00000000000000000000000000';

describe('creating a note', () => {
  it('returns the note with its location and revision [N-CREATE] [N-DEFAULT-NOTEBOOK] [N-FIELDS] [ID-SHAPE]', async () => {
    const answer = await api.post('/documents', { title: 'Tea', body: 'Grün ☕\n' });
    expect(answer.status).toBe(201);
    const note = answer.json<Note>();
    expect(note).toMatchObject({ title: 'Tea', body: 'Grün ☕\n', notebook_id: 'nb_notes', tags: [], size_bytes: 10 });
    expect(note).toMatchObject({ editable: true, created_at: expect.stringMatching(ISO), updated_at: note.created_at });
    expect(note).not.toHaveProperty('deleted_at');
    expect(note.id).toMatch(/^doc_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(note.current_revision_id).toMatch(/^rev_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(answer.headers.etag).toBe(`"${note.current_revision_id}"`);
    const found = await api.ask('GET', answer.headers.location as string);
    expect(found.json()).toEqual(note);
  });

  it('gives it a URI and a stable link that names the library [ID-URI]', async () => {
    const note = await api.note();
    const { database_info } = (await api.get('/status')).json<{ database_info: { database_id: string } }>();
    expect(note.uri).toBe(`document://default/documents/${note.id}`);
    expect(note.stable_link).toBe(`service://databases/${database_info.database_id}/documents/${note.id}`);
  });

  it('requires a title, which may be empty [N-CREATE-MINIMAL]', async () => {
    expect(await api.note({ title: '' })).toMatchObject({ title: '', body: '', size_bytes: 0 });
    expect(expectRefused(await api.post('/documents', { body: 'x' }), 'validation_failed')).toContain('title');
  });

  it('stores its tags sorted, each once [N-CREATE-TAGS]', async () => {
    const note = await api.note({ tags: ['zen', 'Alpha/beta', 'ZEN'] });
    expect(note.tags).toEqual(['Alpha/beta', 'zen']);
  });

  it('puts it in the requested notebook, which must exist and be writable [N-CREATE-WHERE]', async () => {
    const { notebook_id } = await api.notebook('Here');
    expect((await api.note({ notebook_id })).notebook_id).toBe(notebook_id);
    const into = (target: string) => api.post('/documents', { title: 'x', notebook_id: target });
    await api.expectUnchanged(async () => {
      expectRefused(await into('nb_00000000000000000000000000'), 'not_found');
      expectRefused(await into('nb_help'), 'forbidden');
      expectRefused(await into('nb_reports'), 'forbidden');
    });
  });
});

describe('reading a note', () => {
  it('returns its revision as ETag, and 304 to a client that has it [N-READ-ETAG] [N-READ-304]', async () => {
    const note = await api.note({ body: 'x' });
    const tag = `"${note.current_revision_id}"`;
    for (const path of [`/documents/${note.id}`, `/documents/${note.id}/body`, `/documents/${note.id}/lines`]) {
      expect((await api.get(path)).headers.etag).toBe(tag);
      for (const known of [tag, `"other", W/${tag}`, '*']) {
        const answer = await api.get(path, { 'If-None-Match': known });
        expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', tag]);
      }
      expect((await api.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    }
    await api.put(`/documents/${note.id}`, { title: 'x', body: 'y', base_revision_id: note.current_revision_id });
    expect((await api.get(`/documents/${note.id}`, { 'If-None-Match': tag })).status).toBe(200);
  });

  describe('with the current ETag after a change without a revision', () => {
    const changes: [string, (note: Note, tag: string) => Promise<unknown>][] = [
      ['a new tag', ({ id }) => api.post(`/documents/${id}/tags/added`)],
      ['a removed tag', ({ id }, tag) => api.delete(`/documents/${id}/tags/${tag}`)],
      ['a renamed tag', (_, tag) => api.post('/tags/rename', { from: tag, to: `${tag}-renamed`, dry_run: false })],
      [
        'a merged tag',
        async (_, tag) => {
          await api.note({ tags: ['survivor'] });
          return api.post('/tags/rename', { from: tag, to: 'survivor', dry_run: false });
        },
      ],
      [
        'another notebook',
        async ({ id }) => {
          const { notebook_id } = await api.notebook(`For ${id}`);
          return api.post(`/documents/${id}/notebook`, { notebook_id });
        },
      ],
      [
        'Trash',
        ({ id, current_revision_id }) => api.delete(`/documents/${id}`, { base_revision_id: current_revision_id }),
      ],
      [
        'Trash and back',
        async ({ id, current_revision_id }) => {
          await api.delete(`/documents/${id}`, { base_revision_id: current_revision_id });
          return api.post(`/trash/${id}/restore`);
        },
      ],
    ];

    it.each(changes)('%s, returns the whole note [N-READ-304]', async (_, change) => {
      // All changes are within the millisecond of the revision.
      vi.spyOn(Date, 'now').mockReturnValue(Date.now());
      onTestFinished(() => void vi.restoreAllMocks());
      const tagName = `polled-${counter++}`;
      const note = await api.note({ tags: [tagName] });
      const known = { 'If-None-Match': `"${note.current_revision_id}"` };
      const path = `/documents/${note.id}`;
      expect((await api.get(path, known)).status).toBe(304);
      const changed = (await change(note, tagName)) as Answer;
      expect(changed.status, changed.text).toBeLessThan(300);
      const answer = await api.get(path, known);
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual((await api.get(path)).json());
      expect(answer.headers.etag).toBe(known['If-None-Match']);
      expect((await api.ask('HEAD', `/api/v1${path}`, { headers: known })).status).toBe(200);
    });

    it('and then an edit, answers 304 to the new ETag [N-READ-304]', async () => {
      const { id, current_revision_id: base_revision_id } = await api.note({ tags: [`edited-${counter++}`] });
      await api.post(`/documents/${id}/tags/added`);
      const edited = await api.put(`/documents/${id}`, { title: 'x', body: 'new', base_revision_id });
      const known = { 'If-None-Match': edited.headers.etag };
      expect((await api.get(`/documents/${id}`, known)).status).toBe(304);
      expect((await api.ask('HEAD', `/api/v1/documents/${id}`, { headers: known })).status).toBe(304);
    });
  });

  it('as a body returns Markdown alone [N-BODY]', async () => {
    const note = await api.note({ body: '# Grün\r\n' });
    const answer = await api.get(`/documents/${note.id}/body`);
    expect([answer.text, answer.headers['content-type']]).toEqual(['# Grün\r\n', 'text/markdown; charset=utf-8']);
  });

  it('answers 404 to unknown and malformed ids [E-UNKNOWN] [E-MALFORMED-ID]', async () => {
    for (const id of [
      MISSING,
      'doc_x',
      'nonsense',
      'nb_notes',
      `${MISSING}%2f..`,
      '%00',
      '..%2fstatus',
      'a'.repeat(500),
    ]) {
      expectRefused(await api.get(`/documents/${id}`), 'not_found');
      expectRefused(
        await api.put(`/documents/${id}`, { title: 'x', body: 'y', base_revision_id: 'rev_x' }),
        'not_found',
      );
    }
  });
});

describe('the text of a note', () => {
  const wellFormed = fc
    .array(
      fc.oneof(fc.constantFrom('\r\n', '\r', '\n', '\ufeff', 'e\u0301', '😀', '\u2028', '\u0007', ' '), fc.string()),
    )
    .map((pieces) => pieces.join('').toWellFormed().replaceAll('\0', ''));

  it('is returned byte for byte [N-TEXT-EXACT]', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormed, wellFormed, async (first, second) => {
        const note = await api.note({ body: first });
        expect((await api.get(`/documents/${note.id}/body`)).text).toBe(first);
        const base_revision_id = note.current_revision_id;
        await api.put(`/documents/${note.id}`, { title: 'x', body: second, base_revision_id });
        expect(await api.read(note.id)).toMatchObject({ body: second, size_bytes: Buffer.byteLength(second) });
      }),
      { seed: SEED, numRuns: samples(20) },
    );
  });

  it('must not contain NUL or lone surrogates, and a title is one line of at most 1,024 bytes [N-TEXT-REFUSED]', async () => {
    const note = await api.note();
    const base_revision_id = note.current_revision_id;
    const bad = [
      { title: 'x', body: 'a\0b' },
      { title: 'x', body: 'a\ud800b' },
      { title: 'a\0', body: '' },
      { title: 'a\udc00', body: '' },
      { title: 'two\nlines', body: '' },
      { title: 'bell\u0007', body: '' },
      { title: 'é'.repeat(513), body: '' },
    ];
    await api.expectUnchanged(async () => {
      for (const fields of bad) {
        expectRefused(await api.post('/documents', fields), 'validation_failed');
        expectRefused(await api.put(`/documents/${note.id}`, { ...fields, base_revision_id }), 'validation_failed');
      }
    });
    expect((await api.note({ title: 'é'.repeat(512) })).title).toHaveLength(512);
  });

  it('is limited to 16 MiB of UTF-8 [N-BODY-LIMIT]', async () => {
    const full = ' '.repeat(16 * 1024 * 1024 - 2);
    const note = await api.note({ body: `${full}é` });
    expect(note.size_bytes).toBe(16 * 1024 * 1024);
    await api.expectUnchanged(async () => {
      expectRefused(await api.post('/documents', { title: 'x', body: `${full}é.` }), 'body_too_large');
      expectRefused(await api.post(`/documents/${note.id}/append`, { text: '.' }), 'body_too_large');
      expectRefused(await api.post(`/documents/${note.id}/prepend`, { text: '.' }), 'body_too_large');
      const edits = [{ search: 'é', replace: 'éé' }];
      const base_revision_id = note.current_revision_id;
      expectRefused(await api.patch(`/documents/${note.id}`, { base_revision_id, edits }), 'body_too_large');
    });
  });
});
