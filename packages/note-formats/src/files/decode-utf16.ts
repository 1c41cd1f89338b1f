import { createRejection, type Rejection } from '../rejection.js';

/**
 * Decodes UTF-16 with a byte order mark, as programs of Windows write it.
 *
 * @returns the text without the mark, or the reason why no note can hold it; undefined for bytes without such a mark
 */
export function decodeUtf16(bytes: Buffer): string | Rejection | undefined {
  const encoding = detectUtf16(bytes);
  if (encoding === undefined) return undefined;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? createRejection('has_nul') : text;
  } catch {
    // An unpaired surrogate, or half of a code unit at the end.
    return createRejection('not_utf16');
  }
}

function detectUtf16([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
