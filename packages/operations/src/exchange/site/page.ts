import { relativeUrl } from '../export/paths.js';
import { escapeHtml, type HtmlAttributes, type Markup, renderTag } from './html.js';
import { getTitleDirection } from './nodes.js';
import { MAX_INDEX_ENTRIES, type Page, type Section } from './outline.js';
import { findPagesAround } from './pages-around.js';

export interface SiteLook {
  readonly title: string;
  readonly theme: 'auto' | 'light' | 'dark';
  /** URL of the site without a trailing slash. */
  readonly baseUrl: string | undefined;
}

const STYLE = 'style.css';
const ICON = 'icon.svg';
/** Static files at the top of every site. */
export const SHIPPED = [STYLE, ICON] as const;
/** Content security policy: no scripts, and no resources from other origins. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'";

/** Returns the absolute URL of a page. */
export const getPageUrl = (baseUrl: string, path: string): string =>
  `${baseUrl}/${path.split('/').map(encodeURIComponent).join('/')}`;

interface Frame {
  readonly path: string;
  readonly title: string;
  /** Content beside the text. */
  readonly beside: Markup;
}

/** Placeholder for the text of a page. It cannot occur in a text, since all text is escaped. */
const TEXT: Markup = '<text>';

export interface Neighbours {
  readonly before: Page | undefined;
  readonly after: Page | undefined;
}

/** Returns the page of a note. */
export function renderNotePage(look: SiteLook, page: Page, section: Section, body: Markup, around: Neighbours): Markup {
  const [before, behind] = renderFrame(look, {
    path: page.path,
    title: page.title,
    beside: renderContents(section, page),
  });
  return before + renderTag('article', {}, body) + renderNeighbours(page.path, around) + behind;
}

/** A page of the index of a section. */
interface IndexPage {
  readonly path: string;
  readonly pieces: Iterable<Markup>;
}

/** Yields the index pages of a section, each with at most {@link MAX_INDEX_ENTRIES} entries. */
export function* renderSectionPages(look: SiteLook, section: Section): Generator<IndexPage> {
  const paths = [section.path, ...section.furtherPaths];
  const entries = listEntries(section, []);
  for (const [n, path] of paths.entries()) {
    const slice: Entry[] = [];
    while (slice.length < MAX_INDEX_ENTRIES) {
      const next = entries.next();
      if (next.done === true) break;
      slice.push(next.value);
    }
    yield { path, pieces: renderIndex(look, section, { path, slice, number: n + 1, paths }) };
  }
}

interface IndexSlice {
  readonly path: string;
  readonly slice: readonly Entry[];
  /** Page number from 1. */
  readonly number: number;
  readonly paths: readonly string[];
}

function* renderIndex(look: SiteLook, section: Section, { path, slice, number, paths }: IndexSlice): Generator<Markup> {
  const title = number === 1 ? section.name : `${section.name} – ${number}`;
  const [before, behind] = renderFrame(look, { path, title, beside: '' });
  yield before + renderTag('h1', { dir: getTitleDirection(section.name) }, escapeHtml(section.name)) + NAV;
  yield renderList(slice, path);
  yield `</nav>${renderIndexLinks(path, paths, number)}${behind}`;
}
const NAV = '<nav class="index" aria-label="Contents">';

/** Returns links to the previous and the next page of an index. */
function renderIndexLinks(from: string, paths: readonly string[], number: number): Markup {
  if (paths.length === 1) return '';
  const link = (rel: string, label: string, path: string | undefined) =>
    path === undefined ? '' : renderTag('a', { rel, href: relativeUrl(from, path) }, renderTag('small', {}, label));
  const links = link('prev', 'Previous', paths[number - 2]) + link('next', 'Next', paths[number]);
  const place = renderTag('p', { class: 'place' }, `Page ${number} of ${paths.length}`);
  return place + renderTag('nav', { class: 'turn', 'aria-label': 'Pages of the index' }, links);
}

