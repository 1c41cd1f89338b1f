import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drip, type MediaLibrary, mediaLibrary, type Origin, origin, PNG, sha256 } from './origin.js';

/** Serves an image at every path but `/none…`, and records the requests. */
async function counting(): Promise<Origin & { readonly asked: string[] }> {
  const asked: string[] = [];
  const from = await origin((request, response) => {
    asked.push(request.url as string);
    if (request.url?.startsWith('/none') === true) response.writeHead(404);
    response.end(PNG);
  });
  return { ...from, asked };
}

const getResourceUri = (items: readonly { url: string; resource_id?: string | undefined }[], url: string) =>
  `resource://default/resources/${items.find((item) => item.url === url)?.resource_id}`;

const readStored = ({ library }: MediaLibrary, id = '') => library.store.read((reader) => reader.resources.get(id));
const relations = ({ library }: MediaLibrary, id: string) =>
  library.store.read((reader) => reader.resources.listForDocument(reader.documents.get(id)?.pk as number));

/** Returns the ids of all attachments ever made. */
const madeIn = ({ store }: MediaLibrary['library']) =>
  store
    .read(({ journal }) => journal.since(0, 1_000))
    .flatMap(({ entity, id, kind }) => (entity === 'resource' && kind === 'create' ? [id] : []));

async function expectNothingKept({ library: { store } }: MediaLibrary): Promise<void> {
  // The next write removes bytes once it is durable that no attachment has them.
  await store.write(() => {});
  expect(store.read(({ resources }) => resources.counts().resources)).toBe(0);
  expect([...store.blobs.list()]).toEqual([]);
}

