import { readText } from '../files/read-text.js';
import { nameHeadings } from '../html/anchors.js';
import { findFirst, findTitle, type PageText, pageText, withHtml } from '../html/page.js';
import { createElement, type Element, hasClass } from '../html/tree.js';
import type { FileItem, Item, SourceNote } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import type { Rejection } from '../rejection.js';
import { convertCallouts } from './asides.js';
import { readName } from './names.js';
import { NO_PROPERTIES, type Properties, readLines, readTable } from './properties.js';
import { rewritePage } from './rewrite-page.js';

/** File name of an HTML page. Other pages are Markdown. */
export const HTML = /\.html$/i;

interface Page extends PageText {
  readonly title: string | undefined;
  readonly properties: Properties;
}

/**
 * Reads a page.
 *
 * @param isRow true for the page of a database row, which begins with its properties
 */
export async function readPage(
  file: FileItem & Item,
  { isRow }: { isRow: boolean },
  rules: NoteRules,
): Promise<SourceNote | Rejection> {
  const read = await readText(file, rules.maxTextBytes);
  if ('reason' in read) return read;
  const page = HTML.test(file.path)
    ? withHtml(read.text, { selfClosing: true }, (root) => fromHtml(root, file, rules))
    : fromMarkdown(read.text, isRow, rules);
  if ('reason' in page) return page;
  const { properties, embedded, text } = page;
  const title = page.title ?? readName(file.path).title;
  return {
    ...properties.about,
    title,
    text: properties.text + text,
    fileName: title,
    modifiedAt: read.modifiedAt,
    ...(embedded !== undefined && { embedded }),
  };
}

function fromHtml(root: Element, file: FileItem, rules: NoteRules): Page {
  const title = findFirst(root, (found) => hasClass(found, 'page-title')) ?? root;
  const body =
    findFirst(root, (found) => hasClass(found, 'page-body')) ?? findFirst(root, ({ name }) => name === 'body') ?? root;
  // Only the body is converted; the elements around it define the appearance.
  const content = nameHeadings(rewritePage(createElement('body', body.children)));
  const text = pageText(content, file, { divsAreLines: false, maxLength: rules.maxTextBytes });
  return {
    ...text,
    title: findTitle(createElement('head', [{ ...title, name: 'title' }])),
    properties: readTable(root, rules),
  };
}

const TITLE = /^\ufeff?# (.+)(?:\n+|$)/;

function fromMarkdown(text: string, isRow: boolean, rules: NoteRules): Page {
  const unix = text.replaceAll('\r\n', '\n');
  const [whole = '', title] = TITLE.exec(unix) ?? [];
  const rest = unix.slice(whole.length);
  const { properties, body } = isRow ? readLines(rest, rules) : { properties: NO_PROPERTIES, body: rest };
  return { title: title?.trim(), text: convertCallouts(body), properties };
}
