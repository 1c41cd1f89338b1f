const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = [...'ÅßÇÐÉƑĜĤÎĴĶĻṀŃÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž'];
const letters = new Map([...plain].map((letter, index) => [letter, accented[index] as string]));
/** Share by which a translation may be longer than English. */
const GROWTH = 0.3;

/** Returns a longer, still readable text without plain letters. Placeholders in braces stay. */
export function pseudo(text: string): string {
  const swapped = text.replace(/\{\w+\}|[A-Za-z]/g, (part) => letters.get(part) ?? part);
  return `⟦${swapped}${'·'.repeat(Math.ceil(text.length * GROWTH))}⟧`;
}