describe('localizeRemoteMedia', () => {
  test('fetches an image from an allowed origin and changes its address in the note [MEDIA-LOCALIZE]', async () => {
    const from = await counting();
    const opened = await mediaLibrary([from]);
    const { document, items, note } = await opened.localized(`é ![a](${from.url}/b/c%20d.jpeg "t")\n`);
    const [{ resource_id: id = '', ...item } = {}] = items;
    expect(item).toEqual({ url: `${from.url}/b/c%20d.jpeg`, status: 'localized', reasons: [] });
    expect(document.body).toBe(`é ![a](resource://default/resources/${id} "t")\n`);
    expect(document.current_revision_id).not.toBe(note.current_revision_id);
    expect(readStored(opened, id)).toMatchObject({
      sha256: sha256(PNG),
      sizeBytes: PNG.length,
      filename: 'c d.png',
      mimeType: 'image/png',
    });
    expect(readFileSync(opened.library.store.blobs.getPath(sha256(PNG)))).toEqual(PNG);
    expect(relations(opened, note.id)).toMatchObject([{ id, relationType: 'embedded' }]);
    expect(opened.egress).toEqual([{ host: '127.0.0.1', outcome: 'fetched' }]);
    const { revisions } = await opened.call('listRevisions', { document_id: note.id });
    expect(revisions).toHaveLength(2);
  });

  test('fetches each address once, however often it occurs in the note [MEDIA-ONCE]', async () => {
    const from = await counting();
    const opened = await mediaLibrary([from]);
    const url = `${from.url}/a.png`;
    const { items, document } = await opened.localized(
      `![a](${url}) ![b](<${url}>)\n\n![c][r] ![r]\n\n[r]: ${url} "t"\n`,
    );
    expect(items).toHaveLength(1);
    const to = getResourceUri(items, url);
    expect(document.body).toBe(`![a](${to}) ![b](<${to}>)\n\n![c][r] ![r]\n\n[r]: ${to} "t"\n`);
    expect(from.asked).toEqual(['/a.png']);
  });

  test('embeds the image of an <img> element [RES-EMBEDDED]', async () => {
    const from = await counting();
    const opened = await mediaLibrary([from]);
    const url = `${from.url}/a.png`;
    const { items, document, note } = await opened.localized(`<img alt="b" src='${url}' width=1>\n`);
    expect(document.body).toBe(`<img alt="b" src='${getResourceUri(items, url)}' width=1>\n`);
    expect(relations(opened, note.id)).toMatchObject([{ id: items[0]?.resource_id, relationType: 'embedded' }]);
  });

  test('keeps fetched images when others fail, and reports the outcome of each [MEDIA-PARTIAL]', async () => {
    const from = await counting();
    const { localized } = await mediaLibrary([from]);
    const [good, none, refused] = [`${from.url}/a.png`, `${from.url}/none`, 'http://127.0.0.1:9/'];
    const { items, document } = await localized(`![](${none}) ![](${good}) ![](${refused})`);
    expect(items.map(({ resource_id: _, ...item }) => item)).toEqual([
      { url: none, status: 'failed', reasons: ['http_status'] },
      { url: good, status: 'localized', reasons: [] },
      { url: refused, status: 'refused', reasons: ['port_not_allowed', 'private_address'] },
    ]);
    expect(document.body).toBe(`![](${none}) ![](${getResourceUri(items, good)}) ![](${refused})`);
  });

  test('keeps fetched images when others exceed the time limit [MEDIA-PARTIAL]', async () => {
    const from = await counting();
    const slow = await origin((_, to) => drip(to, PNG));
    const { localized, library } = await mediaLibrary([from, slow], ['media.timeout_seconds=1']);
    const { items, document } = await localized(`![](${slow.url}/) ![](${from.url}/a)`);
    expect(items[0]).toEqual({ url: `${slow.url}/`, status: 'failed', reasons: ['timeout'] });
    expect(document.body).toBe(`![](${slow.url}/) ![](${getResourceUri(items, `${from.url}/a`)})`);
    expect([...library.store.blobs.list()]).toHaveLength(1);
  });

  test('creates no revision when no image was fetched [MEDIA-NONE]', async () => {
    const from = await counting();
    const { localized } = await mediaLibrary([from]);
    const { items, document, note } = await localized(`![](${from.url}/none)`);
    expect(items).toMatchObject([{ status: 'failed' }]);
    expect(document).toEqual(note);
    expect(await localized('no image')).toMatchObject({ items: [], document: { body: 'no image' } });
  });

  test('fetches nothing when media are disabled', async () => {
    const from = await counting();
    const { localized } = await mediaLibrary([from], ['media.enabled=false']);
    const { items } = await localized(`![](${from.url}/a.png)`);
    expect(items).toEqual([{ url: `${from.url}/a.png`, status: 'refused', reasons: ['disabled'] }]);
    expect(from.asked).toEqual([]);
  });

  test('fetches only the given addresses, each once [MEDIA-URLS]', async () => {
    const from = await counting();
    const { localized } = await mediaLibrary([from]);
    const [a, b] = [`${from.url}/a`, `${from.url}/b`];
    const { items, document } = await localized(`![](${a}) ![](${b})`, [b, 'https://example.org/', b]);
    expect(items).toMatchObject([
      { url: b, status: 'localized' },
      { url: 'https://example.org/', status: 'unchanged', reasons: ['not_in_note'] },
    ]);
    expect(document.body).toBe(`![](${a}) ![](${getResourceUri(items, b)})`);
  });

  test('fetches at most 50 addresses per call, not counting refused ones [MEDIA-LIMITS]', async () => {
    const from = await counting();
    const { localized } = await mediaLibrary([from]);
    const refused = Array.from({ length: 60 }, (_, i) => `![](http://127.0.0.1/${i})`);
    const allowed = Array.from({ length: 52 }, (_, i) => `![](${from.url}/${i})`);
    const { items } = await localized([...refused, ...allowed].join('\n'));
    const statuses = items.slice(60).map(({ status }) => status);
    expect(statuses).toEqual([...Array(50).fill('localized'), 'unchanged', 'unchanged']);
    expect(items.at(-1)?.reasons).toEqual(['call_limit']);
    expect(from.asked).toHaveLength(50);
  });

  test('fetches at most 100 MiB per call [MEDIA-LIMITS]', async () => {
    const image = Buffer.concat([PNG, Buffer.alloc(24 * 1024 * 1024)]);
    const from = await origin((_, response) => response.end(image));
    const { localized, dataDir } = await mediaLibrary([from]);
    const { items } = await localized([1, 2, 3, 4, 5].map((each) => `![](${from.url}/${each})`).join('\n'));
    const limited = items.filter(({ reasons }) => reasons.includes('call_limit'));
    expect(limited.length).toBeGreaterThan(0);
    expect(items.filter(({ status }) => status === 'localized')).toHaveLength(5 - limited.length);
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
  });

  test('works for notes too long for the event loop', async () => {
    const from = await counting();
    const { localized } = await mediaLibrary([from]);
    const text = 'words and words\n'.repeat(10_000);
    const { items, document } = await localized(`${text}\n![](${from.url}/a) <img src=${from.url}/b>\n${text}`);
    const [a, b] = ['a', 'b'].map((path) => getResourceUri(items, `${from.url}/${path}`));
    expect(document.body).toBe(`${text}\n![](${a}) <img src=${b}>\n${text}`);
  });

  test('writes nothing and keeps no attachment when the note changed meanwhile [MEDIA-CONFLICT]', async () => {
    let change = async () => {};
    const from = await origin(async (_, response) => {
      await change();
      response.end(PNG);
    });
    const opened = await mediaLibrary([from]);
    const { call } = opened;
    const note = await call('createDocument', { title: 'A note', body: `![](${from.url}/a.png)` });
    change = async () => void (await call('appendToDocument', { document_id: note.id, text: 'more' }));
    const asked = { document_id: note.id, base_revision_id: note.current_revision_id };
    await expect(call('localizeRemoteMedia', asked)).rejects.toMatchObject({ code: 'revision_conflict' });
    expect((await call('getDocument', { document_id: note.id })).body).toBe(`![](${from.url}/a.png)\nmore`);
    await expectNothingKept(opened);
    expect(relations(opened, note.id)).toEqual([]);
  });

  test('keeps an attachment that another note uses when the note changed meanwhile [MEDIA-CONFLICT]', async () => {
    let late = async () => {};
    const from = await origin(async (request, response) => {
      if (request.url === '/late') await late();
      response.end(Buffer.concat([PNG, Buffer.from(request.url as string)]));
    });
    const { call, library } = await mediaLibrary([from]);
    const note = await call('createDocument', { title: 'A note', body: `![](${from.url}/a) ![](${from.url}/late)` });
    const other = await call('createDocument', { title: 'Another note', body: '' });
    let kept = '';
    late = async () => {
      await expect.poll(() => madeIn(library)).toHaveLength(1);
      [kept = ''] = madeIn(library);
      await call('attachResource', { document_id: other.id, resource_id: kept });
      await call('appendToDocument', { document_id: note.id, text: 'more' });
    };
    const asked = { document_id: note.id, base_revision_id: note.current_revision_id };
    await expect(call('localizeRemoteMedia', asked)).rejects.toMatchObject({ code: 'revision_conflict' });
    expect(
      library.store.read(({ resources }) => [resources.counts().resources, resources.get(kept)?.unattached]),
    ).toEqual([1, null]);
  });

  test('fetches nothing for a note that cannot be changed [MEDIA-PRECONDITION]', async () => {
    const from = await counting();
    const { call } = await mediaLibrary([from]);
    const note = await call('createDocument', { title: 'A note', body: `![](${from.url}/a.png)` });
    const refusal = (base_revision_id?: string) =>
      expect(call('localizeRemoteMedia', { document_id: note.id, ...(base_revision_id && { base_revision_id }) }))
        .rejects;
    await refusal().toMatchObject({ code: 'precondition_required' });
    await refusal('rev_old').toMatchObject({ code: 'revision_conflict' });
    await call('trashDocument', { document_id: note.id, base_revision_id: note.current_revision_id });
    await refusal(note.current_revision_id).toMatchObject({ code: 'forbidden' });
    expect(from.asked).toEqual([]);
  });

  test('stops when its caller aborts, and writes nothing', async () => {
    const gone = new AbortController();
    const from = await origin((_, response) => {
      response.write(PNG);
      gone.abort();
    });
    const opened = await mediaLibrary([from]);
    const { context, localized, dataDir } = opened;
    Object.assign(context, { signal: gone.signal });
    await expect(localized(`![](${from.url}/a.png)`)).rejects.toMatchObject({ code: 'request_timeout' });
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
    await expectNothingKept(opened);
  });

  test('keeps no attachment that was fetched before its caller aborted', async () => {
    const gone = new AbortController();
    const from = await counting();
    const slow = await origin(async (_, to) => {
      await expect.poll(() => madeIn(library)).toHaveLength(1);
      gone.abort();
      to.end(PNG);
    });
    const opened = await mediaLibrary([from, slow]);
    const { context, localized, library } = opened;
    Object.assign(context, { signal: gone.signal });
    const asked = localized(`![](${from.url}/a.png) ![](${slow.url}/)`);
    await expect(asked).rejects.toMatchObject({ code: 'request_timeout' });
    await expectNothingKept(opened);
  });
});

