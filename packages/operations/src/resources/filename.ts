import { textLimits } from '@notes/contract';
import { clipBytes } from '../clip-bytes.js';

const NAMELESS = 'attachment';
/** Control characters, line and paragraph separators, and the marks that turn the direction of text. */
const UNPRINTED = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * The name an attachment is kept under, of what a client calls it: the last segment of a path of any system, without
 * what is not to be seen, at most 255 bytes of UTF-8.
 */
export function cleanFilename(sent: string): string {
  const segment = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const shown = segment.toWellFormed().replace(UNPRINTED, '').trim();
  const name = clipBytes(shown, textLimits.name);
  return name === '' || name === '.' || name === '..' ? NAMELESS : name;
}
