import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { configKeys, type Output } from '@notes/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const asked: string[] = [];
/** Redirects `/away`, answers text under `/page`, and an image elsewhere. */
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  if (url === '/away') response.writeHead(302, { Location: 'http://127.0.0.1:1/secret-path' });
  response.end(url === '/page' ? '<p>remote words</p>' : PNG);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const at = (path: string) => `http://${host}${path}`;

const api = useService([`media.allow_private_addresses=${host}`, 'media.blocked_domains=ads.example']);

type Scan = Output<'scanRemoteMedia'>;
type Localized = Output<'localizeRemoteMedia'>;

const check = (url: string) => api.find<'checkMediaUrl'>('/media-policy/check-url', { url });
const scan = (note: Note) => api.find<'scanRemoteMedia'>(`/documents/${note.id}/remote-media/scan`, {});
const localize = (note: Note, more: object = {}) =>
  api.find<'localizeRemoteMedia'>(`/documents/${note.id}/remote-media/localize`, {
    base_revision_id: note.current_revision_id,
    ...more,
  });

describe('the media policy', () => {
  it('lists every media setting with its value [MEDIA-POLICY]', async () => {
    const policy: Record<string, unknown> = await api.show<'getMediaPolicy'>('/media-policy');
    const settings = Object.entries(configKeys).filter(([key]) => key.startsWith('media.'));
    const standard = Object.fromEntries(
      settings.map(([key, { default: value }]) => [key.slice('media.'.length), value]),
    );
    expect(policy).toEqual({ ...standard, allow_private_addresses: [host], blocked_domains: ['ads.example'] });
  });

  it('decides on an address without sending a request [MEDIA-CHECK]', async () => {
    asked.length = 0;
    expect(await check('https://example.org/a.png')).toEqual({ allowed: true, reasons: [] });
    expect(await check('https://no-such-host.invalid/a.png')).toEqual({ allowed: true, reasons: [] });
    expect(await check(at('/a.png'))).toEqual({ allowed: true, reasons: [] });
    expect(await check('http://u:p@x.ads.example:81/')).toEqual({
      allowed: false,
      reasons: ['credentials_in_url', 'domain_blocked', 'port_not_allowed'],
    });
    expect(await check('http://0x7f.1/')).toEqual({ allowed: false, reasons: ['private_address'] });
    expect(await check('')).toEqual({ allowed: false, reasons: ['invalid_url'] });
    expect(await check(`https://example.org/${'a'.repeat(4_000)}`)).toEqual({
      allowed: false,
      reasons: ['url_too_long'],
    });
    expect(asked).toEqual([]);
  });

  it('rejects an address that no note could contain [MEDIA-CHECK]', async () => {
    for (const url of [undefined, 1, 'a\0b', '\ud800', 'x'.repeat(4_097)])
      expectRefused(await api.post('/media-policy/check-url', { url }), 'validation_failed');
  });
});

describe('a scan for remote media', () => {
  const body = `é ![a](${at('/a.png')} "t")\n\n> <img src="https://x.ads.example/b.png">\n\n[link](https://example.org)\n![c](d.png)\n`;

  it('lists remote images with their position and the decision of the policy [MEDIA-SCAN]', async () => {
    const note = await api.note({ body });
    const bytes = (item: Scan['items'][number]) =>
      Buffer.from(body).subarray(item.start_byte, item.end_byte).toString();
    const found = await scan(note);
    expect(found).toEqual({
      current_revision_id: note.current_revision_id,
      total: 2,
      truncated: false,
      items: [
        expect.objectContaining({
          line: 1,
          column: 3,
          kind: 'image',
          url: at('/a.png'),
          decision: 'allowed',
          reasons: [],
        }),
        expect.objectContaining({ line: 3, column: 3, kind: 'html', decision: 'refused', reasons: ['domain_blocked'] }),
      ],
    });
    expect(found.items.map(bytes)).toEqual([`![a](${at('/a.png')} "t")`, '<img src="https://x.ads.example/b.png">']);
  });

  it('reads the note, writes nothing and sends no request [MEDIA-SCAN]', async () => {
    const note = await api.note({ body });
    asked.length = 0;
    await api.expectUnchanged(() => scan(note));
    expect(asked).toEqual([]);
    expect(await scan(await api.note({ body: 'text' }))).toMatchObject({ items: [], total: 0, truncated: false });
  });

  it('finds the notes that a search for has:remote-media finds [MEDIA-SCAN]', async () => {
    const bodies = [
      '![m](//x.test/a)',
      '<img src=http://x.test>',
      '`![m](//x.test/a)`',
      '![m](a.png)',
      '[m](//x.test)',
    ];
    const notes = await Promise.all(bodies.map((text) => api.note({ title: 'mediascan', body: text })));
    const { results } = await api.search('title:mediascan has:remote-media');
    const scanned = await Promise.all(notes.map(scan));
    const withMedia = notes.filter((_, index) => (scanned[index] as Scan).total > 0);
    expect(results.map(({ document_id }) => document_id).sort()).toEqual(withMedia.map(({ id }) => id).sort());
    expect(withMedia).toHaveLength(2);
  });

  it('lists 1,000 images and counts all [MEDIA-SCAN]', async () => {
    const note = await api.note({ body: '![m](//x.test/a)\n'.repeat(1_001) });
    const { items, total, truncated } = await scan(note);
    expect([items.length, total, truncated]).toEqual([1_000, 1_001, true]);
  });

  it('answers 404 for unknown notes and notes in Trash [MEDIA-SCAN]', async () => {
    const trashed = await api.createTrashed({ body });
    expectRefused(await api.post(`/documents/${trashed.id}/remote-media/scan`, {}), 'not_found');
    expectRefused(await api.post('/documents/doc_none/remote-media/scan', {}), 'not_found');
  });
});

