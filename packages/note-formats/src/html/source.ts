import { readBytes } from '../files/read-text.js';
import { countUnread, listArchives, listFolderLinks, type Tree, toRejectedNotes, type Walk } from '../files/tree.js';
import type { FileItem, SourceNote } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import { resolvePages } from '../page-links.js';
import type { Rejection } from '../rejection.js';
import type { Listing, Source } from '../source.js';
import { nameHeadings } from './anchors.js';
import { decodePage } from './decode.js';
import { findFirst, findTitle, pageText, withHtml } from './page.js';
import { type Element, getTextLine, type Node, walkElements } from './tree.js';

const PAGE = /\.x?html?$/i;
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/**
 * Reads saved web pages.
 *
 * @param only file name of the only page to read, with the files beside it
 */
export const htmlSource = (tree: Tree, rules: NoteRules, only?: string): Source => ({
  list: async (signal) => list(await tree.walk(signal), rules, only),
  close: () => tree.close(),
});

function list(walk: Walk, rules: NoteRules, only: string | undefined): Listing {
  const { files, skipped, complete } = walk;
  const isNote = ({ path }: FileItem) => (only === undefined ? PAGE.test(path) || path.endsWith('/') : path === only);
  const pages = files.filter(isNote).map((file) => ({ ...file, read: () => readPage(file, rules) }));
  // Other pages are not attachments of the only one.
  const others = files.filter((file) => !isNote(file) && (only === undefined || !PAGE.test(file.path)));
  const counted =
    only === undefined
      ? { others: others.length, unopened: listArchives(others), links: listFolderLinks(others), skipped }
      : { others: null, links: [], skipped: [] };
  const notes = [...toRejectedNotes(walk), ...pages];
  const unread = countUnread(walk);
  const resolve = resolvePages(pages, others, skipped);
  const otherPaths = new Set(others.map(({ path }) => path));
  return { notes, ...counted, otherPaths, unread, complete, resolve, linksNotes: true };
}

function readPage(file: FileItem, { maxTextBytes }: NoteRules): Promise<SourceNote | Rejection> {
  return file.open(async (open): Promise<SourceNote | Rejection> => {
    const bytes = await readBytes(open, MAX_PAGE_BYTES);
    const html = 'reason' in bytes ? bytes : decodePage(bytes);
    if (typeof html !== 'string') return html;
    const { modifiedAt } = open;
    return withHtml(html, { selfClosing: false }, (root) => pageNote(root, { file, modifiedAt, maxTextBytes }));
  });
}

interface PageFile {
  readonly file: FileItem;
  readonly modifiedAt: number | undefined;
  readonly maxTextBytes: number;
}

function pageNote(root: Element, { file, modifiedAt, maxTextBytes }: PageFile): SourceNote {
  const { filename } = file;
  const title = findTitle(root) ?? filename.replace(PAGE, '');
  const times = { created: undefined, updated: undefined, modifiedAt };
  const content = nameHeadings(withoutTitle(findContent(root), title));
  const text = pageText(content, file, { divsAreLines: false, maxLength: maxTextBytes });
  return { title, ...text, fileName: filename, tags: [], ...times, warnings: [] };
}

/** Returns the main content of a page: its single `main` or `article` element, else the body without `nav`. */
function findContent(root: Element): Element {
  for (const is of [hasName('main'), hasRole, hasName('article')]) {
    const found = [...walkElements(root)].filter(is);
    if (found.length === 1) return found[0] as Element;
  }
  const body = findFirst(root, hasName('body')) ?? root;
  return { ...body, children: body.children.filter((child) => typeof child === 'string' || child.name !== 'nav') };
}

const hasName = (name: string) => (found: Element) => found.name === name;
const hasRole = ({ attributes }: Element) => attributes.role === 'main';

/** Removes a leading heading that repeats the title. */
function withoutTitle(content: Element, title: string): Element {
  const heading = findFirstShown(content);
  if (heading === undefined || heading === 'text' || getTextLine(heading) !== title) return content;
  const without = (element: Element): Element => ({
    ...element,
    children: element.children.flatMap((child): Node[] => {
      if (typeof child === 'string') return [child];
      return child === heading ? [] : [without(child)];
    }),
  });
  return without(content);
}

/** Returns the heading at the start of a page, or `text` when text comes first. */
function findFirstShown({ children }: Element): Element | 'text' | undefined {
  for (const child of children) {
    const isText = typeof child === 'string';
    if (isText && child.trim() === '') continue;
    const shown = isText ? 'text' : child.name === 'h1' ? child : findFirstShown(child);
    if (shown !== undefined) return shown;
  }
  return undefined;
}
