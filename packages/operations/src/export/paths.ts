import { posix } from 'node:path';

/** In a destination of Markdown, what would end it or be read as something else. */
const SPECIAL = /[%\s#?()<>[\]\\"`]/g;

/** How a link in one file of a folder leads to another; both by their paths within it, parted by slashes. */
export function relativeAddress(from: string, to: string): string {
  return relativePath(from, to).replace(SPECIAL, percentEncoded);
}

/** The same for an attribute of HTML. */
export const relativeUrl = (from: string, to: string): string =>
  relativePath(from, to).split('/').map(encodeURIComponent).join('/');

const relativePath = (from: string, to: string): string => posix.relative(posix.dirname(from), to);

/** A character of ASCII as addresses hold any. */
export const percentEncoded = (mark: string): string =>
  `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
