import { type Element, parseHtml, rewrite, toMarkdown, walkElements } from '@notes/note-formats/html';
import { cleanClipboard, isCodeEditor } from './clean/clean-clipboard.js';
import { toLibraryUri } from './library-uri.js';

/** Longest Markdown in UTF-16 code units. */
const MAX_MARKDOWN_LENGTH = 2_000_000;

/** An image of the clipboard: its `data:` address, or undefined when its file may be on the clipboard. */
export type PastedImage = string | undefined;

export interface ConvertedHtml {
  /** Markdown in which `pasted:0` is the address of the first image. */
  readonly markdown: string;
  readonly images: readonly PastedImage[];
}

/** Elements that Markdown has a notation for. Without any of them the plain text of the clipboard says the same. */
const FORMATTED: ReadonlySet<string> = new Set(
  'a b strong em i s strike del mark code pre kbd ul ol table blockquote h1 h2 h3 h4 h5 h6 hr img input math sub sup'.split(
    ' ',
  ),
);

/**
 * Converts the HTML of a clipboard or of a drop to Markdown. Returns undefined when its plain text says the same.
 *
 * @param pageOrigin origin of this page, whose addresses of notes and attachments become links to them
 * @throws HtmlError when the HTML or the Markdown exceeds a limit
 */
export function convertHtml(html: string, pageOrigin: string): ConvertedHtml | undefined {
  const parsed = parseHtml(html, { selfClosing: false });
  if (isCodeEditor(parsed)) return undefined;
  const { root, divsAreLines } = cleanClipboard(parsed, html);
  const { root: page, images } = takeImages(linkLibrary(root, pageOrigin));
  if (![...walkElements(page)].some(({ name }) => FORMATTED.has(name))) return undefined;
  const markdown = toMarkdown(page, { divsAreLines, maxLength: MAX_MARKDOWN_LENGTH });
  return { markdown: markdown.replaceAll('\u00a0', ' ').trim(), images };
}

/**
 * Replaces addresses of this page by the URIs of the notes and attachments that they show. A link that creates a note,
 * or is resolved only when it is followed, becomes text.
 */
function linkLibrary(root: Element, pageOrigin: string): Element {
  return rewrite(root, (found) => {
    const name = ADDRESSES[found.name];
    const { href } = found.attributes;
    if (href === `${pageOrigin}/#` || href?.startsWith(`${pageOrigin}/#/new?`)) return [...found.children];
    const uri = name === undefined ? undefined : toLibraryUri(found.attributes[name] ?? '', pageOrigin);
    return uri === undefined ? undefined : [{ ...found, attributes: { ...found.attributes, [name as string]: uri } }];
  });
}

/** Attributes of elements that contain an address. */
const ADDRESSES: Readonly<Record<string, string>> = { a: 'href', img: 'src' };

/** Replaces images that no address of the web or of the library leads to by numbered ones. */
function takeImages(root: Element): { root: Element; images: PastedImage[] } {
  const images: PastedImage[] = [];
  const page = rewrite(root, (found) => {
    const { src = '' } = found.attributes;
    if (found.name !== 'img' || /^(?:https?|resource):/i.test(src)) return undefined;
    if (!/^(?:data:image\/|file:|cid:|blob:)/i.test(src)) return [];
    images.push(/^data:/i.test(src) ? src : undefined);
    return [{ ...found, attributes: { ...found.attributes, src: `pasted:${images.length - 1}` } }];
  });
  return { root: page, images };
}
