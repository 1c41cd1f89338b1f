/*
 * Addresses in running text (GitHub Flavored Markdown 0.29, section 6.9), with two narrower rules. Behind the domain
 * only `/`, `?`, `#`, `:` or `@` continues an address, so a comma or an ideographic full stop ends it. `|` and a
 * backtick end an address, since cells and code spans begin there.
 */

/** Address without marks in running text, by its offsets. */
export interface BareAddress {
  start: number;
  end: number;
  /** Address with the scheme that the text may omit. */
  url: string;
}

/** Matches the scheme of a web address at the end of a text, but not the one within the address of a blob. */
const WEB_SCHEME = /(?<!blob:|[a-z])https?$/i;
/** Characters that the scheme of a web address, with what may not be before it, has at most. */
const MAX_SCHEME_LENGTH = 10;
const BEFORE_WWW = /[\s*_~(]/;
const PATH = /[/?#:@][^\s<|`]*/y;
const BRACKETED_PATH = /[/?#:@][^\s<|`\]]*/y;
const ENTITY_END = /&[A-Za-z0-9]+$/;
const MAX_ENTITY_LENGTH = 32;
const TRAILING = '?!.,:*_~\'"';

const MAIL_USER = /[A-Za-z0-9._+-]/;
const MAIL_DOMAIN = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){1,126}/y;

/**
 * Returns the `http://` or `https://` address whose colon is at `colon`; `floor` is the earliest offset it may start
 * at.
 */
export function webAddressAt(text: string, colon: number, floor: number, bracketed: boolean): BareAddress | null {
  if (!text.startsWith('//', colon + 1)) return null;
  const scheme = WEB_SCHEME.exec(text.slice(Math.max(floor, colon - MAX_SCHEME_LENGTH), colon));
  if (scheme === null) return null;
  const start = colon - scheme[0].length;
  const end = addressEnd(text, colon + 3, bracketed, false);
  if (end === -1) return null;
  return { start, end, url: text.slice(start, end) };
}

/** Returns the address that begins with the `www.` at `at`. */
export function wwwAddressAt(text: string, at: number, bracketed: boolean): BareAddress | null {
  if (text.slice(at, at + 4).toLowerCase() !== 'www.') return null;
  if (at > 0 && !BEFORE_WWW.test(text.charAt(at - 1))) return null;
  const end = addressEnd(text, at, bracketed, true);
  return end === -1 ? null : { start: at, end, url: `http://${text.slice(at, end)}` };
}

/** Returns the e-mail address whose `@` is at `sign`. */
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

/** Matches the start of an address, up to the mark that the functions above read it from. */
const START = /https?(?=:)|(?<![\w.+-])[\w.+-]{1,100}(?=@)/iy;

/**
 * Returns the address in running text that begins at `at`; null where none begins.
 *
 * @param isBracketed true within a bracket, which ends the address
 */
export function bareAddressAt(text: string, at: number, isBracketed: boolean): BareAddress | null {
  const www = wwwAddressAt(text, at, isBracketed);
  if (www !== null) return www;
  START.lastIndex = at;
  if (!START.test(text)) return null;
  const mark = START.lastIndex;
  const address = text[mark] === '@' ? mailAddressAt(text, mark, at) : webAddressAt(text, mark, 0, isBracketed);
  return address?.start === at ? address : null;
}

/**
 * Returns the end of the address whose domain starts at `from`, without trailing punctuation; -1 for an invalid domain.
 */
function addressEnd(text: string, from: number, bracketed: boolean, dotted: boolean): number {
  // At most 253 characters: longer names are not domains, and the bound limits the cost.
  const pattern = /[\p{L}\p{N}\p{M}_-][\p{L}\p{N}\p{M}_.-]{0,252}/uy;
  pattern.lastIndex = from;
  const domain = pattern.exec(text)?.[0].replace(/[._-]+$/, '') ?? '';
  if (domain === '' || !isDomain(domain, dotted)) return -1;
  const path = bracketed ? BRACKETED_PATH : PATH;
  path.lastIndex = from + domain.length;
  const end = path.test(text) ? path.lastIndex : from + domain.length;
  return findTrimmedEnd(text, from, end);
}

/** Returns true when no label is empty, and the last two have no underscore; no `domain` begins or ends with a dot. */
function isDomain(domain: string, dotted: boolean): boolean {
  const lastDot = domain.lastIndexOf('.');
  if (lastDot === -1) return !dotted && !domain.includes('_');
  const lastTwo = domain.lastIndexOf('.', lastDot - 1) + 1;
  return !domain.includes('..') && !domain.includes('_', lastTwo);
}

function findTrimmedEnd(text: string, from: number, to: number): number {
  let unopened = unopenedParentheses(text, from, to);
  let end = to;
  for (; ; end--) {
    const last = text.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (last === ';') end = entityStart(text, from, end);
    else if (!TRAILING.includes(last)) return end;
  }
}

/** Returns the number of `)` in the range that have no `(` in it. */
function unopenedParentheses(text: string, from: number, to: number): number {
  let unopened = 0;
  for (let i = from; i < to; i++) {
    if (text[i] === ')') unopened++;
    else if (text[i] === '(') unopened--;
  }
  return unopened;
}

/** Returns the start of the entity that ends at `end`; `end` itself when there is no entity. */
function entityStart(text: string, from: number, end: number): number {
  const entity = ENTITY_END.exec(text.slice(Math.max(from, end - 1 - MAX_ENTITY_LENGTH), end - 1));
  return entity === null ? end : end - entity[0].length;
}
