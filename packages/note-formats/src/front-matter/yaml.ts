import { Composer, type CST, type Document, type ErrorCode, Parser, type Scalar } from 'yaml';

/** Reason why a YAML text cannot be used. */
export interface YamlProblem {
  readonly message: string;
  /** Position of the problem in UTF-16 code units; undefined when the whole text is the problem. */
  readonly offset?: number;
  /** Correction that may help, as a sentence. */
  readonly advice?: string;
}

/** UTF-16 code units. Longer front matter is not parsed. */
const MAX_CHARACTERS = 65_536;
/** Deepest nesting. The parser is recursive, and a deeper document could overflow the stack and end the process. */
const MAX_DEPTH = 100;

/**
 * Parses front matter. Takes time proportional to its length for any content. Creates no values, since those of a
 * hostile document can be exponential in its size.
 *
 * @returns the document, or the problem for which it cannot be used
 */
export function readYaml(text: string): Document | YamlProblem {
  if (text.length > MAX_CHARACTERS) return { message: 'longer than 64 KiB' };
  const tokens = [...new Parser().parse(text)];
  if (isTooDeep(tokens)) return { message: `nested deeper than ${MAX_DEPTH} levels` };
  const composer = new Composer({ schema: 'core', prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
  const [document] = composer.compose(tokens, true, text.length);
  const [error] = (document as Document).errors;
  if (error === undefined) return document as Document;
  const advice = ADVICE[error.code];
  // An unfinished value ends at the end of the text, behind its last line.
  const offset = Math.min(error.pos[0], text.trimEnd().length);
  return { message: 'not valid YAML', offset, ...(advice !== undefined && { advice }) };
}

const QUOTE_VALUE = 'Put a value with special characters, such as a colon, in quotes';

/** Advice by the error of the parser, whose own messages are about its grammar. */
const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  BLOCK_AS_IMPLICIT_KEY: QUOTE_VALUE,
  BAD_SCALAR_START: QUOTE_VALUE,
  TAB_AS_INDENT: 'Indent with spaces instead of tabs',
};

/**
 * Returns the text of a value as its author wrote it, since `2024.10` and `007` are numbers in YAML and would lose
 * digits.
 */
export function getScalarText({ value, source }: Scalar): string {
  const isRewritten = typeof value === 'number' || typeof value === 'boolean' || value instanceof Date;
  return isRewritten && source !== undefined ? source : String(value);
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
