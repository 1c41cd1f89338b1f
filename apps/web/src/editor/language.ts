import { defineLanguageFacet, Language, languageDataProp } from '@codemirror/language';
import { NodeProp } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { type InlineContext, type MarkdownConfig, parser } from '@lezer/markdown';
import { wikilinkAt } from '@notes/markdown-blocks';
import { commonSyntax, maths } from '@notes/markdown-view';
import { isFormulaClosed, sizeBound } from './bounds.js';
import { fencedCode } from './code-parser.js';
import { noteComments } from './note-comments.js';

const [BANG, OPEN] = ['!', '['].map((character) => character.charCodeAt(0));
/** Links to notes and embeds; their marks are the parts that are not displayed. */
const wikilinks: MarkdownConfig = {
  defineNodes: [
    { name: 'Wikilink', style: tags.link },
    { name: 'WikilinkMark', style: tags.processingInstruction },
  ],
  parseInline: [{ name: 'Wikilink', before: 'Link', parse: parseWikilink }],
};

function parseWikilink(context: InlineContext, next: number, at: number): number {
  const start = next === BANG ? at + 1 : at;
  if (context.char(start) !== OPEN || context.char(start + 1) !== OPEN) return -1;
  const link = wikilinkAt(context.text, start - context.offset);
  if (link === null) return -1;
  const end = link.end + context.offset;
  return context.addElement(
    context.elt('Wikilink', at, end, [
      context.elt('WikilinkMark', at, link.shownStart + context.offset),
      context.elt('WikilinkMark', link.shownEnd + context.offset, end),
    ]),
  );
}

const data = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } });

/** Nodes whose text direction is isolated from the words around them. */
const isolates = NodeProp.isolate.add({
  InlineCode: 'ltr',
  Math: 'ltr',
  URL: 'ltr',
  Autolink: 'ltr',
  Wikilink: 'auto',
});

const styles = styleTags({
  'HighlightMark FootnoteLabel': tags.processingInstruction,
  FootnoteReference: tags.link,
  'MathBlock Math': tags.monospace,
});

/** Language of notes: Markdown with their extensions. */
export const markdown = new Language(
  data,
  parser.configure([
    commonSyntax,
    wikilinks,
    noteComments,
    maths(isFormulaClosed),
    sizeBound,
    fencedCode,
    { props: [languageDataProp.add({ Document: data }), isolates, styles] },
  ]),
  [],
  'markdown',
);
