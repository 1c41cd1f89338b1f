import { findElement, isHiding, isHtmlName } from '../html/elements.js';
import { readTags } from '../html/read-html.js';
import type { Attributes, Tag } from '../nodes.js';
import { getSpanAttributes } from './html.js';

/** HTML tag of a text, with its offset. */
export interface WrittenTag {
  readonly written: string;
  readonly from: number;
}

/** HTML within a text, for an editor that shows the text in place. */
export type HtmlSpan =
  /** Tag that shows nothing itself. */
  | { readonly type: 'tag'; readonly from: number; readonly to: number }
  /** Content of an element. */
  | {
      readonly type: 'element';
      readonly from: number;
      readonly to: number;
      readonly tag: Tag;
      readonly attributes: Attributes;
    }
  | { readonly type: 'break' | 'image'; readonly from: number; readonly to: number };

interface OpenTag {
  readonly name: string;
  readonly attributes: string;
  readonly from: number;
  readonly to: number;
}

/** Elements without content that stay markup, or have no look within a text. */
const STANDALONE: Readonly<Record<string, 'break' | 'image' | 'tag'>> = { br: 'break', img: 'image', wbr: 'tag' };
/** Links stay markup, which shows where they lead. */
const LINK = 'a';

/**
 * Pairs the HTML tags of one text, in its order. Tags without a partner, of links, of elements that hide their content
 * and of unknown elements are left out: they stay markup.
 */
export function pairHtmlTags(tags: readonly WrittenTag[]): HtmlSpan[] {
  const spans: HtmlSpan[] = [];
  const opened: OpenTag[] = [];
  for (const { written, from } of tags) {
    for (const { type, name, attributes } of readTags(written)) {
      const tag = { name, attributes, from, to: from + written.length };
      const standalone = STANDALONE[name];
      if (standalone !== undefined && type === 'open') spans.push({ type: standalone, from, to: tag.to });
      else if (!isHtmlName(name) || isHiding(name) || name === LINK) continue;
      else if (type === 'open') opened.push(tag);
      else closeTag(opened, tag, spans);
    }
  }
  return spans;
}

/** Adds the spans of the last open tag of a name, and of its closing tag. */
function closeTag(opened: OpenTag[], close: OpenTag, spans: HtmlSpan[]): void {
  const index = opened.findLastIndex(({ name }) => name === close.name);
  const [open] = index === -1 ? [] : opened.splice(index, 1);
  if (open === undefined) return;
  spans.push({ type: 'tag', from: open.from, to: open.to }, { type: 'tag', from: close.from, to: close.to });
  const found = findElement(open.name);
  if (found?.content !== 'span') return;
  const attributes = getSpanAttributes(open.name, open.attributes);
  spans.push({ type: 'element', from: open.to, to: close.from, tag: found.tag, attributes });
}
