/*
 * Addresses in running text (GitHub Flavored Markdown 0.29, section 6.9), with two narrower rules: behind the domain
 * only `/`, `?`, `#`, `:` or `@` goes on, so that a comma or an ideographic full stop does not, and `|` and a backtick
 * end an address, since cells and code spans begin there.
 */

export interface BareAddress {
  start: number;
  end: number;
  /** With the scheme that is left out in the text. */
  url: string;
}

const WEB_SCHEMES = ['https', 'http'];
/** Longer names are no domains, and nobody pays for reading them. */
const DOMAIN = /[\p{L}\p{N}\p{M}_-][\p{L}\p{N}\p{M}_.-]{0,252}/uy;
const BEFORE_WWW = /[\s*_~(]/;
const PATH = /[/?#:@][^\s<|`]*/y;
const BRACKETED_PATH = /[/?#:@][^\s<|`\]]*/y;
const ENTITY_END = /&[A-Za-z0-9]+$/;
const LONGEST_ENTITY = 32;
const TRAILING = '?!.,:*_~\'"';

const MAIL_USER = /[A-Za-z0-9._+-]/;
const MAIL_DOMAIN = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){1,126}/y;

/** The `http://` or `https://` address whose colon is at `colon`; `floor` is how far back the text is free. */
export function webAddressAt(text: string, colon: number, floor: number, bracketed: boolean): BareAddress | null {
  if (!text.startsWith('//', colon + 1)) return null;
  const before = text.slice(Math.max(floor, colon - 6), colon).toLowerCase();
  const scheme = WEB_SCHEMES.find((name) => before.endsWith(name));
  if (scheme === undefined || /[a-z]/.test(before.charAt(before.length - scheme.length - 1))) return null;
  const end = addressEnd(text, colon + 3, bracketed, false);
  if (end === -1) return null;
  const start = colon - scheme.length;
  return { start, end, url: text.slice(start, end) };
}

/** The address that begins with the `www.` at `at`. */
export function wwwAddressAt(text: string, at: number, bracketed: boolean): BareAddress | null {
  if (text.slice(at, at + 4).toLowerCase() !== 'www.') return null;
  if (at > 0 && !BEFORE_WWW.test(text.charAt(at - 1))) return null;
  const end = addressEnd(text, at, bracketed, true);
  return end === -1 ? null : { start: at, end, url: `http://${text.slice(at, end)}` };
}

/** The e-mail address whose `@` is at `sign`. */
export function mailAddressAt(text: string, sign: number, floor: number): BareAddress | null {
  let start = sign;
  while (start > floor && MAIL_USER.test(text.charAt(start - 1))) start--;
  if (start === sign || text[start - 1] === '/') return null;
  MAIL_DOMAIN.lastIndex = sign + 1;
  const domain = MAIL_DOMAIN.exec(text);
  if (domain === null || /[-_]$/.test(domain[0])) return null;
  const end = MAIL_DOMAIN.lastIndex;
  return { start, end, url: `mailto:${text.slice(start, end)}` };
}

/** The end of the address whose domain starts at `from`, without trailing punctuation; -1 when that is no domain. */
function addressEnd(text: string, from: number, bracketed: boolean, dotted: boolean): number {
  DOMAIN.lastIndex = from;
  const domain = DOMAIN.exec(text)?.[0].replace(/[._-]+$/, '') ?? '';
  if (domain === '' || !isDomain(domain, dotted)) return -1;
  const path = bracketed ? BRACKETED_PATH : PATH;
  path.lastIndex = from + domain.length;
  const end = path.test(text) ? path.lastIndex : from + domain.length;
  return trimmedEnd(text, from, end);
}

/** Labels that are not empty, and no underscore in the last two. */
function isDomain(domain: string, dotted: boolean): boolean {
  const labels = domain.split('.');
  return !labels.includes('') && (!dotted || labels.length > 1) && !labels.slice(-2).join('').includes('_');
}

function trimmedEnd(text: string, from: number, to: number): number {
  let unopened = unopenedParentheses(text, from, to);
  let end = to;
  for (; ; end--) {
    const last = text.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (last === ';') end = entityStart(text, from, end);
    else if (!TRAILING.includes(last)) return end;
  }
}

/** How many `)` stand in the text beyond as many `(`. */
function unopenedParentheses(text: string, from: number, to: number): number {
  let unopened = 0;
  for (let i = from; i < to; i++) {
    if (text[i] === ')') unopened++;
    else if (text[i] === '(') unopened--;
  }
  return unopened;
}

/** One behind where the entity that ends at `end` starts; `end` itself when there is no entity. */
function entityStart(text: string, from: number, end: number): number {
  const entity = ENTITY_END.exec(text.slice(Math.max(from, end - 1 - LONGEST_ENTITY), end - 1));
  return entity === null ? end : end - entity[0].length;
}
