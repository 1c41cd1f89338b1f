import { describe, expect, test } from 'vitest';
import { mediaLibrary, origin, PNG, sha256 } from './origin.js';

const servesPng = () => origin((_request, response) => response.end(PNG));

describe('localize', () => {
  test('fetches an image of a permitted origin and points the note at it', async () => {
    const from = await servesPng();
    const { localized, library, egress } = await mediaLibrary([from]);
    const { document, items, note } = await localized(`é ![a](${from.url}/b/c%20d.jpeg "t")\n`);
    const [{ resource_id: id = '', ...item } = {}] = items;
    expect(item).toEqual({ url: `${from.url}/b/c%20d.jpeg`, status: 'localized', reasons: [] });
    expect(document.body).toBe(`é ![a](resource://default/resources/${id} "t")\n`);
    expect(document.current_revision_id).not.toBe(note.current_revision_id);
    const resource = library.store.read((reader) => reader.resources.get(id));
    expect(resource).toMatchObject({
      sha256: sha256(PNG),
      sizeBytes: PNG.length,
      filename: 'c d.png',
      mimeType: 'image/png',
    });
    expect(await library.store.blobs.verify(sha256(PNG))).toBe(true);
    expect(egress).toEqual([{ host: '127.0.0.1', outcome: 'fetched' }]);
  });
});
