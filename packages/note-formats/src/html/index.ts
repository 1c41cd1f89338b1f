/** Conversion of HTML to Markdown, for any JavaScript environment. */
export { type ConvertOptions, toMarkdown } from './convert.js';
export {
  createElement,
  type Element,
  getText,
  getTextLine,
  HtmlError,
  hasClass,
  type Node,
  parseHtml,
  rewrite,
  walkElements,
} from './tree.js';
