/** What is no Base64, or not all of it. */
export class Base64Error extends Error {}

const WHITE_SPACE = /\s+/g;
const NO_LETTER = /[^A-Za-z0-9+/]/;
/** Four letters, or fewer and what fills them up; nothing of a file without bytes. */
const LAST_GROUP = /^(?:[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/][A-Za-z0-9+/=]))?$/;

/**
 * What is in Base64, decoded as it is read.
 *
 * @throws Base64Error where there is anything but its letters and white space, or an end within a group of four
 */
export async function* decodeBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of pieces) {
    const letters = rest + piece.toString('latin1').replace(WHITE_SPACE, '');
    // The last group is kept: it alone may be filled up.
    const whole = Math.max(0, Math.ceil(letters.length / 4) - 1) * 4;
    const groups = letters.slice(0, whole);
    rest = letters.slice(whole);
    if (NO_LETTER.test(groups)) throw new Base64Error();
    if (groups !== '') yield Buffer.from(groups, 'base64');
  }
  if (!LAST_GROUP.test(rest)) throw new Base64Error();
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
