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
  if (link.inFrontMatter) return pointInFrontMatter(body, pointed);
  const address = pointed.address + (anchor === null ? '' : `#${encodeAnchor(anchor)}`);
  if (kind !== 'wikilink' && kind !== 'embed') return { start: targetStart, end: targetEnd, text: address };
  const shown = getShownText(link, body.slice(start, end));
  return { start, end, text: `${kind === 'embed' ? '!' : ''}[${shown}](${address})` };
}

/**
 * Replaces the target of a wikilink, and shows the path unless it shows a text already. An export shows the address of
 * an attachment whose link had no text.
 */
function pointInFrontMatter(body: string, { link, address }: { readonly link: FileLink; readonly address: string }) {
  const { path, targetStart: start, targetEnd, end } = link;
  const written = body.slice(start, targetEnd);
  const target = address + (written.startsWith(path) ? written.slice(path.length) : '');
  const shown = body.slice(targetEnd, end - 2);
  if (shown === `|${address}`) return { start, end: end - 2, text: target };
  return { start, end: targetEnd, text: shown.includes('|') ? target : `${target}|${written}` };
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
