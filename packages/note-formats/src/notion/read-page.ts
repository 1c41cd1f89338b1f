import { frontMatter } from '@notes/markdown-blocks';
import { readText } from '../files/read-text.js';
import { nameHeadings } from '../html/anchors.js';
import { escapeText } from '../html/escape.js';
import { findFirst, findTitle, type PageText, pageText, withHtml } from '../html/page.js';
import { createElement, type Element, hasClass } from '../html/tree.js';
import type { FileItem, Item, SourceNote } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import type { Rejection } from '../rejection.js';
import { convertCallouts } from './asides.js';
import { readName } from './names.js';
import {
  type HasFile,
  isOnWeb,
  NO_PROPERTIES,
  type Properties,
  type PropertyFile,
  readLines,
  readTable,
} from './properties.js';
import { rewritePage } from './rewrite-page.js';

/** File name of an HTML page. Other pages are Markdown. */
export const HTML = /\.html$/i;

interface Page extends PageText {
  readonly title: string | undefined;
  readonly properties: Properties;
}

interface PageContext {
  /** True for the page of a database row, which begins with its properties. */
  readonly isRow: boolean;
  readonly hasFile: HasFile;
}

/** Reads a page. */
export async function readPage(
  file: FileItem & Item,
  context: PageContext,
  rules: NoteRules,
): Promise<SourceNote | Rejection> {
  const read = await readText(file, rules.maxTextBytes);
  if ('reason' in read) return read;
  const page = HTML.test(file.path)
    ? withHtml(read.text, { selfClosing: true }, (root) => fromHtml(root, file, rules))
    : fromMarkdown(read.text, context, rules);
  if ('reason' in page) return page;
  const { properties, embedded, text } = page;
  const title = page.title ?? readName(file.path).title;
  return {
    ...properties.about,
    warnings: [...read.warnings, ...properties.about.warnings],
    title,
    text: properties.text + appendFiles(text, properties.files),
    fileName: title,
    modifiedAt: read.modifiedAt,
    ...(embedded !== undefined && { embedded }),
  };
}

/** Appends links to the files of properties, since front matter has no attachments. */
function appendFiles(text: string, files: readonly PropertyFile[]): string {
  const links = files.map(({ name, target }) => `[${escapeText(name, { formulas: true })}](${target})`);
  const missing = links.filter((link) => !text.includes(link));
  return missing.length === 0 ? text : [text.trimEnd(), ...missing].filter((part) => part !== '').join('\n\n');
}

function fromHtml(root: Element, file: FileItem, rules: NoteRules): Page {
  const title = findFirst(root, (found) => hasClass(found, 'page-title')) ?? root;
  const pageBody = findFirst(root, (found) => hasClass(found, 'page-body'));
  const body = pageBody ?? findFirst(root, ({ name }) => name === 'body') ?? root;
  const header = pageBody === undefined ? [] : listHeaderContent(root);
  // The other elements around the body define the appearance.
  const content = nameHeadings(rewritePage(createElement('body', [...header, ...body.children])));
  const text = pageText(content, file, { divsAreLines: false, maxLength: rules.maxTextBytes });
  return {
    ...text,
    title: findTitle(createElement('head', [{ ...title, name: 'title' }])),
    properties: readTable(root, rules),
  };
}

/** Returns the cover of a page as an image, unless it is on the web, and the description of a database. */
function listHeaderContent(root: Element): Element[] {
  const cover = findFirst(root, (found) => hasClass(found, 'page-cover-image'));
  const description = findFirst(root, (found) => hasClass(found, 'page-description'));
  const { src = '' } = cover?.attributes ?? {};
  return [
    ...(src === '' || isOnWeb(src) ? [] : [createElement('p', [createElement('img', [], { src })])]),
    ...(description === undefined ? [] : [description]),
  ];
}

const TITLE = /^\ufeff?# (.+)(?:\n+|$)/;

function fromMarkdown(text: string, { isRow, hasFile }: PageContext, rules: NoteRules): Page {
  const unix = text.replaceAll('\r\n', '\n');
  const [whole = '', title] = TITLE.exec(unix) ?? [];
  const rest = unix.slice(whole.length);
  const { properties, body } = isRow ? readLines(rest, hasFile, rules) : { properties: NO_PROPERTIES, body: rest };
  return { title: title?.trim(), text: keepDivider(convertCallouts(body)), properties };
}

/** Writes a divider at the start of a text so that it does not begin front matter, which Notion never writes. */
const keepDivider = (text: string): string => (frontMatter(text) === null ? text : text.replace('---', '***'));
