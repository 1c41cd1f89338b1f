import { joinLists } from '../html/list-items.js';
import { createElement, type Element, getTextLine, hasClass, type Node, rewrite, walkElements } from '../html/tree.js';

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
  mergeLists(
    rewrite(page, (found) => {
      const merged = mergeLists(found);
      return RULES.get(found.name)?.(merged) ?? [merged];
    }),
  );

/** Merges lists, since each item is exported in a list of its own. */
const mergeLists = (found: Element): Element => ({
  ...found,
  children: joinLists(found.children, (list) => !isFirst(list)),
});

const isFirst = ({ name, attributes }: Element) => name === 'ol' && (attributes.start ?? '1') === '1';

const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    a: (link) => (hasClass(link, 'bookmark') ? convertBookmark(link) : convertImageLink(link)),
    div: (found) => (hasClass(found, 'checkbox') ? [createBox(found)] : undefined),
    figure: (found) => (hasClass(found, 'callout') ? [convertCallout(found)] : undefined),
    img: (found) => (hasClass(found, 'icon') ? [] : undefined),
    mark: (found) => (/_background/.test(found.attributes.class ?? '') ? undefined : found.children),
    nav: convertContents,
    span: (found) => (hasClass(found, 'property-icon') ? [] : undefined),
    summary: convertHeading,
    td: separateValues,
  }),
);

const createBox = (found: Element) =>
  createElement('input', [], { type: 'checkbox', ...(hasClass(found, 'checkbox-on') && { checked: '' }) });

/** Converts a callout and takes its icon as the title. */
function convertCallout({ children }: Element): Element {
  const icons = children.flatMap((child) => (typeof child === 'string' ? [] : [...walkElements(child)]));
  const icon = icons.find((found) => hasClass(found, 'icon'));
  const said = children.filter((child) => typeof child === 'string' || !isIcon(child, icon));
  return createElement('blockquote', said, {
    'data-callout': 'note',
    title: icon === undefined ? '' : getTextLine(icon),
  });
}

/** Returns true for the child with the icon of a callout. It is empty when the icon was an image. */
function isIcon(child: Element, icon: Element | undefined): boolean {
  return (
    getTextLine(child) === (icon === undefined ? '' : getTextLine(icon)) &&
    /font-size/.test(child.attributes.style ?? '')
  );
}

/** Converts a link preview to a linked title and a description. */
function convertBookmark(link: Element): Node[] {
  const text = (name: string) => {
    const found = [...walkElements(link)].find((each) => hasClass(each, name));
    return found === undefined ? '' : getTextLine(found);
  };
  const { href = '' } = link.attributes;
  const description = text('bookmark-description');
  const title = createElement('p', [createElement('a', [text('bookmark-title') || href], { href })]);
  return description === '' ? [title] : [title, createElement('p', [description])];
}

/** Converts an image linked to itself, or a link to an exported image, to an image. */
function convertImageLink(link: Element): Node[] | undefined {
  const { href = '' } = link.attributes;
  const [only, ...others] = link.children;
  if (others.length > 0 || only === undefined) return undefined;
  if (typeof only !== 'string') return only.name === 'img' && only.attributes.src === href ? [only] : undefined;
  const isOwn = !/^[a-z][a-z0-9+.-]+:|^\/\/|^#/i.test(href);
  return isOwn && IMAGE.test(href) ? [createElement('img', [], { src: href, alt: only.trim() })] : undefined;
}

/** Converts a table of contents to a list of links. */
function convertContents(nav: Element): Node[] {
  const links = [...walkElements(nav)].filter(({ name }) => name === 'a');
  return [
    createElement(
      'ul',
      links.map((link) => createElement('li', [link])),
    ),
  ];
}

/** Class of a cell of a database, with the id of its property. */
const CELL = /(?:^|\s)cell-/;

/** Writes commas between the values of a cell of a database, which only their appearance separates. */
function separateValues(cell: Element): Node[] | undefined {
  const { attributes, children } = cell;
  if (!CELL.test(attributes.class ?? '')) return undefined;
  const isValue = (child: Node | undefined): boolean =>
    typeof child === 'object' && (child.name === 'a' || hasClass(child, 'selected-value'));
  if (!children.some((child, n) => isValue(child) && isValue(children[n + 1]))) return undefined;
  const separated = children.flatMap((child, n) =>
    isValue(child) && isValue(children[n + 1]) ? [child, ', '] : [child],
  );
  return [{ ...cell, children: separated }];
}

function convertHeading({ attributes, children }: Element): Node[] | undefined {
  const size = SIZES.find(([em]) => (attributes.style ?? '').includes(`font-size:${em}`));
  return size === undefined ? undefined : [createElement(size[1], children)];
}
