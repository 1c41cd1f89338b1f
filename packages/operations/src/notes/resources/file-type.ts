import { extname } from 'node:path';
import { cleanMimeType, getEssence, UNKNOWN_TYPE } from './mime-type.js';
import { readHead, sniffMimeType } from './sniff.js';

/** Facts about a file before its bytes are stored. */
interface FileClaims {
  readonly filename: string;
  /** Type declared by a client or a source. */
  readonly declared?: string | undefined;
  /** First bytes of the file. */
  readonly head: Buffer;
}

/** Text types by file extension, since the bytes do not distinguish them. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.csv', 'text/csv; charset=utf-8'],
  ['.tsv', 'text/tab-separated-values; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.htm', 'text/html; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.markdown', 'text/markdown; charset=utf-8'],
  ['.ics', 'text/calendar; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.xml', 'application/xml'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml'],
]);
const TEXT = /^text\/|^application\/(?:.+\+)?xml$/;
/** Types with content that a browser may execute. */
const ACTIVE = /^text\/|^application\/(?:.*(?:xml|script|html).*)$|^image\/svg\+xml$/;
/** Container formats of many file types. */
const CONTAINER = /^application\/(?:zip|gzip|x-cfb|x-tar|ogg)$/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const MARKUP = /<[a-z!/?]/i;
/** A byte order mark, white space, declaration or comment before the root element of a document. */
const PROLOG = /\ufeff|\u00ef\u00bb\u00bf|\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>/iy;
const SVG_ROOT = /^<svg(?:[\s/>]|$)/i;
const CHARSET = /; charset=(.+)$/;
const SOUND_OR_FILM = /^(?:audio|video)\//;

/**
 * Decides the type of an attachment. Text gets the declared type, else the type of its file extension. Other bytes get
 * the detected type, or a declared type that may be a more exact one. Bytes detected as a type other than text never
 * get a type that a browser may execute, and bytes without markup never get HTML.
 */
export async function decideMimeType(claims: FileClaims): Promise<string> {
  const sniffed = await sniffMimeType(claims.head);
  const type = chooseType(claims, sniffed);
  return HTML.test(getEssence(type)) ? checkHtml(claims.head, type, sniffed) : type;
}

function chooseType({ filename, declared }: FileClaims, sniffed: string): string {
  const claimed = readClaim(declared);
  if (TEXT.test(sniffed))
    return claimed ?? typeForName(filename, sniffed) ?? (declared === undefined ? sniffed : UNKNOWN_TYPE);
  if (sniffed === '' || claimed === undefined) return claimed ?? (sniffed || UNKNOWN_TYPE);
  return isMoreExact(getEssence(claimed), sniffed) ? claimed : sniffed;
}

/** Replaces the HTML type when the bytes are SVG or contain nothing like markup. */
function checkHtml(head: Buffer, type: string, sniffed: string): string {
  const text = readHead(head);
  if (isSvg(text)) return 'image/svg+xml';
  if (MARKUP.test(text)) return type;
  if (sniffed !== '') return sniffed;
  return head.includes(0) ? UNKNOWN_TYPE : 'text/plain';
}

/** Returns true for an XML document whose root is `svg`. */
function isSvg(text: string): boolean {
  let at = 0;
  for (PROLOG.lastIndex = 0; PROLOG.test(text); PROLOG.lastIndex = at) at = PROLOG.lastIndex;
  return SVG_ROOT.test(text.slice(at, at + 5));
}

/** Returns the declared type, unless it is `application/octet-stream`, which programs declare for unknown types. */
function readClaim(declared: string | undefined): string | undefined {
  const type = declared === undefined ? UNKNOWN_TYPE : cleanMimeType(declared);
  return type === UNKNOWN_TYPE ? undefined : type;
}

/** Returns the type of a text by its file extension, with the detected charset. */
const typeForName = (filename: string, sniffed: string) =>
  TEXT_TYPES.get(extname(filename).toLowerCase())?.replace('utf-8', CHARSET.exec(sniffed)?.[1] ?? 'utf-8');

function isMoreExact(claimed: string, sniffed: string): boolean {
  if (ACTIVE.test(claimed)) return false;
  if (CONTAINER.test(sniffed)) return true;
  if (SOUND_OR_FILM.test(sniffed)) return SOUND_OR_FILM.test(claimed);
  return !sniffed.startsWith('image/') && getKind(claimed) === getKind(sniffed);
}

const getKind = (type: string) => type.slice(0, type.indexOf('/'));
