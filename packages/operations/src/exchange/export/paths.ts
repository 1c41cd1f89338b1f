import { posix } from 'node:path';

/** Characters that end a Markdown link destination or have another meaning in it. */
const SPECIAL = /[%\s#?()<>[\]\\"`]/g;

/**
 * Returns the relative Markdown destination from one file to another.
 *
 * @param from path of the linking file within the folder, with `/` separators
 * @param to path of the target file within the folder
 */
export function relativeAddress(from: string, to: string): string {
  return relativePath(from, to).replace(SPECIAL, percentEncode);
}

/**
 * Returns the relative URL from one file to another, for an HTML attribute. Takes the paths of {@link relativeAddress}.
 */
export const relativeUrl = (from: string, to: string): string =>
  relativePath(from, to).split('/').map(encodeURIComponent).join('/');

const relativePath = (from: string, to: string): string => posix.relative(posix.dirname(from), to);

/** Percent-encodes one ASCII character. */
export const percentEncode = (mark: string): string =>
  `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
