import { nameKey } from '@notes/query-language';
import { clipBytes } from '../clip-bytes.js';

/** What some system does not take in a name, or shows as something else. */
const REFUSED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/g;
/** What Obsidian does not take in the names of what is linked to. */
const REFUSED_IN_LINKS = /[#^[\]]+/g;
const NOT_IN_SLUGS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Names of devices, with whatever ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;
const ENDS = /^ +|[ .]+$/g;
/** With room for an ending and a number within the 255 that file systems take. */
const LONGEST_STEM = 180;
const LONGEST_EXTENSION = 20;

/** A name that every usual file system takes for a file or folder, and takes for one of this folder. */
export function safeName(text: string): string {
  const allowed = text.normalize('NFC').replace(REFUSED, '-').replace(ENDS, '');
  const name = clipBytes(allowed, LONGEST_STEM).replace(ENDS, '').replace(/^\./, '_');
  return DEVICE.test(name) ? `_${name}` : name || 'Untitled';
}

/** Such a name that links of Obsidian can hold. */
export const linkedName = (text: string): string => safeName(text.replace(REFUSED_IN_LINKS, '-'));

/** Such a name of lower-case letters, digits and hyphens, for addresses. */
export const slugName = (text: string): string =>
  safeName(
    text
      .toLowerCase()
      .replace(NOT_IN_SLUGS, '-')
      .replace(/^-+|-+$/g, '') || 'note',
  );

/** A name of a file in parts: the ending with its dot, empty where it has none. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot);
  const isExtension = dot > 0 && extension.length <= LONGEST_EXTENSION && /^\.[\p{L}\p{N}]+$/u.test(extension);
  return isExtension ? { stem: name.slice(0, dot), extension } : { stem: name, extension: '' };
}

/** The same for paths that some file system takes for one. */
export const pathKey = (path: string): string => nameKey(path.normalize('NFKC'));
