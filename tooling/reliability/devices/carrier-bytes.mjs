// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync, inflateSync } from 'node:zlib';

/** Finds the words in any file below a folder: plain, in hexadecimal or base64, or in data that can be inflated. */
export function findWords(/** @type {string} */ folder, /** @type {Iterable<string>} */ words) {
  const sought = [...words].map((word) => ({ word, forms: getEncodedForms(word) }));
  /** @type {Set<string>} */
  const found = new Set();
  let bytes = 0;
  for (const path of listFilesBelow(folder)) {
    const content = readFileSync(path);
    bytes += content.length;
    for (const text of [path, content.toString('latin1'), ...inflateStreams(content)])
      for (const { word, forms } of sought) if (forms.some((form) => text.includes(form))) found.add(word);
  }
  return { found: [...found], bytes };
}

/** The base64 form of a word depends on its offset; the part that does not is searched. */
function getEncodedForms(/** @type {string} */ word) {
  const bytes = Buffer.from(word);
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [word, bytes.toString('hex'), ...shifted];
}

function inflateStreams(/** @type {Buffer} */ content) {
  /** @type {string[]} */
  const texts = [];
  // A stream may begin at the start, or after the header of a frame.
  for (const from of [0, 76])
    for (const inflate of [inflateRawSync, inflateSync])
      try {
        texts.push(inflate(content.subarray(from), { maxOutputLength: 1 << 24 }).toString('latin1'));
      } catch {
        // Not a compressed stream.
      }
  return texts;
}

/** @returns {Generator<string>} */
function* listFilesBelow(/** @type {string} */ folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFilesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
