import { extname } from 'node:path';
import { textLimits } from '@notes/contract';
import { clipBytes } from '../../platform/clip-bytes.js';

const NAMELESS = 'attachment';
/** Longest extension, in bytes with its dot, that is kept when a name is shortened. */
const MAX_EXTENSION_BYTES = 16;
/** Control characters, line and paragraph separators, and direction marks. */
const UNPRINTED = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Normalises the file name that a client sends: takes the last segment of a path of any system and removes invisible
 * characters. A name of more than 255 bytes of UTF-8 keeps its start and its extension.
 */
export function cleanFilename(sent: string): string {
  const segment = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const shown = segment.toWellFormed().replace(UNPRINTED, '').trim();
  return shown === '' || shown === '.' || shown === '..' ? NAMELESS : shortenName(shown);
}

function shortenName(name: string): string {
  const ending = extname(name);
  const bytes = Buffer.byteLength(ending);
  if (bytes > MAX_EXTENSION_BYTES) return clipBytes(name, textLimits.name);
  return clipBytes(name.slice(0, name.length - ending.length), textLimits.name - bytes) + ending;
}
