import { readStored } from '../kernel/browser-storage.js';

const KEY = 'notes.locale';
/** Pseudo-locale with which a test finds texts that did not come from a catalogue. */
const PSEUDO = 'en-XA';

/** Pseudo-locale in which the page runs from right to left, with its texts in English. */
const MIRRORED = 'en-XB';

const chosen = readStored('localStorage', KEY);

/** True when texts are shown in the pseudo-locale. */
export const isPseudo = chosen === PSEUDO;

/** Direction of the page. */
export const direction = chosen === MIRRORED ? 'rtl' : 'ltr';

/** Locale for `Intl`: undefined for the browser's own. The pseudo-locale uses a language without Latin letters. */
export const locale: string | undefined = isPseudo ? 'ru' : undefined;

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
