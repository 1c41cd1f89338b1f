import type { TreeCursor } from '@lezer/common';
import { unescapeMarkdown } from '@notes/markdown-blocks';
import { element, type SafeNode } from '../nodes.js';
import type { Context } from './context.js';
import { eachChild } from './walk.js';

/** Code between fences or behind an indent; a query of notes is for the page to run. */
export function codeNode(cursor: TreeCursor, { source }: Context): SafeNode {
  let text = '';
  let info = '';
  eachChild(cursor, ({ name, from, to }) => {
    if (name === 'CodeText') text += source.slice(from, to);
    if (name === 'CodeInfo') info = source.slice(from, to);
  });
  const language = unescapeMarkdown(info).split(/\s/, 1)[0] ?? '';
  if (language === 'note-query') return element('div', [text], { 'data-part': 'note-query' });
  const code = element('code', [text === '' ? '' : `${text}\n`], language === '' ? {} : { 'data-language': language });
  return element('pre', [code]);
}
