import { nameKey } from '@notes/query-language';
import { clipBytes } from '../../platform/clip-bytes.js';

/** Characters that some system refuses in a file name or displays as something else. */
const REFUSED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/g;
/** Characters that Obsidian refuses in the names of link targets. */
const REFUSED_IN_LINKS = /[#^[\]]+/g;
const NOT_IN_SLUGS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;
const ENDS = /^ +|[ .]+$/g;
/** Bytes. Leaves room for an extension and a number within the 255 bytes that file systems allow. */
const MAX_STEM_BYTES = 180;
const MAX_EXTENSION_LENGTH = 20;

/** Returns a single path segment that every common file system accepts. */
export function toSafeName(text: string): string {
  const allowed = text.normalize('NFC').replace(REFUSED, '-').replace(ENDS, '');
  const name = clipBytes(allowed, MAX_STEM_BYTES).replace(ENDS, '').replace(/^\./, '_');
  return DEVICE.test(name) ? `_${name}` : name || 'Untitled';
}

/** Returns a {@link toSafeName} that links of Obsidian can contain. */
export const toLinkableName = (text: string): string => toSafeName(text.replace(REFUSED_IN_LINKS, '-'));

/** Returns a {@link toSafeName} of lower-case letters, digits and hyphens, for URLs. */
export const toSlugName = (text: string): string =>
  toSafeName(
    text
      .toLowerCase()
      .replace(NOT_IN_SLUGS, '-')
      .replace(/^-+|-+$/g, '') || 'note',
  );

/** Splits a file name into its stem and its extension, which includes the dot and is empty when there is none. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot);
  const isExtension = dot > 0 && extension.length <= MAX_EXTENSION_LENGTH && /^\.[\p{L}\p{N}]+$/u.test(extension);
  return isExtension ? { stem: name.slice(0, dot), extension } : { stem: name, extension: '' };
}

/** Returns a key that is equal for paths that some file system treats as the same. */
export const pathKey = (path: string): string => nameKey(path.normalize('NFKC'));
