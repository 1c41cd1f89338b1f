import { createHash } from 'node:crypto';
import { createBytesItem } from '../files/bytes-item.js';
import type { FileItem, Item } from '../item.js';
import { type Element, rewrite } from './tree.js';

export interface Embedding {
  readonly root: Element;
  /** Files by their new targets in the tree. */
  readonly files: ReadonlyMap<string, FileItem>;
}

const DATA = /^\s*data:([\w.+-]+\/[\w.+-]+)?((?:;[^,;]*)*),/i;
const ENDINGS = new Map([
  ['jpeg', 'jpg'],
  ['svg+xml', 'svg'],
  ['plain', 'txt'],
  ['x-icon', 'ico'],
]);

/** Extracts images in `data:` addresses from a page, and replaces these addresses by targets. */
export function extractEmbedded(page: Element, note: Pick<Item, 'path' | 'key'>): Embedding {
  const files = new Map<string, FileItem>();
  const root = rewrite(page, (found) => {
    const { src } = found.attributes;
    if (found.name !== 'img' || src === undefined) return undefined;
    const image = readData(src);
    if (image === undefined) return undefined;
    const name = `${createHash('sha256').update(image.bytes).digest('hex').slice(0, 16)}.${image.ending}`;
    const target = `:embedded/${name}`;
    const [path, key] = [note.path, note.key].map((of) => `${of}/${name}`) as [string, string];
    files.set(target, createBytesItem({ path, key, filename: `image-${name}`, mimeType: image.type }, image.bytes));
    return [{ ...found, attributes: { ...found.attributes, src: target } }];
  });
  return { root, files };
}

/** Decodes a `data:` address. */
function readData(address: string): { bytes: Buffer; type: string; ending: string } | undefined {
  const match = DATA.exec(address);
  if (match === null) return undefined;
  const [head, type = 'text/plain', parameters = ''] = match;
  const subtype = type.slice(type.indexOf('/') + 1).toLowerCase();
  const data = address.slice(head.length);
  const bytes = /;base64$/i.test(parameters.trim())
    ? Buffer.from(percentDecode(data), 'base64')
    : Buffer.from(percentDecode(data));
  return bytes.length === 0
    ? undefined
    : { bytes, type: type.toLowerCase(), ending: ENDINGS.get(subtype) ?? subtype.slice(0, 8) };
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
