import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();
type Addition = Output<'addDocumentTag'>;

const path = (note: Note, tag: string) => `/documents/${note.id}/tags/${encodeURIComponent(tag)}`;
const add = async (note: Note, tag: string) => (await api.post(path(note, tag))).json<Addition>();
const readTagNames = async (note: Note) =>
  (await api.get(`/documents/${note.id}/tags`)).json<Output<'listDocumentTags'>>().tags.map(({ name }) => name);
const counts = async () =>
  Object.fromEntries(
    (await api.get('/tags')).json<Output<'listTags'>>().tags.map(({ name, note_count }) => [name, note_count]),
  );

describe('tagging a note', () => {
  it('returns the tag [T-ADD] [T-LIST]', async () => {
    const note = await api.note();
    const { document_id, tag, added } = await add(note, 'tea');
    expect([document_id, tag.name, added]).toEqual([note.id, 'tea', true]);
    expect(tag.tag_id).toMatch(/^tag_[0-9a-hjkmnp-tv-z]{26}$/);
    expect((await api.get(`/documents/${note.id}/tags`)).json()).toEqual({ tags: [tag] });
    expect((await api.get('/tags')).json()).toEqual({ tags: [{ ...tag, note_count: 1 }] });
    expect((await api.read(note.id)).tags).toEqual(['tea']);
  });

  it('twice adds it once [T-ADD-AGAIN]', async () => {
    const note = await api.note({ tags: ['once'] });
    await api.expectUnchanged(async () => expect(await add(note, 'once')).toMatchObject({ added: false }));
    expect(await readTagNames(note)).toEqual(['once']);
  });

  it('changes updated_at but neither text nor revision [T-NO-REVISION]', async () => {
    const note = await api.note({ body: 'x' });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await add(note, 'touch');
    const after = await api.read(note.id);
    expect(after).toEqual({ ...note, tags: ['touch'], updated_at: after.updated_at });
    expect(after.updated_at > note.updated_at).toBe(true);
  });

  it('can be undone by removing the tag, and removing an absent one answers 204 [T-REMOVE]', async () => {
    const note = await api.note({ tags: ['one', 'two'] });
    const answer = await api.delete(path(note, 'ONE'));
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await readTagNames(note)).toEqual(['two']);
    await api.expectUnchanged(async () => {
      expect((await api.delete(path(note, 'one'))).status).toBe(204);
      expect((await api.delete(path(note, 'never heard of'))).status).toBe(204);
    });
  });
});

describe('the name of a tag', () => {
  it('is compared regardless of case and Unicode form, and keeps its first spelling [T-CASE]', async () => {
    const [first, second] = [await api.note(), await api.note()];
    const { tag } = await add(first, 'Café/Straße');
    for (const spelling of ['CAFÉ/STRASSE', 'cafe\u0301/straße']) {
      expect((await add(second, spelling)).tag).toEqual(tag);
    }
    expect(await readTagNames(second)).toEqual(['Café/Straße']);
  });

  it('is stored in Unicode form NFC with trimmed segments [T-NAME]', async () => {
    const note = await api.note();
    expect((await add(note, '  a /  b\u0301e\u0301 ')).tag.name).toBe('a/b\u0301\u00e9');
    expect((await add(note, `  ${'x'.repeat(255)}  `)).tag.name).toHaveLength(255);
  });

  it.each([
    ['.', /: must not be "\." or "\.\."/],
    ['..', /: must not be "\." or "\.\."/],
    [' .. ', /: must not be "\." or "\.\."/],
    ['#z', /: must not begin with "#"/],
    [' #', /: must not begin with "#"/],
  ])('is refused as %j, but such a tag can be removed [T-NAME-BAD]', async (name, message) => {
    const note = await api.note({ tags: ['plain'] });
    await api.expectUnchanged(async () => {
      const batch = { operation: 'add_tags', tags: ['x', name], items: [{ document_id: note.id }] };
      const rename = { from: 'plain', to: name, dry_run: false };
      for (const answer of [
        await api.post('/documents', { title: 'x', tags: [name] }),
        await api.post('/batch', batch),
        await api.post('/tags/rename', rename),
      ])
        expect(expectRefused(answer, 'validation_failed')).toMatch(message);
    });
    const stored = name.trim();
    await api.library.store.write((unit) => {
      const tag = unit.tags.ensure(stored, () => `tag_01j0000000000000000000000${stored.length}`, Date.now());
      unit.tags.attach((unit.documents.get(note.id) as { pk: number }).pk, tag.pk);
    });
    expect((await readTagNames(note)).sort()).toEqual([stored, 'plain'].sort());
    const removal = { operation: 'remove_tags', tags: [stored], items: [{ document_id: note.id }] };
    expect((await api.post('/batch', removal)).json()).toMatchObject({ counts: { applied: 1 } });
    expect(await readTagNames(note)).toEqual(['plain']);
    expect((await add(note, '.hidden/..')).tag.name).toBe('.hidden/..');
  });

  it('requires 1 to 255 bytes without empty segments and control characters [T-NAME-BAD]', async () => {
    const note = await api.note();
    await api.expectUnchanged(async () => {
      for (const name of [' ', '/', 'a//b', '/a', 'a/', 'a/ /b', 'é'.repeat(128), 'a\nb', 'a\u0085b', 'a\0']) {
        expectRefused(await api.post(path(note, name)), 'validation_failed');
        expectRefused(await api.post('/documents', { title: 'x', tags: [name] }), 'validation_failed');
      }
    });
  });

  it('can contain slashes and other URL characters [T-NESTED]', async () => {
    const note = await api.note();
    const names = ['a/b/c', 'a/..', '?x=1', 'c#', 'a/#', '100%', 'a b', 'ü 漢字 😀', "it's"];
    for (const name of names) expect((await add(note, name)).tag.name).toBe(name);
    expect((await readTagNames(note)).sort()).toEqual([...names].sort());
    for (const name of names) expect((await api.delete(path(note, name))).status).toBe(204);
    expect(await readTagNames(note)).toEqual([]);
  });
});

describe('the tags of the library', () => {
  it('count their active notes, without tags below [T-COUNTS]', async () => {
    const both = await api.note({ tags: ['count', 'count/below'] });
    const one = await api.note({ tags: ['count'] });
    expect(await counts()).toMatchObject({ count: 2, 'count/below': 1 });
    await api.trash(one);
    expect(await counts()).toMatchObject({ count: 1 });
    await api.trash(both);
    expect(await counts()).toMatchObject({ count: 0, 'count/below': 0 });
    await api.post(`/trash/${one.id}/restore`);
    expect(await counts()).toMatchObject({ count: 1, 'count/below': 0 });
  });

  it('disappear with their last note, active or in Trash [T-VANISH]', async () => {
    const [kept, gone] = [await api.note({ tags: ['shared', 'own'] }), await api.note({ tags: ['shared'] })];
    await api.delete(path(gone, 'shared'));
    expect(await counts()).toHaveProperty('shared');
    await api.trash(kept);
    expect(await counts()).toHaveProperty('own');
    await api.purge(kept.id);
    expect(await counts()).not.toHaveProperty('own');
    expect(await counts()).not.toHaveProperty('shared');
  });
});

it('the tags of an unknown note answer 404 [E-UNKNOWN]', async () => {
  const note = { id: 'doc_00000000000000000000000000' } as Note;
  expectRefused(await api.get(`/documents/${note.id}/tags`), 'not_found');
  expectRefused(await api.post(path(note, 'x')), 'not_found');
  expectRefused(await api.delete(path(note, 'x')), 'not_found');
});
