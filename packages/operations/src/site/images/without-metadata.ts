import { copyJpeg } from './jpeg.js';
import { Picture } from './picture.js';
import { copyPng } from './png.js';
import { copyWebp } from './webp.js';

const COPIES: Readonly<Record<string, (picture: Picture) => boolean>> = {
  'image/jpeg': copyJpeg,
  'image/png': copyPng,
  'image/webp': copyWebp,
};

/** Images of a site are read whole; larger ones are none of it. */
export const LARGEST_IMAGE = 64 * 1024 * 1024;

/** Whether a type of files is one of images that are cleaned. */
export const isCleaned = (mimeType: string): boolean => Object.hasOwn(COPIES, mimeType);

/**
 * An image without what it says beside the picture: where and when it was taken, with what, by whom, and smaller pictures of
 * it. The picture itself is the same to the last bit, and turned as it was. The bytes may be any: what is not of the type it
 * is called is left as it is.
 */
export function withoutMetadata(
  mimeType: string,
  bytes: Buffer,
): { readonly bytes: Buffer; readonly hasPlace: boolean } {
  const picture = new Picture(bytes);
  const isCopied = COPIES[mimeType]?.(picture) ?? false;
  return isCopied ? picture : { bytes, hasPlace: false };
}
