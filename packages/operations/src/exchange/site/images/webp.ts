import type { Picture } from './picture.js';

const SHOWN: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const HEAD_BYTES = 12;
const EXTENDED = 'VP8X';
/** Bits in the first byte of an extended header that announce metadata. */
const HAS = { exif: 0x08, xmp: 0x04 } as const;

/**
 * Copies a WebP without Exif, XMP and unknown chunks.
 *
 * @returns false when the source is not a WebP
 */
export function copyWebp(picture: Picture): boolean {
  const { source } = picture;
  const isOne = source.toString('latin1', 0, 4) === 'RIFF' && source.toString('latin1', 8, HEAD_BYTES) === 'WEBP';
  if (!isOne) return false;
  picture.keep(0, HEAD_BYTES);
  const last = Math.min(source.length, 8 + source.readUInt32LE(4));
  let hasExif = false;
  for (let at = HEAD_BYTES; at + 8 <= last; ) {
    const name = source.toString('latin1', at, at + 4);
    const size = source.readUInt32LE(at + 4);
    const end = Math.min(last, at + 8 + size + (size & 1));
    if (SHOWN.has(name)) picture.keep(at, end);
    else if (name === 'EXIF') hasExif = copyOrientation(picture, source.subarray(at + 8, end)) || hasExif;
    else picture.omitText(at, end);
    at = end;
  }
  updateHeader(picture.bytes, hasExif);
  return true;
}

function copyOrientation(picture: Picture, content: Buffer): boolean {
  const turned = picture.omitExif(content.toString('latin1', 0, 6) === 'Exif\0\0' ? content.subarray(6) : content);
  if (turned === undefined) return false;
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(turned.length, 4);
  picture.add(head, turned);
  return true;
}

/** Updates the file size and the metadata flags in the header. */
function updateHeader(bytes: Buffer, hasExif: boolean): void {
  bytes.writeUInt32LE(bytes.length - 8, 4);
  const isExtended = bytes.length > HEAD_BYTES + 8 && bytes.toString('latin1', HEAD_BYTES, HEAD_BYTES + 4) === EXTENDED;
  if (!isExtended) return;
  const flags = bytes[HEAD_BYTES + 8] as number;
  bytes[HEAD_BYTES + 8] = (flags & ~(HAS.exif | HAS.xmp)) | (hasExif ? HAS.exif : 0);
}