/** Returns the markup before and after the text of a page. */
function renderFrame({ title: site, theme, baseUrl }: SiteLook, { path, title, beside }: Frame): [Markup, Markup] {
  const head = [
    renderTag('meta', { charset: 'utf-8' }),
    renderTag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    renderTag('meta', { name: 'referrer', content: 'no-referrer' }),
    renderTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    renderTag('title', {}, escapeHtml(title === site ? site : `${title} – ${site}`)),
    ...(baseUrl === undefined ? [] : [renderTag('link', { rel: 'canonical', href: getPageUrl(baseUrl, path) })]),
    renderTag('link', { rel: 'icon', href: relativeUrl(path, ICON) }),
    renderTag('link', { rel: 'stylesheet', href: relativeUrl(path, STYLE) }),
  ];
  const home = renderTag('a', { class: 'site', href: relativeUrl(path, 'index.html') }, escapeHtml(site));
  const jump = beside === '' ? '' : renderTag('a', { class: 'jump', href: '#.contents' }, 'Contents');
  const body = [
    renderTag('a', { class: 'skip', href: '#.text' }, 'Skip to the text'),
    renderTag('header', {}, home, jump),
    renderTag('main', { id: '.text', lang: '' }, TEXT),
    beside === '' ? '' : renderTag('nav', { id: '.contents', 'aria-label': 'Contents' }, beside),
  ];
  const language = { lang: 'en', ...(theme !== 'auto' && { 'data-theme': theme }) };
  const whole = `<!doctype html>\n${renderTag('html', language, `\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body.join('\n')}\n</body>\n`)}\n`;
  return whole.split(TEXT) as [Markup, Markup];
}

/** Returns the breadcrumbs to a section and a list of the pages around the current one. */
function renderContents(section: Section, page: Page): Markup {
  const way: Section[] = [];
  // The header links to the top section.
  for (let at = section; at.above !== undefined; at = at.above) way.unshift(at);
  const crumbs = way.map((each) => renderTag('li', {}, renderLink(page.path, each.path, each.name)));
  const shown = findPagesAround(section, page);
  const all = renderLink(page.path, section.path, 'All pages', { class: 'all' });
  const items = [
    ...shown.map((each) => renderItem(page.path, each, page)),
    ...section.sections
      .slice(0, MAX_LISTED_SECTIONS)
      .map((each) => renderTag('li', {}, renderSectionLink(page.path, each))),
  ];
  const list = renderTag('ol', {}, ...items);
  return (
    (crumbs.length === 0 ? '' : renderTag('ol', { class: 'way' }, ...crumbs)) +
    list +
    (shown.length < section.pages.length || section.sections.length > MAX_LISTED_SECTIONS ? all : '')
  );
}
/** Notebooks listed beside a page. The index lists all of them. */
const MAX_LISTED_SECTIONS = 24;

/** A note or notebook in an index, with the notebooks around it from the outermost. */
interface Entry {
  readonly inside: readonly Section[];
  readonly page?: Page;
  readonly section?: Section;
}

function* listEntries({ pages, sections }: Section, inside: readonly Section[]): Generator<Entry, undefined> {
  for (const page of pages) yield { inside, page };
  for (const section of sections) {
    yield { inside, section };
    yield* listEntries(section, [...inside, section]);
  }
}

/** Returns entries as nested lists. Repeats the names of notebooks that began on an earlier page. */
function renderList(entries: readonly Entry[], from: string): Markup {
  const pieces = ['<ol>'];
  let open: readonly Section[] = [];
  const leave = (depth: number) => {
    for (; open.length > depth; open = open.slice(0, -1)) pieces.push('</ol></li>');
  };
  const enter = (section: Section) => {
    pieces.push(`<li>${renderSectionLink(from, section)}<ol>`);
    open = [...open, section];
  };
  for (const { inside, page, section } of entries) {
    const shared = open.findIndex((each, n) => each !== inside[n]);
    leave(shared === -1 ? open.length : shared);
    for (const each of inside.slice(open.length)) enter(each);
    if (page !== undefined) pieces.push(renderItem(from, page));
    if (section !== undefined) enter(section);
  }
  leave(0);
  pieces.push('</ol>');
  return pieces.join('');
}

function renderItem(from: string, page: Page, current?: Page): Markup {
  const here = page === current ? { 'aria-current': 'page' } : {};
  return renderTag(
    'li',
    { class: page.level === 0 ? undefined : 'below' },
    renderLink(from, page.path, page.title, here),
  );
}

const renderSectionLink = (from: string, { path, name }: Section): Markup =>
  renderLink(from, path, name, { class: 'section' });

const renderLink = (from: string, to: string, text: string, attributes: HtmlAttributes = {}): Markup =>
  renderTag('a', { ...attributes, href: relativeUrl(from, to) }, escapeHtml(text));

function renderNeighbours(from: string, { before, after }: Neighbours): Markup {
  const link = (rel: string, label: string, page: Page | undefined) =>
    page === undefined
      ? ''
      : renderTag(
          'a',
          { rel, href: relativeUrl(from, page.path) },
          renderTag('small', {}, label),
          escapeHtml(page.title),
        );
  const links = link('prev', 'Previous', before) + link('next', 'Next', after);
  return links === '' ? '' : renderTag('nav', { class: 'turn', 'aria-label': 'Pages' }, links);
}
