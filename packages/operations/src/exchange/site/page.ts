import { relativeUrl } from '../export/paths.js';
import { escaped, type HtmlAttributes, type Markup, tag } from './html.js';
import { titleDirection } from './nodes.js';
import { INDEX_ENTRIES, type Page, type Section } from './outline.js';
import { pagesAround } from './pages-around.js';

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
export const addressOf = (baseUrl: string, path: string): string =>
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
export function notePage(look: SiteLook, page: Page, section: Section, body: Markup, around: Neighbours): Markup {
  const [before, behind] = frame(look, { path: page.path, title: page.title, beside: contentsOf(section, page) });
  return before + tag('article', {}, body) + neighbours(page.path, around) + behind;
}

/** A page of the index of a section. */
interface IndexPage {
  readonly path: string;
  readonly pieces: Iterable<Markup>;
}

/** Yields the index pages of a section, each with at most {@link INDEX_ENTRIES} entries. */
export function* sectionPages(look: SiteLook, section: Section): Generator<IndexPage> {
  const paths = [section.path, ...section.furtherPaths];
  const entries = entriesOf(section, []);
  for (const [n, path] of paths.entries()) {
    const slice: Entry[] = [];
    while (slice.length < INDEX_ENTRIES) {
      const next = entries.next();
      if (next.done === true) break;
      slice.push(next.value);
    }
    yield { path, pieces: indexPieces(look, section, { path, slice, number: n + 1, paths }) };
  }
}

interface IndexSlice {
  readonly path: string;
  readonly slice: readonly Entry[];
  /** Page number from 1. */
  readonly number: number;
  readonly paths: readonly string[];
}

function* indexPieces(look: SiteLook, section: Section, { path, slice, number, paths }: IndexSlice): Generator<Markup> {
  const title = number === 1 ? section.name : `${section.name} – ${number}`;
  const [before, behind] = frame(look, { path, title, beside: '' });
  yield before + tag('h1', { dir: titleDirection(section.name) }, escaped(section.name)) + NAV;
  yield listOf(slice, path);
  yield `</nav>${turnIndex(path, paths, number)}${behind}`;
}
const NAV = '<nav class="index" aria-label="Contents">';

/** Returns links to the previous and the next page of an index. */
function turnIndex(from: string, paths: readonly string[], number: number): Markup {
  if (paths.length === 1) return '';
  const link = (rel: string, label: string, path: string | undefined) =>
    path === undefined ? '' : tag('a', { rel, href: relativeUrl(from, path) }, tag('small', {}, label));
  const links = link('prev', 'Previous', paths[number - 2]) + link('next', 'Next', paths[number]);
  const place = tag('p', { class: 'place' }, `Page ${number} of ${paths.length}`);
  return place + tag('nav', { class: 'turn', 'aria-label': 'Pages of the index' }, links);
}

/** Returns the markup before and after the text of a page. */
function frame({ title: site, theme, baseUrl }: SiteLook, { path, title, beside }: Frame): [Markup, Markup] {
  const head = [
    tag('meta', { charset: 'utf-8' }),
    tag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    tag('meta', { name: 'referrer', content: 'no-referrer' }),
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    tag('title', {}, escaped(title === site ? site : `${title} – ${site}`)),
    ...(baseUrl === undefined ? [] : [tag('link', { rel: 'canonical', href: addressOf(baseUrl, path) })]),
    tag('link', { rel: 'icon', href: relativeUrl(path, ICON) }),
    tag('link', { rel: 'stylesheet', href: relativeUrl(path, STYLE) }),
  ];
  const home = tag('a', { class: 'site', href: relativeUrl(path, 'index.html') }, escaped(site));
  const jump = beside === '' ? '' : tag('a', { class: 'jump', href: '#.contents' }, 'Contents');
  const body = [
    tag('a', { class: 'skip', href: '#.text' }, 'Skip to the text'),
    tag('header', {}, home, jump),
    tag('main', { id: '.text', lang: '' }, TEXT),
    beside === '' ? '' : tag('nav', { id: '.contents', 'aria-label': 'Contents' }, beside),
  ];
  const language = { lang: 'en', ...(theme !== 'auto' && { 'data-theme': theme }) };
  const whole = `<!doctype html>\n${tag('html', language, `\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body.join('\n')}\n</body>\n`)}\n`;
  return whole.split(TEXT) as [Markup, Markup];
}

