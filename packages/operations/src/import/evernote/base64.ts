/** What is in Base64, decoded as it is read; anything but its letters is passed over, as line breaks are. */
export async function* decodeBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of pieces) {
    const letters = rest + piece.toString('latin1').replace(/[^A-Za-z0-9+/]+/g, '');
    const whole = letters.length - (letters.length % 4);
    rest = letters.slice(whole);
    if (whole > 0) yield Buffer.from(letters.slice(0, whole), 'base64');
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