describe('localizeRemoteMedia changes only the addresses of images [MEDIA-EXACT]', () => {
  /** Text, then an address as written and the URL it means, if the address has to be replaced. */
  type Piece = readonly [text: string, written?: string, url?: string];

  const arbitraryPieces = (base: string): fc.Arbitrary<Piece[]> => {
    const path = fc.constantFrom('/a', '/b.png', '/c%20d', '/e?f=1', '/g#h');
    const image = path.chain((each) => {
      const url = base + each;
      const around: [string, string][] = [
        ['![a](', ')'],
        ['![é\u{1f600}](<', '> "t")'],
        ['![a]( ', " 't' )"],
        ['[![a](', ')](https://example.org)'],
        ['> quoted\n> - ![a](', ')'],
        ['| a |\n|---|\n| ![a](', ') |'],
        ['# ![a](', ') #'],
        ['text <img alt=">" src="', "\" title='t'> text"],
        ['<div>\n<IMG SRC = "', '">\n</div>'],
        ['![a][LABEL]\n\n[LABEL]: <', '> (t)'],
      ];
      return fc.constantFrom(...around).map(([before, after]): Piece[] => [[before, url, url], [after]]);
    });
    const escaped = fc.constant<Piece[]>([['![a](', `${base}/i&amp;j\\_k`, `${base}/i&j_k`], [')']]);
    const other = path.chain((each) =>
      fc.constantFrom<Piece[]>(
        [[`[link](${base}${each})`]],
        [[`bare ${base}${each} text`]],
        [[`\`![a](${base}${each})\``]],
        [[`~~~\n![a](${base}${each})\n~~~`]],
        [[`<!-- <img src="${base}${each}"> -->`]],
        [[`\\![a](${base}${each})`]],
        [['![local](resource://default/resources/res_1) ![](data:image/png;base64,AA)']],
        [['\ufeffline\r\nline \u{1f600} \u0301\ttext  ']],
      ),
    );
    const block = fc.oneof({ weight: 3, arbitrary: image }, escaped, { weight: 2, arbitrary: other });
    const newline = fc.constantFrom<Piece>(['\n\n'], ['\r\n\r\n'], ['\n\n\n']);
    // A second definition of a label has no effect, so each definition has its own label.
    const addLabel = (pieces: Piece[], label: number) =>
      pieces.map(([text, ...rest]): Piece => [text.replaceAll('LABEL', `r${label}`), ...rest]);
    return fc
      .array(fc.tuple(block, newline), { maxLength: 8 })
      .map((blocks) => blocks.flatMap(([pieces, end], index) => [...addLabel(pieces, index), end]));
  };

  test('in any surrounding text', async () => {
    const from = await counting();
    const { localized } = await mediaLibrary([from]);
    await fc.assert(
      fc.asyncProperty(arbitraryPieces(from.url), async (pieces) => {
        const { items, document } = await localized(pieces.map(([text, written = '']) => text + written).join(''));
        const expected = pieces.map(([text, , url]) => text + (url === undefined ? '' : getResourceUri(items, url)));
        expect(document.body).toBe(expected.join(''));
      }),
      { seed: 20_261_121, numRuns: samples(20) },
    );
  });
});
