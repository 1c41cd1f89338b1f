import { relativeUrl } from '../export/paths.js';
import { escaped, type HtmlAttributes, type Markup, tag } from './html.js';
import type { Page, Section } from './outline.js';
import { pagesAround } from './pages-around.js';

export interface SiteLook {
  readonly title: string;
  readonly theme: 'auto' | 'light' | 'dark';
  /** Where the site will be, without a slash at its end. */
  readonly baseUrl: string | undefined;
}

const STYLE = 'style.css';
const ICON = 'icon.svg';
/** Files that come with every site, at its top. */
export const SHIPPED = [STYLE, ICON] as const;
/** Nothing runs, and nothing comes from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'";

/** The whole address of a page. */
export const addressOf = (baseUrl: string, path: string): string =>
  `${baseUrl}/${path.split('/').map(encodeURIComponent).join('/')}`;

interface Frame {
  readonly path: string;
  readonly title: string;
  /** Beside the text. */
  readonly beside: Markup;
  readonly main: Markup;
}

export interface Neighbours {
  readonly before: Page | undefined;
  readonly after: Page | undefined;
}

/** The page of a note. */
export function notePage(look: SiteLook, page: Page, section: Section, body: Markup, around: Neighbours): Markup {
  const main = tag('article', {}, body) + neighbours(page.path, around);
  return frame(look, { path: page.path, title: page.title, beside: contentsOf(section, page), main });
}

/** The page of a section, which lists what is in it. */
export function sectionPage(look: SiteLook, section: Section): Markup {
  const heading = tag('h1', {}, escaped(section.name));
  const main = heading + tag('nav', { class: 'index', 'aria-label': 'Contents' }, listOf(section, section.path));
  return frame(look, { path: section.path, title: section.name, beside: '', main });
}

function frame({ title: site, theme, baseUrl }: SiteLook, { path, title, beside, main }: Frame): Markup {
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
    tag('main', { id: '.text', lang: '' }, main),
    beside === '' ? '' : tag('nav', { id: '.contents', 'aria-label': 'Contents' }, beside),
  ];
  const language = { lang: 'en', ...(theme !== 'auto' && { 'data-theme': theme }) };
  return `<!doctype html>\n${tag('html', language, `\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body.join('\n')}\n</body>\n`)}\n`;
}

/** The way to a section, and what is in it around a page. */
function contentsOf(section: Section, page: Page): Markup {
  const way: Section[] = [];
  // The top is in the header.
  for (let at = section; at.above !== undefined; at = at.above) way.unshift(at);
  const crumbs = way.map((each) => tag('li', {}, linkTo(page.path, each.path, each.name)));
  const shown = pagesAround(section, page);
  const all = linkTo(page.path, section.path, 'All pages', { class: 'all' });
  const items = [
    ...shown.map((each) => itemOf(page.path, each, page)),
    ...section.sections.map((each) => below(page.path, each)),
  ];
  const list = tag('ol', {}, ...items);
  return (
    (crumbs.length === 0 ? '' : tag('ol', { class: 'way' }, ...crumbs)) +
    list +
    (shown.length < section.pages.length ? all : '')
  );
}

/** All that is in a section. */
function listOf({ pages, sections }: Section, from: string): Markup {
  const items = pages.map((page) => itemOf(from, page));
  return tag('ol', {}, ...items, ...sections.map((each) => below(from, each, listOf(each, from))));
}

function itemOf(from: string, page: Page, current?: Page): Markup {
  const here = page === current ? { 'aria-current': 'page' } : {};
  return tag('li', { class: page.level === 0 ? undefined : 'below' }, linkTo(from, page.path, page.title, here));
}

const below = (from: string, { path, name }: Section, ...content: readonly Markup[]): Markup =>
  tag('li', {}, linkTo(from, path, name, { class: 'section' }), ...content);

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
