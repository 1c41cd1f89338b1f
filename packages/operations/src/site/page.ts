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
}

/** Where the text of a page is to be; no text has it, since all are escaped. */
const TEXT: Markup = '<text>';

export interface Neighbours {
  readonly before: Page | undefined;
  readonly after: Page | undefined;
}

/** The page of a note. */
export function notePage(look: SiteLook, page: Page, section: Section, body: Markup, around: Neighbours): Markup {
  const [before, behind] = frame(look, { path: page.path, title: page.title, beside: contentsOf(section, page) });
  return before + tag('article', {}, body) + neighbours(page.path, around) + behind;
}

/** The page of a section, which lists what is in it: in pieces, as that may be very much. */
export function* sectionPage(look: SiteLook, section: Section): Generator<Markup> {
  const [before, behind] = frame(look, { path: section.path, title: section.name, beside: '' });
  yield before + tag('h1', {}, escaped(section.name)) + NAV;
  yield* listOf(section, section.path);
  yield `</nav>${behind}`;
}
const NAV = '<nav class="index" aria-label="Contents">';

/** What stands before the text of a page, and behind it. */
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
    ...section.sections.map((each) => tag('li', {}, linkToSection(page.path, each))),
  ];
  const list = tag('ol', {}, ...items);
  return (
    (crumbs.length === 0 ? '' : tag('ol', { class: 'way' }, ...crumbs)) +
    list +
    (shown.length < section.pages.length ? all : '')
  );
}

/** All that is in a section. */
function* listOf({ pages, sections }: Section, from: string): Generator<Markup> {
  yield '<ol>';
  for (let at = 0; at < pages.length; at += TOGETHER)
    yield pages
      .slice(at, at + TOGETHER)
      .map((page) => itemOf(from, page))
      .join('');
  for (const each of sections) {
    yield `<li>${linkToSection(from, each)}`;
    yield* listOf(each, from);
    yield '</li>';
  }
  yield '</ol>';
}
/** Links that are written at once. */
const TOGETHER = 500;

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
