import type { TreeCursor } from '@lezer/common';
import { unescapeMarkdown } from '@notes/markdown-blocks';
import { element, type SafeNode } from '../nodes.js';
import type { Context } from './context.js';
import { eachChild } from './walk.js';

/** Views of a note query that its author can choose, as the word behind `note-query`. */
const QUERY_VIEW = /^(?:table|board|calendar)$/;

/** Renders fenced or indented code. The page renders note queries and diagrams. */
export function codeNode(cursor: TreeCursor, { source }: Context): SafeNode {
  let text = '';
  let info = '';
  eachChild(cursor, ({ name, from, to }) => {
    if (name === 'CodeText') text += source.slice(from, to);
    if (name === 'CodeInfo') info = source.slice(from, to);
  });
  const [language = '', view = ''] = unescapeMarkdown(info).split(/\s+/, 2);
  if (language === 'mermaid') return element('div', [element('pre', [text])], { 'data-part': 'diagram' });
  if (language === 'note-query')
    return element('div', [text], { 'data-part': 'note-query', ...(QUERY_VIEW.test(view) && { 'data-kind': view }) });
  const code = element('code', [text === '' ? '' : `${text}\n`], language === '' ? {} : { 'data-language': language });
  return element('pre', [code]);
}
