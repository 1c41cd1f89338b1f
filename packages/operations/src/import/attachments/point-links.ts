import { type FileLink, unescapeMarkdown } from '@notes/markdown-blocks';
import { type Splice, splice } from '../../markdown/splice.js';

/** A link of a note, and the address of what it means in the library, or a text in its place. */
export type Pointed = { readonly link: FileLink } & ({ readonly address: string } | { readonly text: string });

/** A width, or width and height, where Obsidian has one in place of an alias. */
const SIZE = /^\d+(?:x\d+)?$/;
const SPECIAL = /[\\[\]|]/g;

/** A body whose links point where they should; nothing else of it changes. */
export const pointLinks = (body: string, pointed: readonly Pointed[]): string =>
  splice(
    body,
    pointed.map((each) => spliceOf(body, each)),
  );

/** Of a link its address is replaced; a wikilink, which cannot hold one, becomes a link or image of Markdown. */
function spliceOf(body: string, pointed: Pointed): Splice {
  const { link } = pointed;
  const { kind, anchor, start, end, targetStart, targetEnd } = link;
  if ('text' in pointed) return { start, end, text: pointed.text };
  const address = pointed.address + (anchor === null ? '' : `#${encodeAnchor(anchor)}`);
  if (kind !== 'wikilink' && kind !== 'embed') return { start: targetStart, end: targetEnd, text: address };
  const shown = shownText(link, body.slice(start, end));
  return { start, end, text: `${kind === 'embed' ? '!' : ''}[${shown}](${address})` };
}

const encodeAnchor = (anchor: string) =>
  encodeURI(anchor.toWellFormed()).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));

function shownText({ path }: FileLink, written: string): string {
  const bar = written.indexOf('|');
  const alias = bar === -1 ? '' : written.slice(bar + 1, -2).trim();
  const name = path.slice(path.lastIndexOf('/') + 1);
  const shown = SIZE.test(alias) ? `${name}|${alias}` : unescapeMarkdown(alias) || name;
  return shown.replace(SPECIAL, '\\$&');
}
