import { isUtf8 } from 'node:buffer';
import sax from 'sax';

/** Elements that run code, contain other documents, or set links. Their names count in every namespace and case. */
const ACTIVE_ELEMENTS: ReadonlySet<string> = new Set([
  'script',
  'foreignobject',
  'iframe',
  'handler',
  'listener',
  'set',
]);
/** Attributes with an address, and `xml:base`, to which other addresses are relative. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'ping', 'base']);
/** Addresses within the image itself. */
const OWN_ADDRESS = /^\s*(?:$|#)/;
/** Elements that show another image, in which browsers run no code and request nothing. */
const IMAGES: ReadonlySet<string> = new Set(['image', 'feimage']);
const EMBEDDED_IMAGE = /^\s*data:image\//i;
/** XHTML elements run code and request resources in many more ways. */
const XHTML = /www\.w3\.org\/1999\/xhtml/i;
/** Style sheets and values that request resources. */
const ACTIVE_STYLE = /@import|url\(\s*["']?(?!["'\s#]|data:image\/)|\b(?:image|image-set|src)\(|(?:java|vb)script:/i;
const PLAIN_DECLARATION = /^version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']utf-8["'])?(?:\s+standalone\s*=.*)?$/is;
/** Characters that XML excludes. Some switch character sets in other encodings. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
/** Entities that XML predefines. The parser also knows those of HTML, which browsers refuse in an image. */
const XML_ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Maximum depth of elements. Drawings seldom nest deeper than twenty. */
const MAX_DEPTH = 512;
/** CSS escape of a letter or digit, such as `\6c` or `\l`, which may hide such a value. */
const ESCAPE = /\\[0-9a-z]/i;

/**
 * Returns true for an SVG image that runs no code and requests no resources, even when opened on its own. Returns false
 * for other images, and for malformed ones, which programs may read differently.
 */
export function isStillSvg(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false;
  try {
    checkSvg(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch (error) {
    if (error instanceof NotStillError) return false;
    throw error;
  }
}

/** Ends the parsing of an image. */
class NotStillError extends Error {}

function refuse(isActive: boolean, reason: string): void {
  if (isActive) throw new NotStillError(reason);
}

/** @throws NotStillError for active markup, and for text that is no XML 1.0 in UTF-8 to the parser */
function checkSvg(text: string): void {
  refuse(CONTROL.test(text), 'control character');
  // Prefixes are not resolved: an element or attribute counts by its local name, whatever its prefix stands for.
  const parser = sax.parser(true, { xmlns: false, position: false });
  parser.ENTITIES = XML_ENTITIES;
  /** Text directly in each open element. Comments and elements do not interrupt the text of a style sheet. */
  const texts: string[] = [];
  const addText = (piece: string) => {
    if (texts.length > 0) texts[texts.length - 1] += piece;
  };
  parser.onerror = ({ message }) => refuse(true, message);
  parser.ondoctype = (doctype) => refuse(doctype.includes('['), 'declarations');
  parser.onprocessinginstruction = ({ name, body }) => refuse(!isPlainDeclaration(name, body), name);
  parser.onopentag = ({ name, attributes }) => {
    const element = getLocalName(name);
    refuse(ACTIVE_ELEMENTS.has(element), name);
    for (const [attribute, value] of Object.entries(attributes))
      refuse(isActiveAttribute(element, attribute, String(value)), attribute);
    refuse(texts.push('') > MAX_DEPTH, 'depth');
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = (name) => {
    const content = texts.pop() ?? '';
    refuse(getLocalName(name) === 'style' && isActiveStyle(content), name);
  };
  parser.write(text).close();
}

/** Returns false for other encodings and versions, in which bytes may hide markup, and for style sheets. */
const isPlainDeclaration = (name: string, body: string) =>
  name.toLowerCase() === 'xml' ? PLAIN_DECLARATION.test(body) : !/stylesheet/i.test(name);

const getLocalName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

const isActiveStyle = (style: string) => ACTIVE_STYLE.test(style) || ESCAPE.test(style);

function isActiveAttribute(element: string, attribute: string, value: string): boolean {
  const name = getLocalName(attribute);
  if (name.startsWith('on') || (ADDRESSES.has(name) && !isOwnAddress(element, value))) return true;
  // An animation of a link sets its address.
  if (name === 'attributename' && /href/i.test(value)) return true;
  if (XHTML.test(value) || ACTIVE_STYLE.test(value)) return true;
  // Attributes with a prefix are never styles; drawing programs store paths with backslashes in them.
  return !attribute.includes(':') && ESCAPE.test(value);
}

const isOwnAddress = (element: string, address: string) =>
  OWN_ADDRESS.test(address) || (IMAGES.has(element) && EMBEDDED_IMAGE.test(address));