describe('localizing remote media', () => {
  it('stores images as attachments under their SHA-256 in one new revision [MEDIA-LOCALIZE]', async () => {
    const note = await api.note({ body: `![a](${at('/a.png')} "t") ![b](${at('/b')})` });
    const { document, items } = await localize(note);
    expect(items).toEqual([
      { url: at('/a.png'), status: 'localized', resource_id: expect.any(String), reasons: [] },
      { url: at('/b'), status: 'localized', resource_id: expect.any(String), reasons: [] },
    ]);
    const [a, b] = items.map(({ resource_id }) => `resource://default/resources/${resource_id}`);
    expect(document.body).toBe(`![a](${a} "t") ![b](${b})`);
    expect(document).toEqual(await api.read(note.id));
    const { revisions } = await api.show<'listRevisions'>(`/documents/${note.id}/revisions`);
    expect(revisions).toHaveLength(2);
    const { resources } = await api.show<'listDocumentResources'>(`/documents/${note.id}/resources`);
    expect(resources).toHaveLength(2);
    for (const resource of resources)
      expect(resource).toMatchObject({
        sha256: createHash('sha256').update(PNG).digest('hex'),
        mime_type: 'image/png',
        relation_type: 'embedded',
      });
  });

  it('without a fetched image answers 200 and creates no revision [MEDIA-NONE]', async () => {
    const note = await api.note({ body: `![a](${at('/page')}) ![b](${at('/away')}) ![c](http://127.0.0.1:1/)` });
    let answer: Localized | undefined;
    await api.expectUnchanged(async () => {
      answer = await localize(note);
    });
    expect(answer).toEqual({
      document: note,
      items: [
        { url: at('/page'), status: 'refused', reasons: ['type_not_allowed'] },
        { url: at('/away'), status: 'refused', reasons: ['port_not_allowed', 'private_address'] },
        { url: 'http://127.0.0.1:1/', status: 'refused', reasons: ['port_not_allowed', 'private_address'] },
      ],
    });
  });

  it('fetches only the requested addresses [MEDIA-URLS]', async () => {
    const note = await api.note({ body: `![a](${at('/a')}) ![b](${at('/b')})` });
    const { items } = await localize(note, { urls: [at('/b'), at('/c')] });
    expect(items.map(({ status }) => status)).toEqual(['localized', 'unchanged']);
    expect((await api.read(note.id)).body).toContain(at('/a'));
  });

  it.each([[[]], [[1]], ['x'], [Array(51).fill('x')]])('rejects the addresses %j [MEDIA-URLS]', async (urls) => {
    const note = await api.note();
    const path = `/documents/${note.id}/remote-media/localize`;
    expectRefused(await api.post(path, { base_revision_id: note.current_revision_id, urls }), 'validation_failed');
  });

  it('requires the current revision of a writable note [MEDIA-PRECONDITION]', async () => {
    const note = await api.note({ body: `![a](${at('/a')})` });
    const path = `/documents/${note.id}/remote-media/localize`;
    asked.length = 0;
    expectRefused(await api.post(path, {}), 'precondition_required');
    const stale = await api.post(path, { base_revision_id: 'rev_old' });
    expectRefused(stale, 'revision_conflict');
    expect(stale.headers.etag).toBe(`"${note.current_revision_id}"`);
    expectRefused(await api.post('/documents/doc_none/remote-media/localize', {}), 'not_found');
    expectRefused(await api.post('/documents/doc_help_welcome/remote-media/localize', {}), 'forbidden');
    expect(asked).toEqual([]);
    expect((await api.post(path, {}, { 'If-Match': `"${note.current_revision_id}"` })).status).toBe(200);
  });

  it('is logged with host and outcome only [MEDIA-LOG]', async () => {
    const note = await api.note({ body: `![a](${at('/secret-path?secret=query')}) ![b](${at('/away')})` });
    api.log.length = 0;
    await localize(note);
    const entries = api.log.map((line) => JSON.parse(line));
    expect(entries.map(({ operation, host: asked, outcome }) => [operation, asked, outcome]).sort()).toEqual([
      ['localizeRemoteMedia', '127.0.0.1', 'fetched'],
      ['localizeRemoteMedia', '127.0.0.1', 'port_not_allowed'],
    ]);
    expect(api.log.join('')).not.toMatch(/secret|away|query/);
  });

  it('exposes neither resolved addresses nor remote responses [MEDIA-SILENT]', async () => {
    const note = await api.note({ body: `![a](${at('/page')}) ![b](${at('/away')})` });
    const { items } = await localize(note);
    expect(JSON.stringify(items)).not.toMatch(/remote words|secret-path|:1\//);
  });
});
