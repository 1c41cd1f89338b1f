import { createRejection, type Rejection } from '../rejection.js';

type Utf16 = 'utf-16le' | 'utf-16be';

/**
 * Decodes UTF-16, as programs of Windows write it: with a byte order mark, or mostly in Latin letters, which no text in
 * UTF-8 resembles.
 *
 * @returns the text without the mark, or the reason why no note can hold it; undefined for other bytes
 */
export function decodeUtf16(bytes: Buffer): string | Rejection | undefined {
  const marked = detectMark(bytes);
  const encoding = marked ?? detectByNuls(bytes);
  if (encoding === undefined) return undefined;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? createRejection('has_nul') : text;
  } catch {
    // An unpaired surrogate, or half of a code unit at the end.
    return marked === undefined ? undefined : createRejection('not_utf16');
  }
}

function detectMark([first, second]: Buffer): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Smallest share of code units whose upper byte is NUL, by which UTF-16 is recognised without a byte order mark. */
const MIN_NUL_SHARE = 0.9;
/** A shorter text may as well be UTF-8 with a stray NUL. */
const MIN_UNMARKED_BYTES = 16;

/** Recognises UTF-16 in which nearly every upper byte is NUL, and no lower byte is. */
function detectByNuls(bytes: Buffer): Utf16 | undefined {
  if (bytes.length < MIN_UNMARKED_BYTES || bytes.length % 2 !== 0 || !bytes.includes(0)) return undefined;
  const nuls = [0, 0] as [number, number];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) nuls[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = nuls;
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < (bytes.length / 2) * MIN_NUL_SHARE) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}
