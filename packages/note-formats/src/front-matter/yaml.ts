import { Composer, type CST, type Document, Parser } from 'yaml';

/** UTF-16 code units. Longer front matter is not parsed. */
const MAX_CHARACTERS = 65_536;
/** Deepest nesting. The parser is recursive, and a deeper document could overflow the stack and end the process. */
const MAX_DEPTH = 100;

/**
 * Parses front matter. Takes time proportional to its length for any content. Creates no values, since those of a
 * hostile document can be exponential in its size.
 *
 * @returns the document, or the reason why it cannot be used
 */
export function readYaml(text: string): Document | string {
  if (text.length > MAX_CHARACTERS) return 'it is longer than 64 KiB';
  const tokens = [...new Parser().parse(text)];
  if (isTooDeep(tokens)) return `it nests deeper than ${MAX_DEPTH} levels`;
  const composer = new Composer({ schema: 'core', prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
  const [document] = composer.compose(tokens, true, text.length);
  const [error] = (document as Document).errors;
  return error === undefined ? (document as Document) : (error.message.split('\n', 1)[0] as string);
}

function isTooDeep(documents: readonly CST.Token[]): boolean {
  const below: [token: CST.Token, depth: number][] = documents.map((token) => [token, 0]);
  for (let next = below.pop(); next !== undefined; next = below.pop()) {
    const [token, depth] = next;
    if (depth > MAX_DEPTH) return true;
    for (const child of getChildren(token)) below.push([child, depth + 1]);
  }
  return false;
}

function getChildren(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((each) => each !== null && each !== undefined));
}
