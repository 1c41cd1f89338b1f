/** What every platform has, of which no library of types is loaded here. */
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

export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);

/** Writes a text where there is room for it; the bytes it has, or null where there is not enough room. */
export function encodeUtf8Into(text: string, target: Uint8Array): number | null {
  const { read, written } = encoder.encodeInto(text, target);
  return read === text.length ? written : null;
}

/** Null where the bytes are not UTF-8; a byte order mark is a character as any other. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Orders texts by their bytes in UTF-8, which is the order of their code points. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  return byCodePoint(a.charCodeAt(at)) - byCodePoint(b.charCodeAt(at));
}

/** Surrogates stand for code points above those of every other unit. */
const byCodePoint = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
