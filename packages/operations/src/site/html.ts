/** A piece of a page; what is in it is markup already. */
export type Markup = string;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const SPECIAL = /[&<>"']/g;
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

export const escaped = (text: string): Markup => text.replace(SPECIAL, (mark) => ESCAPES[mark] as string);

/** Attributes by name; undefined: it has none of the name. */
export type HtmlAttributes = Readonly<Record<string, string | undefined>>;

export function tag(name: string, attributes: HtmlAttributes, ...content: readonly Markup[]): Markup {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escaped(value)}"`))
    .join('');
  return EMPTY.has(name) ? `<${name}${written}>` : `<${name}${written}>${content.join('')}</${name}>`;
}
