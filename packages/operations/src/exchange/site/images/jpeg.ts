import type { Picture } from './picture.js';

const [SOI, EOI, SOS, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe];
const EXIF = 'Exif\0\0';
const JFIF = 'JFIF\0';
/** Bytes of a JFIF segment before its thumbnail, including marker and length. */
const JFIF_BYTES = 18;

const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const isApplicationSegment = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT;

/**
 * Copies a JPEG without application segments other than those for colours, and without data after its end.
 *
 * @returns false when the source is not a JPEG
 */
export function copyJpeg(picture: Picture): boolean {
  const { source } = picture;
  if (source.length < 2 || source.readUInt16BE(0) !== 0xff00 + SOI) return false;
  picture.keep(0, 2);
  for (let at = 2; at + 2 <= source.length; ) {
    const marker = source[at + 1] as number;
    if (source[at] !== 0xff || marker === 0 || marker === 0xff) {
      // Bytes that are not a marker are skipped, as decoders do.
      const next = source.indexOf(0xff, at + 1);
      at = next === -1 ? source.length : next;
    } else if (marker === EOI) {
      picture.keep(at, at + 2);
      return true;
    } else if (isAlone(marker)) {
      picture.keep(at, at + 2);
      at += 2;
    } else {
      const end = at + 4 <= source.length ? at + 2 + source.readUInt16BE(at + 2) : source.length + 1;
      if (end > source.length || end < at + 4) return true;
      const next = marker === SOS ? findScanEnd(source, end) : end;
      if (isApplicationSegment(marker)) copyApplicationSegment(picture, at, end);
      else picture.keep(at, next);
      at = next;
    }
  }
  return true;
}

/** Returns the end of the data of a scan: the next marker that does not belong to the data. */
function findScanEnd(source: Buffer, from: number): number {
  for (let at = source.indexOf(0xff, from); at !== -1; at = source.indexOf(0xff, at + 1)) {
    const marker = source[at + 1];
    if (marker !== undefined && marker !== 0 && marker !== 0xff && !isAlone(marker)) return at;
  }
  return source.length;
}

function copyApplicationSegment(picture: Picture, at: number, end: number): void {
  const { source } = picture;
  const marker = source[at + 1] as number;
  const startsWith = (text: string) => source.toString('latin1', at + 4, Math.min(end, at + 4 + text.length)) === text;
  if (marker === 0xe0 && startsWith(JFIF) && end - at >= JFIF_BYTES) copyJfif(picture, at);
  else if ((marker === 0xe2 && startsWith('ICC_PROFILE\0')) || (marker === 0xee && startsWith('Adobe')))
    picture.keep(at, end);
  else if (marker === 0xe1 && startsWith(EXIF)) {
    const turned = picture.omitExif(source.subarray(at + 4 + EXIF.length, end));
    if (turned !== undefined) picture.add(segment(marker, Buffer.from(EXIF, 'latin1'), turned));
  } else picture.omitText(at, end);
}

/** Copies a JFIF segment without its thumbnail, which may show parts cropped from the picture. */
function copyJfif(picture: Picture, at: number): void {
  const head = Buffer.from(picture.source.subarray(at, at + JFIF_BYTES));
  head.writeUInt16BE(JFIF_BYTES - 2, 2);
  head.writeUInt16BE(0, JFIF_BYTES - 2);
  picture.add(head);
}

function segment(marker: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]);
}
