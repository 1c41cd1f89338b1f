import type { TreeCursor } from '@lezer/common';
import { unescapeMarkdown } from '@notes/markdown-blocks';
import { element, type SafeNode } from '../nodes.js';
import type { Context } from './context.js';
import { eachChild } from './walk.js';

/** Views of a note query that its author can choose, as the word behind `note-query`. */
const QUERY_VIEW = /^(?:table|board|calendar)$/;

const INDENTATION = /^ +/gm;

/** Returns the number of characters before an offset in its line. */
const getColumn = (source: string, at: number): number => at - source.lastIndexOf('\n', at - 1) - 1;

/** Removes the indentation of a fence from the lines of its code, as far as they have it. */
const dedent = (code: string, indentation: number): string =>
  indentation > 0 ? code.replace(INDENTATION, (spaces) => spaces.slice(indentation)) : code;

/** Renders fenced or indented code. The page renders note queries and diagrams. */
export function codeNode(cursor: TreeCursor, { source }: Context): SafeNode {
  let written = '';
  let info = '';
  let contentColumn = 0;
  eachChild(cursor, ({ name, from, to }) => {
    if (name === 'CodeInfo') info = source.slice(from, to);
    if (name !== 'CodeText') return;
    if (source[from] !== '\n') contentColumn = Math.max(contentColumn, getColumn(source, from));
    written += source.slice(from, to);
  });
  const text = cursor.name === 'FencedCode' ? dedent(written, getColumn(source, cursor.from) - contentColumn) : written;
  const [language = '', view = ''] = unescapeMarkdown(info).split(/\s+/, 2);
  if (language === 'mermaid') return element('div', [element('pre', [text])], { 'data-part': 'diagram' });
  if (language === 'note-query')
    return element('div', [text], { 'data-part': 'note-query', ...(QUERY_VIEW.test(view) && { 'data-kind': view }) });
  const code = element('code', [text === '' ? '' : `${text}\n`], language === '' ? {} : { 'data-language': language });
  return element('pre', [code]);
}
