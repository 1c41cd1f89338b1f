import { type FileLink, type Splice, splice, unescapeMarkdown } from '@notes/markdown-blocks';

/** A link of a note with its new address in the library, or with a replacement text. */
export type LinkReplacement = { readonly link: FileLink } & ({ readonly address: string } | { readonly text: string });

/** Width, or width and height, which Obsidian writes in place of an alias. */
const SIZE = /^\d+(?:x\d+)?$/;
const SPECIAL = /[\\[\]|]/g;

/** Returns a body with its links rewritten. Nothing else changes. */
export const pointLinks = (body: string, pointed: readonly LinkReplacement[]): string =>
  splice(
    body,
    pointed.map((each) => toSplice(body, each)),
  );

/**
 * Replaces the address of a link. A wikilink becomes a Markdown link or image, except in front matter, where only
 * wikilinks are links.
 */
function toSplice(body: string, pointed: LinkReplacement): Splice {
  const { link } = pointed;
  const { kind, anchor, start, end, targetStart, targetEnd } = link;
  if ('text' in pointed) return { start, end, text: pointed.text };
  if (link.inFrontMatter) return { start: targetStart, end: targetEnd, text: pointInFrontMatter(body, pointed) };
  const address = pointed.address + (anchor === null ? '' : `#${encodeAnchor(anchor)}`);
  if (kind !== 'wikilink' && kind !== 'embed') return { start: targetStart, end: targetEnd, text: address };
  const shown = getShownText(link, body.slice(start, end));
  return { start, end, text: `${kind === 'embed' ? '!' : ''}[${shown}](${address})` };
}

/** Returns the target of a wikilink with the path as the shown text, unless it has one already. */
function pointInFrontMatter(body: string, { link, address }: { readonly link: FileLink; readonly address: string }) {
  const { path, targetEnd, end } = link;
  const written = body.slice(link.targetStart, targetEnd);
  const fragment = written.startsWith(path) ? written.slice(path.length) : '';
  return address + fragment + (body.slice(targetEnd, end).includes('|') ? '' : `|${written}`);
}

const encodeAnchor = (anchor: string) =>
  encodeURI(anchor.toWellFormed()).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));

function getShownText({ path }: FileLink, written: string): string {
  const bar = written.indexOf('|');
  const alias = bar === -1 ? '' : written.slice(bar + 1, -2).trim();
  const name = path.slice(path.lastIndexOf('/') + 1);
  const shown = SIZE.test(alias) ? `${name}|${alias}` : unescapeMarkdown(alias) || name;
  return shown.replace(SPECIAL, '\\$&');
}
