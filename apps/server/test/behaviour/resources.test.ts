import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Resource, SEED, useService } from './support.js';

const api = useService();
const NONE = `res_${'0'.repeat(26)}`;
const toBytes = (text: string) => Buffer.from(text);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const show = (id: string) => api.show<'getResource'>(`/resources/${id}`);
const remove = (id: string, confirmation = `delete-resource:${id}`) =>
  api.delete(`/resources/${id}`, undefined, { 'X-Service-Confirmation': confirmation });
const isStored = (text: string) => existsSync(api.library.store.blobs.getPath(sha256(text)));

/** Waits for the removal of bytes, which follows the write that deletes their last attachment. */
const waitForRemoval = () => api.library.store.write(() => {});

describe('an uploaded attachment', () => {
  it('is returned with the fields of its upload [RES-FIELDS]', async () => {
    const before = Date.now();
    const uploaded = await api.resource(toBytes('pixels'), 'Photo 1.PNG', 'image/png');
    const { id, created_at } = uploaded;
    expect(id).toMatch(/^res_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
    const known = {
      id,
      uri: `resource://default/resources/${id}`,
      sha256: sha256('pixels'),
      size_bytes: 6,
      created_at,
    };
    const resource = { ...known, filename: 'Photo 1.PNG', mime_type: 'image/png' };
    expect(uploaded).toEqual({ ...resource, deduplicated: false });
    expect(await show(id)).toEqual(resource);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\Bild.png', 'Bild.png'],
    ['a\u0000b\r\nc\u0007.txt', undefined],
    ['a\r\nb\u0007\u2028c.txt', 'abc.txt'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    [' spaced ', 'spaced'],
    ['cafe\u0301.txt', 'cafe\u0301.txt'],
    ['..', 'attachment'],
    ['a/', 'attachment'],
    ['', 'attachment'],
    [`${'é'.repeat(200)}.txt`, `${'é'.repeat(125)}.txt`],
    [`${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(252)}.gz`],
    [`${'a'.repeat(250)}.${'b'.repeat(15)}`, `${'a'.repeat(239)}.${'b'.repeat(15)}`],
    [`${'a'.repeat(250)}.${'b'.repeat(16)}`, `${'a'.repeat(250)}.bbbb`],
    [`.${'a'.repeat(300)}`, `.${'a'.repeat(254)}`],
  ])('named %j is stored as %j [RES-NAME]', async (sent, kept) => {
    if (kept !== undefined) expect((await api.resource(toBytes('x'), sent)).filename).toBe(kept);
    else expectRefused(await api.upload(toBytes('x'), sent), 'validation_failed');
  });

  it('has a file name without paths and control marks, whatever name was sent [RES-NAME]', async () => {
    const nasty = fc.constantFrom('/', '\\', '\r', '\n', '\u202e', '"', ';', '%', '..', '東', '👩‍💻', 'a');
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(nasty, { maxLength: 300 }).map((x) => x.join('')),
    );
    await fc.assert(
      fc.asyncProperty(names, async (sent) => {
        const answer = await api.upload(toBytes('x'), sent.toWellFormed().replaceAll('\0', ''));
        if (answer.status !== 201) return void expectRefused(answer, 'validation_failed');
        const { filename } = answer.json<Resource>();
        expect(filename).not.toMatch(/[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
        expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(255);
        expect(filename).not.toBe('');
      }),
      { seed: SEED, numRuns: samples(30) },
    );
  });

  it.each([
    ['IMAGE/PNG', 'image/png'],
    ['text/html; Charset="UTF-8"; boundary=x', 'text/html; charset=utf-8'],
    ['text/plain; charset="a b"', 'text/plain'],
    ['image', 'application/octet-stream'],
    ['image/p<g', 'application/octet-stream'],
    [`image/${'p'.repeat(300)}`, 'application/octet-stream'],
  ])('of type %j is stored as %j [RES-TYPE]', async (sent, kept) => {
    expect((await api.resource(toBytes('<p>x'), 'x', sent)).mime_type).toBe(kept);
  });

  it('shares its bytes with equal uploads in any order [RES-DEDUP]', async () => {
    const texts = ['one', 'two', 'one', 'one'];
    const uploaded: Resource[] = [];
    for (const [n, text] of texts.entries()) uploaded.push(await api.resource(toBytes(text), `file ${n}`));
    expect(uploaded.map(({ deduplicated }) => deduplicated)).toEqual([false, false, true, true]);
    expect(new Set(uploaded.map(({ id }) => id)).size).toBe(4);
    const stored = [...api.library.store.blobs.list()].filter(({ sha256: hash }) => hash === sha256('one'));
    expect(stored).toHaveLength(1);
  });

  it('that does not exist answers 404 [RES-UNKNOWN]', async () => {
    const { id } = await api.note();
    for (const [method, path] of [
      ['GET', `/resources/${NONE}`],
      ['GET', `/resources/${NONE}/content`],
      ['POST', `/documents/${id}/resources/${NONE}`],
      ['DELETE', `/documents/${id}/resources/${NONE}`],
    ] as const)
      expectRefused(await api.ask(method, `/api/v1${path}`), 'not_found');
    expectRefused(await remove(NONE), 'not_found');
  });
});

describe('deleting an attachment', () => {
  it('removes it and its bytes [RES-DELETE]', async () => {
    const { id } = await api.resource(toBytes('to go'));
    expect(isStored('to go')).toBe(true);
    const answer = await remove(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expectRefused(await api.get(`/resources/${id}`), 'not_found');
    expectRefused(await api.get(`/resources/${id}/content`), 'not_found');
    expectRefused(await remove(id), 'not_found');
    await waitForRemoval();
    expect(isStored('to go')).toBe(false);
  });

  it('keeps bytes that another attachment uses [RES-DELETE]', async () => {
    const [first, second] = [await api.resource(toBytes('both')), await api.resource(toBytes('both'))];
    await remove(first.id);
    await waitForRemoval();
    expect(isStored('both')).toBe(true);
    expect((await api.get(`/resources/${second.id}/content`)).text).toBe('both');
    await remove(second.id);
    await waitForRemoval();
    expect(isStored('both')).toBe(false);
  });

  it('requires the confirmation that names it [RES-DELETE-CONFIRM]', async () => {
    const { id } = await api.resource(toBytes('kept'));
    await api.expectUnchanged(async () => {
      for (const wrong of [
        '',
        'delete-resource',
        `delete-resource:${NONE}`,
        `purge-document:${id}`,
        ` delete-resource:${id}`.repeat(2),
      ])
        expectRefused(await remove(id, wrong), 'precondition_required');
      expectRefused(await api.delete(`/resources/${id}`), 'precondition_required');
      expectRefused(await remove(NONE, `delete-resource:${id}`), 'precondition_required');
    });
    expect((await show(id)).id).toBe(id);
  });

  it('is refused while a note uses it, in Trash as well [RES-DELETE-USED]', async () => {
    const { id, uri } = await api.resource(toBytes('held'));
    const linking = await api.note({ body: `see [it](${uri})` });
    const holding = await api.note();
    await api.post(`/documents/${holding.id}/resources/${id}`);
    expect(expectRefused(await remove(id), 'conflict')).toContain('2');
    await api.rewrite(linking, { body: 'nothing' });
    await api.trash(await api.read(holding.id));
    await api.expectUnchanged(async () => expectRefused(await remove(id), 'conflict'));
    expect((await api.purge(holding.id)).status).toBe(204);
    expect((await remove(id)).status).toBe(204);
  });
});
