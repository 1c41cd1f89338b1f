import { getEssence } from '../../../notes/resources/mime-type.js';
import { copyJpeg } from './jpeg.js';
import { Picture } from './picture.js';
import { copyPng } from './png.js';
import { copyWebp } from './webp.js';

const COPIES: Readonly<Record<string, (picture: Picture) => boolean>> = {
  'image/jpeg': copyJpeg,
  'image/png': copyPng,
  'image/webp': copyWebp,
};

/** Largest image on a site, in bytes, since images are read as a whole. */
export const MAX_IMAGE_BYTES = 64 * 1024 * 1024;

/** Returns true for an image type whose metadata can be stripped. */
export const canStripMetadata = (mimeType: string): boolean => Object.hasOwn(COPIES, getEssence(mimeType));

/**
 * Strips the metadata from an image: location, time, device, author and thumbnails. The picture stays bit-identical and
 * keeps its orientation. Bytes that are not of the given type stay unchanged.
 *
 * @returns the remaining bytes, and whether the metadata contained a location
 */
export function stripMetadata(
  mimeType: string,
  bytes: Buffer,
): { readonly bytes: Buffer; readonly hasLocation: boolean } {
  const picture = new Picture(bytes);
  const isCopied = COPIES[getEssence(mimeType)]?.(picture) ?? false;
  return isCopied ? picture : { bytes, hasLocation: false };
}
