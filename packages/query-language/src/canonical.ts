import { printDateSpec } from './dates.js';
import { printValue } from './print-value.js';
import { tokenize } from './tokenize.js';
import type { Query, QueryNode, TextNode } from './types.js';

/**
 * Prints the canonical text of a query (SPEC.md, section 5). Equal queries have equal texts, and parsing the text gives
 * an equal query. Terms are folded, children sorted, aliases resolved; `today` and `7d` stay relative.
 *
 * Folding can lengthen a text: the canonical text of a query close to `LIMITS.bytes` may exceed the limit. Compare
 * canonical texts and store the original.
 *
 * @param query A query from `parseQuery`
 * @returns The text; '' for the empty query. Never throws
 * @example canonicalQuery(query) // of `b OR Á`: 'a OR b'
 */
export function canonicalQuery(query: Query): string {
  return query.root === null ? '' : printNode(query.root);
}

/** Prints the canonical text of a node whose children are in canonical order. */
export function printNode(node: QueryNode): string {
  switch (node.type) {
    case 'and':
      return node.children.map((child) => (child.type === 'or' ? `(${printNode(child)})` : printNode(child))).join(' ');
    case 'or':
      return node.children.map(printNode).join(' OR ');
    case 'not': {
      const text = printNode(node.child);
      return node.child.type === 'and' || node.child.type === 'or' ? `-(${text})` : `-${text}`;
    }
    case 'text':
      return printText(node);
    case 'tag':
      return `tag:${node.path === null ? 'none' : printValue(node.path, node.path === 'none' || node.path.startsWith('#'))}`;
    case 'notebook':
      return `notebook:${printValue(node.path.join('/'), node.path[0]!.startsWith('nb_'))}`;
    case 'notebook_id':
      return `notebook:${node.id}`;
    case 'is':
    case 'has':
      return `${node.type}:${node.value}`;
    case 'date':
      return `${node.field}:${printDateSpec(node.spec)}`;
    case 'link':
      return `${node.direction === 'to' ? 'links-to' : 'linked-from'}:${
        'id' in node.target ? node.target.id : printValue(node.target.title, true)
      }`;
    case 'id':
      return `id:${node.id}`;
    case 'filename':
      return `filename:${printParts(node.parts)}`;
    case 'mime':
      return `mime:${node.mediaType}/${node.subtype}`;
  }
}

function printParts(parts: readonly string[]): string {
  if (parts.length === 3 && parts[0] === '' && parts[2] === '') return printValue(parts[1]!);
  return parts.map((part) => (part === '' ? '' : printValue(part))).join('*');
}

/** Prints a space between two terms unless the tokenizer splits them without one (東京). */
function printText({ scope, terms, prefix }: TextNode): string {
  let text = terms[0]!;
  for (let i = 1; i < terms.length; i++) text += (areApart(terms[i - 1]!, terms[i]!) ? '' : ' ') + terms[i];
  if (text.includes(' ')) text = printValue(text);
  return `${scope === 'any' ? '' : `${scope}:`}${text}${prefix ? '*' : ''}`;
}

function areApart(a: string, b: string): boolean {
  const tokens = tokenize(a + b);
  return tokens.length === 2 && tokens[0]!.term === a && tokens[1]!.term === b;
}