/** Returns the breadcrumbs to a section and a list of the pages around the current one. */
function contentsOf(section: Section, page: Page): Markup {
  const way: Section[] = [];
  // The header links to the top section.
  for (let at = section; at.above !== undefined; at = at.above) way.unshift(at);
  const crumbs = way.map((each) => tag('li', {}, linkTo(page.path, each.path, each.name)));
  const shown = pagesAround(section, page);
  const all = linkTo(page.path, section.path, 'All pages', { class: 'all' });
  const items = [
    ...shown.map((each) => itemOf(page.path, each, page)),
    ...section.sections.slice(0, LISTED_SECTIONS).map((each) => tag('li', {}, linkToSection(page.path, each))),
  ];
  const list = tag('ol', {}, ...items);
  return (
    (crumbs.length === 0 ? '' : tag('ol', { class: 'way' }, ...crumbs)) +
    list +
    (shown.length < section.pages.length || section.sections.length > LISTED_SECTIONS ? all : '')
  );
}
/** Notebooks listed beside a page. The index lists all of them. */
const LISTED_SECTIONS = 24;

/** A note or notebook in an index, with the notebooks around it from the outermost. */
interface Entry {
  readonly inside: readonly Section[];
  readonly page?: Page;
  readonly section?: Section;
}

function* entriesOf({ pages, sections }: Section, inside: readonly Section[]): Generator<Entry, undefined> {
  for (const page of pages) yield { inside, page };
  for (const section of sections) {
    yield { inside, section };
    yield* entriesOf(section, [...inside, section]);
  }
}

/** Returns entries as nested lists. Repeats the names of notebooks that began on an earlier page. */
function listOf(entries: readonly Entry[], from: string): Markup {
  const pieces = ['<ol>'];
  let open: readonly Section[] = [];
  const leave = (depth: number) => {
    for (; open.length > depth; open = open.slice(0, -1)) pieces.push('</ol></li>');
  };
  const enter = (section: Section) => {
    pieces.push(`<li>${linkToSection(from, section)}<ol>`);
    open = [...open, section];
  };
  for (const { inside, page, section } of entries) {
    const shared = open.findIndex((each, n) => each !== inside[n]);
    leave(shared === -1 ? open.length : shared);
    for (const each of inside.slice(open.length)) enter(each);
    if (page !== undefined) pieces.push(itemOf(from, page));
    if (section !== undefined) enter(section);
  }
  leave(0);
  pieces.push('</ol>');
  return pieces.join('');
}

function itemOf(from: string, page: Page, current?: Page): Markup {
  const here = page === current ? { 'aria-current': 'page' } : {};
  return tag('li', { class: page.level === 0 ? undefined : 'below' }, linkTo(from, page.path, page.title, here));
}

const linkToSection = (from: string, { path, name }: Section): Markup => linkTo(from, path, name, { class: 'section' });

const linkTo = (from: string, to: string, text: string, attributes: HtmlAttributes = {}): Markup =>
  tag('a', { ...attributes, href: relativeUrl(from, to) }, escaped(text));

function neighbours(from: string, { before, after }: Neighbours): Markup {
  const link = (rel: string, label: string, page: Page | undefined) =>
    page === undefined
      ? ''
      : tag('a', { rel, href: relativeUrl(from, page.path) }, tag('small', {}, label), escaped(page.title));
  const links = link('prev', 'Previous', before) + link('next', 'Next', after);
  return links === '' ? '' : tag('nav', { class: 'turn', 'aria-label': 'Pages' }, links);
}
