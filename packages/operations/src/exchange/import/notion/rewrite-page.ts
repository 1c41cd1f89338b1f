import { joinLists } from '../html/list-items.js';
import { type Element, element, elements, hasClass, lineOf, type Node, rewrite } from '../html/tree.js';

const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|avif)$/i;
/** Headings of toggles by font size. */
const SIZES: readonly (readonly [size: string, heading: string])[] = [
  ['1.875em', 'h1'],
  ['1.5em', 'h2'],
  ['1.25em', 'h3'],
];

type Rule = (found: Element) => Node[] | undefined;

/** Rewrites a Notion page to common HTML. */
export const rewritePage = (page: Element): Element =>
  withMergedLists(
    rewrite(page, (found) => {
      const merged = withMergedLists(found);
      return RULES.get(found.name)?.(merged) ?? [merged];
    }),
  );

/** Merges lists, since each item is exported in a list of its own. */
const withMergedLists = (found: Element): Element => ({
  ...found,
  children: joinLists(found.children, (list) => !isFirst(list)),
});

const isFirst = ({ name, attributes }: Element) => name === 'ol' && (attributes.start ?? '1') === '1';

const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    a: (link) => (hasClass(link, 'bookmark') ? bookmark(link) : file(link)),
    div: (found) => (hasClass(found, 'checkbox') ? [box(found)] : undefined),
    figure: (found) => (hasClass(found, 'callout') ? [callout(found)] : undefined),
    img: (found) => (hasClass(found, 'icon') ? [] : undefined),
    mark: (found) => (/_background/.test(found.attributes.class ?? '') ? undefined : found.children),
    nav: contents,
    span: (found) => (hasClass(found, 'property-icon') ? [] : undefined),
    summary: heading,
  }),
);

const box = (found: Element) =>
  element('input', [], { type: 'checkbox', ...(hasClass(found, 'checkbox-on') && { checked: '' }) });

/** Converts a callout and takes its icon as the title. */
function callout({ children }: Element): Element {
  const icons = children.flatMap((child) => (typeof child === 'string' ? [] : [...elements(child)]));
  const icon = icons.find((found) => hasClass(found, 'icon'));
  const said = children.filter((child) => typeof child === 'string' || !isIcon(child, icon));
  return element('blockquote', said, { 'data-callout': 'note', title: icon === undefined ? '' : lineOf(icon) });
}

/** Returns true for the child with the icon of a callout. It is empty when the icon was an image. */
function isIcon(child: Element, icon: Element | undefined): boolean {
  return lineOf(child) === (icon === undefined ? '' : lineOf(icon)) && /font-size/.test(child.attributes.style ?? '');
}

/** Converts a link preview to a linked title and a description. */
function bookmark(link: Element): Node[] {
  const text = (name: string) => {
    const found = [...elements(link)].find((each) => hasClass(each, name));
    return found === undefined ? '' : lineOf(found);
  };
  const { href = '' } = link.attributes;
  const description = text('bookmark-description');
  const title = element('p', [element('a', [text('bookmark-title') || href], { href })]);
  return description === '' ? [title] : [title, element('p', [description])];
}

/** Converts an image linked to itself, or a link to an exported image, to an image. */
function file(link: Element): Node[] | undefined {
  const { href = '' } = link.attributes;
  const [only, ...others] = link.children;
  if (others.length > 0 || only === undefined) return undefined;
  if (typeof only !== 'string') return only.name === 'img' && only.attributes.src === href ? [only] : undefined;
  const isOwn = !/^[a-z][a-z0-9+.-]+:|^\/\/|^#/i.test(href);
  return isOwn && IMAGE.test(href) ? [element('img', [], { src: href, alt: only.trim() })] : undefined;
}

/** Converts a table of contents to a list of links. */
function contents(nav: Element): Node[] {
  const links = [...elements(nav)].filter(({ name }) => name === 'a');
  return [
    element(
      'ul',
      links.map((link) => element('li', [link])),
    ),
  ];
}

function heading({ attributes, children }: Element): Node[] | undefined {
  const size = SIZES.find(([em]) => (attributes.style ?? '').includes(`font-size:${em}`));
  return size === undefined ? undefined : [element(size[1], children)];
}
