import { extname } from 'node:path';
import { textLimits } from '@notes/contract';
import { clipBytes } from '../clip-bytes.js';

const NAMELESS = 'attachment';
/** An ending up to so many bytes, its dot included, is not cut off. */
const LONGEST_ENDING = 16;
/** Control characters, line and paragraph separators, and the marks that turn the direction of text. */
const UNPRINTED = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * The name an attachment is kept under, of what a client calls it: the last segment of a path of any system, without
 * what is not to be seen, at most 255 bytes of UTF-8, of a longer one the start and the ending.
 */
export function cleanFilename(sent: string): string {
  const segment = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const shown = segment.toWellFormed().replace(UNPRINTED, '').trim();
  return shown === '' || shown === '.' || shown === '..' ? NAMELESS : shortened(shown);
}

function shortened(name: string): string {
  const ending = extname(name);
  const bytes = Buffer.byteLength(ending);
  if (bytes > LONGEST_ENDING) return clipBytes(name, textLimits.name);
  return clipBytes(name.slice(0, name.length - ending.length), textLimits.name - bytes) + ending;
}
