import type { PlacedImage } from '../attachments/editor-files.js';
import { ask, startWorker } from '../kernel/worker.js';
import type { ConvertedHtml } from './convert-html.js';
import { decodeImage } from './decode-image.js';
import type { ConversionAnswer } from './paste-worker.js';
import workerUrl from './paste-worker.js?worker&url';
import { ITEM, type Place } from './place-markdown.js';
import { renumberList } from './renumber-list.js';

const CONVERSION_TIMEOUT_MS = 5_000;
const BLOCK_START = /^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```|\$\$)/;
/** Last line of a table, a code or math block, or a rule, which text typed behind it would change. */
const CLOSED_END = /(?:^|\n)(?:\|.*|`{3,}|~{3,}|\$\$|---)$/;

/** Text that is pasted over a range. */
export interface PlacedPaste {
  readonly from: number;
  readonly to: number;
  readonly place: Place;
  readonly plain: string;
}

/** Change by which a text is pasted. */
export interface PasteChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly found?: readonly PlacedImage[];
}

/** Converts HTML to Markdown; undefined when that fails. */
export async function convertInWorker(html: string): Promise<ConversionAnswer> {
  const worker = startWorker(workerUrl);
  try {
    return await ask<ConversionAnswer>(worker, html, AbortSignal.timeout(CONVERSION_TIMEOUT_MS));
  } finally {
    worker.terminate();
  }
}

/** Returns a link to a note; its address on this page when the note cannot be read. */
export async function linkToNote(documentId: string, address: string): Promise<ConvertedHtml> {
  const build = async () => (await import('../mentions/insert-links.js')).buildLink(documentId);
  return { markdown: await build().catch(() => address), images: [] };
}

/** Returns converted text within a line, with the spaces around its plain text; undefined for blocks and images. */
export function toInline({ markdown, images }: ConvertedHtml, plain: string): string | undefined {
  if (images.length > 0 || markdown.includes('\n') || BLOCK_START.test(markdown)) return undefined;
  const [before, after] = [/^[ \u00a0]/, /[ \u00a0]$/].map((blank) => (blank.test(plain) ? ' ' : ''));
  return `${before}${markdown}${after}`;
}

/** Returns the change that inserts converted text, or else plain text, and the images in it. */
export function fitPaste(
  { from, to, place, plain }: PlacedPaste,
  answer: ConversionAnswer | undefined,
  files: readonly File[],
): PasteChange {
  const { replacesBefore, insert } = answer
    ? fitMarkdown(place, toInline(answer, plain) ?? answer.markdown)
    : fitPlainText(place, plain);
  const start = from - replacesBefore;
  return { from: start, to, ...(answer ? takeImages(insert, start, answer.images, files) : { insert }) };
}

/** Markdown fitted into a place. */
export interface FittedText {
  /** Number of characters before the place that are replaced too. */
  readonly replacesBefore: number;
  readonly insert: string;
}

/**
 * Fits Markdown into a place: in lists and quotes each line gets their prefix, and blocks are parted from text. A table
 * and the like end with a line break, so that the cursor is below them.
 */
export function fitMarkdown(place: Place, markdown: string): FittedText {
  const { indent, emptyMarkerLength, itemIndent, numbering, isNested, gaps } = place;
  if (itemIndent !== undefined && ITEM.test(markdown)) {
    const items = indentLines(numbering ? renumberList(markdown, numbering) : markdown, itemIndent);
    if (emptyMarkerLength !== undefined) return { replacesBefore: emptyMarkerLength, insert: items };
    if (gaps.before !== '') return { replacesBefore: 0, insert: `\n${itemIndent}${items}` };
  }
  const insert = indentLines(markdown, indent);
  const isBlock = BLOCK_START.test(markdown) || (!isNested && markdown.includes('\n'));
  if (!isBlock) return { replacesBefore: 0, insert };
  const after = gaps.after === '' && !isNested && CLOSED_END.test(markdown) ? '\n' : gaps.after;
  return { replacesBefore: 0, insert: gaps.before + insert + after };
}

/** Fits plain text into lists and quotes; elsewhere it stays as it is. */
export const fitPlainText = (place: Place, plain: string): FittedText =>
  place.isNested ? fitMarkdown(place, plain) : { replacesBefore: 0, insert: plain };

const indentLines = (markdown: string, indent: string) =>
  markdown.replace(/\n(?=(\n?))/g, (_, next: string) => `\n${next === '' ? indent : indent.trimEnd()}`);

const IMAGE = /!\[((?:[^\]\\]|\\.)*)\]\(pasted:(\d+)\)/g;

/** Takes the images out of Markdown that is inserted at an offset. Returns the rest, and the images with their offsets. */
function takeImages(
  markdown: string,
  start: number,
  images: ConvertedHtml['images'],
  files: readonly File[],
): { insert: string; found: readonly PlacedImage[] } {
  const found: PlacedImage[] = [];
  let removed = 0;
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  const insert = markdown.replace(IMAGE, (token, alt: string, number: string, index: number) => {
    const file = readImage(images, pictures, Number(number), alt);
    if (file !== undefined) found.push({ file, at: start + index - removed, alt });
    removed += token.length;
    return '';
  });
  return { insert, found };
}

/** Returns the file of an image: from its address, or else the picture on the clipboard in the same place. */
function readImage(
  images: ConvertedHtml['images'],
  pictures: readonly File[],
  number: number,
  alt: string,
): File | undefined {
  const address = images[number];
  if (address !== undefined)
    return decodeImage(address, alt.replace(/[\\/:*?"<>|]/g, '').trim() || `image-${number + 1}`);
  const without = images.flatMap((image, index) => (image === undefined ? index : []));
  return without.length === pictures.length ? pictures[without.indexOf(number)] : undefined;
}
