import { crc32 } from 'node:zlib';
import type { Picture } from './picture.js';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Ancillary chunks that affect how the picture looks. The names of critical chunks begin with a capital letter. */
const SHOWN: ReadonlySet<string> = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(' '),
);
/** Bytes of the length, name and CRC of a chunk. */
const AROUND = 12;

/**
 * Copies a PNG without texts, times and data after its end.
 *
 * @returns false when the source is not a PNG
 */
export function copyPng(picture: Picture): boolean {
  const { source } = picture;
  if (!source.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  picture.keep(0, SIGNATURE.length);
  for (let at = SIGNATURE.length; at + 8 <= source.length; ) {
    const name = source.toString('latin1', at + 4, at + 8);
    // A truncated chunk is copied as far as it goes.
    const end = Math.min(source.length, at + AROUND + source.readUInt32BE(at));
    if (/^[A-Z]/.test(name) || SHOWN.has(name)) picture.keep(at, end);
    else if (name === 'eXIf') copyOrientation(picture, source.subarray(at + 8, Math.max(at + 8, end - 4)));
    else picture.omitText(at, end);
    if (name === 'IEND') return true;
    at = end;
  }
  return true;
}

function copyOrientation(picture: Picture, tiff: Buffer): void {
  const turned = picture.omitExif(tiff);
  if (turned === undefined) return;
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from('eXIf'), turned]);
  length.writeUInt32BE(turned.length);
  check.writeUInt32BE(crc32(named));
  picture.add(length, named, check);
}
