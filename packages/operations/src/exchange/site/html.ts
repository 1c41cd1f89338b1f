/** HTML markup, already escaped. */
export type Markup = string;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const SPECIAL = /[&<>"']/g;
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);

/** Escapes text for content and attribute values. */
export const escapeHtml = (text: string): Markup => text.replace(SPECIAL, (mark) => ESCAPES[mark] as string);

/** Attribute values by name. An undefined value omits the attribute. */
export type HtmlAttributes = Readonly<Record<string, string | undefined>>;

/** Returns an element. Escapes the attribute values; the content must be escaped already. */
export function renderTag(name: string, attributes: HtmlAttributes, ...content: readonly Markup[]): Markup {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeHtml(value)}"`))
    .join('');
  return EMPTY.has(name) ? `<${name}${written}>` : `<${name}${written}>${content.join('')}</${name}>`;
}
