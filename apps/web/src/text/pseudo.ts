const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = [...'ÅßÇÐÉƑĜĤÎĴĶĻṀŃÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž'];
const letters = new Map([...plain].map((letter, index) => [letter, accented[index] as string]));
/** What a translation may need more than English. */
const GROWTH = 0.3;

/** A text that can still be read, with no plain letter in it, and longer. Names in braces stay: they are filled in. */
export function pseudo(text: string): string {
  const swapped = text.replace(/\{\w+\}|[A-Za-z]/g, (part) => letters.get(part) ?? part);
  return `⟦${swapped}${'·'.repeat(Math.ceil(text.length * GROWTH))}⟧`;
}
