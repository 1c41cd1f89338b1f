import { decodeUtf8 } from '@notes/archive-manifest/utf8';

/** Parses JSON in UTF-8; returns undefined when the bytes are invalid. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    return undefined;
  }
}
