/** Global encoder and decoder, which every platform has; no type library is loaded here. */
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { readonly read: number; readonly written: number };
};
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes a text as UTF-8; lone surrogates become U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);

/** Encodes a text into `target`. Returns the number of bytes, or null where the room is not enough. */
export function encodeUtf8Into(text: string, target: Uint8Array): number | null {
  const { read, written } = encoder.encodeInto(text, target);
  return read === text.length ? written : null;
}

/** Decodes UTF-8; returns null for invalid bytes. A byte order mark is an ordinary character. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Compares texts by their bytes in UTF-8, which is the order of their code points. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  return byCodePoint(a.charCodeAt(at)) - byCodePoint(b.charCodeAt(at));
}

/** Maps a UTF-16 unit so that surrogates sort above every other unit, as their code points do. */
const byCodePoint = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
