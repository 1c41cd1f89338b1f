import { createElement, type Element, type Node } from '@notes/note-formats/html';

/** Reads the declarations of an element's `style` attribute; names and values are in lower case. */
export function readStyle({ attributes }: Element): ReadonlyMap<string, string> {
  const declarations = (attributes.style ?? '').split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    return colon === -1
      ? []
      : [
          [
            declaration.slice(0, colon).trim().toLowerCase(),
            declaration
              .slice(colon + 1)
              .trim()
              .toLowerCase(),
          ],
        ];
  });
  return new Map(declarations);
}

const MONOSPACE = /mono|courier|consolas|menlo|monaco/;

/** Returns true when an element's own font is one for code. */
export const isMonospaced = (style: ReadonlyMap<string, string>): boolean =>
  MONOSPACE.test(style.get('font-family') ?? '');

const isBold = (weight: string) => /^bold/.test(weight) || Number(weight) >= BOLD;
const BOLD = 600;

/** Returns the content of an inline element in the marks that its style draws; undefined when it draws none. */
export function markByStyle(
  found: Element,
  { hasHighlights }: { readonly hasHighlights: boolean },
): Node[] | undefined {
  const style = readStyle(found);
  const background = style.get('background-color') ?? style.get('background') ?? 'transparent';
  const decoration = `${style.get('text-decoration')} ${style.get('text-decoration-line')}`;
  const names = [
    isBold(style.get('font-weight') ?? '') && 'strong',
    /^(?:italic|oblique)/.test(style.get('font-style') ?? '') && 'em',
    decoration.includes('line-through') && 's',
    hasHighlights && !/^(?:transparent|white|none|#fff(?:fff)?\b|inherit)/.test(background) && 'mark',
    hasHighlights && isMonospaced(style) && 'code',
  ].filter((name) => name !== false);
  return names.length === 0
    ? undefined
    : names.reduce<Node[]>((content, name) => [createElement(name, content)], found.children);
}
