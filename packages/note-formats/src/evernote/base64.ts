/** Thrown for invalid or incomplete Base64. */
export class Base64Error extends Error {}

const WHITE_SPACE = /\s+/g;
const NO_LETTER = /[^A-Za-z0-9+/]/;
/** Last group of Base64 characters, with or without padding; empty for an empty file. */
const LAST_GROUP = /^(?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/][A-Za-z0-9+/=]))?$/;

/**
 * Decodes Base64 as a stream, since a file in an export may have any size. Node decodes the groups, but skips invalid
 * characters without an error.
 *
 * @throws Base64Error for characters other than Base64 and white space, and for an incomplete last group
 */
export async function* decodeBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of pieces) {
    const letters = rest + piece.toString('latin1').replace(WHITE_SPACE, '');
    // Only the last group may have padding, so it is kept for later.
    const whole = Math.max(0, Math.ceil(letters.length / 4) - 1) * 4;
    const groups = letters.slice(0, whole);
    rest = letters.slice(whole);
    if (NO_LETTER.test(groups)) throw new Base64Error();
    if (groups !== '') yield Buffer.from(groups, 'base64');
  }
  if (!LAST_GROUP.test(rest)) throw new Base64Error();
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
