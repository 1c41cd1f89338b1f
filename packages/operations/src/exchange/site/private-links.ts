import { titleReference } from '@notes/link-graph';
import { classifyTarget, decodePercentEscapes, toSlug } from '@notes/markdown-blocks';
import type { SafeElement, SafeNode } from '@notes/markdown-view';
import { nameKey } from '@notes/query-language';
import type { WorkerReader } from '@notes/storage';
import { ContainedNames } from './contained-names.js';
import { resolveHtmlLinks } from './html-links.js';
import { getHeadingLevel, getNodeText, getShownText } from './nodes.js';
import { type ResolvedNoteLink, resolveNoteLinks } from './resolve-note-links.js';

type Reader = Pick<WorkerReader, 'exported' | 'documents' | 'links'>;

/** Text shown instead of the title of a private note. */
export const REDACTED = 'private note';

/** Most notes of the same name that are checked. The name is public when one of them is on the site. */
const MAX_NAMESAKES = 50;
const NOTE_LINKS: ReadonlySet<string> = new Set(['title', 'document', 'stable']);

/**
 * Finds the titles that a link would reveal: the titles of its possible targets, when none of these is on the site. The
 * targets may be outside the selection, in Trash, or share a title.
 */
function findPrivateTitles(reader: Reader, documentPk: number, { link, noteId }: ResolvedNoteLink): string[] {
  const ids = noteId === null ? findNamesakes(reader, documentPk, link) : [noteId];
  if (ids.some((id) => reader.exported.findPath('documents', id) !== undefined)) return [];
  return ids.flatMap((id) => reader.documents.get(id)?.title ?? []);
}

function findNamesakes({ documents, links }: Reader, documentPk: number, link: ResolvedNoteLink['link']): string[] {
  const meant = classifyTarget(link);
  if (meant.type === 'document' || meant.type === 'stable') return [meant.documentId];
  if (meant.type !== 'title') return [];
  if (link.state === 'ambiguous')
    return documents.getMany(links.findCandidates(meant.title, documentPk, MAX_NAMESAKES)).map(({ id }) => id);
  const { whole, name } = titleReference(meant.title, nameKey);
  return [...new Set([whole, name])].flatMap((key) => documents.findTrashedByTitleKey(key, MAX_NAMESAKES));
}

/** Link with the titles that it would reveal, as {@link findPrivateTitles} returns them. */
interface PrivateLink extends ResolvedNoteLink {
  readonly titles: readonly string[];
}

/** Links of a note to private notes or others, each with the titles that it would reveal; none when it is not private. */
interface LinksWithTitles {
  /** Stored links, in text order. */
  readonly links: readonly PrivateLink[];
  /** Links in HTML, each target once. */
  readonly inHtml: readonly PrivateLink[];
}

/** Resolves the links of a note with the titles that they would reveal. */
export function listLinksWithTitles(reader: Reader, documentPk: number): LinksWithTitles {
  const addTitles = (meant: ResolvedNoteLink) => ({ ...meant, titles: findPrivateTitles(reader, documentPk, meant) });
  return {
    links: resolveNoteLinks(reader, documentPk).map(addTitles),
    inHtml: resolveHtmlLinks(reader, documentPk).map(addTitles),
  };
}

/** Returns true when some link of a note leads to a private note. */
export const hasPrivateLinks = ({ links, inHtml }: LinksWithTitles): boolean =>
  [...links, ...inHtml].some(({ titles }) => titles.length > 0);

type NameCheck = (text: string) => boolean;

/**
 * Returns a function that tells whether a shown text reveals the name of a private note: the title of a note that a
 * link leads to, or the target of a wikilink.
 */
export function createNameCheck({ links, inHtml }: LinksWithTitles): NameCheck {
  const named = [...links, ...inHtml].filter(({ titles }) => titles.length > 0);
  const targets = named.filter(({ link: { kind } }) => kind === 'wikilink' || kind === 'embed');
  const titleKeys = new ContainedNames(toShownKeys(named.flatMap(({ titles }) => titles)));
  const targetKeys = new ContainedNames(toShownKeys(targets.map(({ link }) => link.target)));
  return (text) => {
    const shown = toShownKey(text);
    return titleKeys.isIn(shown) || targetKeys.beginsWith(shown);
  };
}

/** Characters that a page does not show, such as the soft hyphen. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/** White space, and other separators between the words of titles and file names. */
const SEPARATORS = /(?<=[\p{L}\p{N}])[\s_-]+(?=[\p{L}\p{N}])|\s+/gu;

/**
 * Returns the `nameKey` of a text as readers understand it: without percent escapes and invisible characters, and with a
 * space between words, so that `Divorce%20Plan` and `divorce-plan.md` show the title `Divorce Plan`.
 */
const toShownKey = (text: string): string =>
  nameKey(decodePercentEscapes(text).replace(INVISIBLE, '').replace(SEPARATORS, ' ').trim());

const toShownKeys = (names: readonly string[]): string[] => names.map(toShownKey).filter((key) => key !== '');

/** Replaces link texts that reveal the name of a private note, and the anchors of headings with such texts. */
export function redactLinks(reader: Reader, documentPk: number, nodes: readonly SafeNode[]): readonly SafeNode[] {
  const links = listLinksWithTitles(reader, documentPk);
  if (!hasPrivateLinks(links)) return nodes;
  const showsPrivateName = createNameCheck(links);
  return nodes.map((node) => redactNode(node, showsPrivateName));
}

function redactNode(node: SafeNode, showsPrivateName: NameCheck): SafeNode {
  if (typeof node === 'string') return node;
  if (isNoteLink(node)) return redactLink(node, showsPrivateName);
  const changed = withChildren(node, (child) => redactNode(child, showsPrivateName));
  if (changed === node || getHeadingLevel(changed) === undefined) return changed;
  return { ...changed, attributes: { ...node.attributes, 'data-anchor': toSlug(getNodeText(changed)) } };
}

/** Returns true for a link to a note. An image whose address is a note is rendered as a dead link. */
const isNoteLink = ({ attributes }: SafeElement): boolean =>
  NOTE_LINKS.has(attributes['data-kind'] ?? '') || attributes.class === 'dead-link';

/** Redacts a link. A picture in its text stays, without an alternative text that reveals the name. */
function redactLink(node: SafeElement, showsPrivateName: NameCheck): SafeElement {
  const shown = withoutTitle(
    withChildren(node, (child) => redactPicture(child, showsPrivateName)),
    showsPrivateName,
  );
  if (!showsPrivateName(getShownText(shown))) return shown;
  const { alt, title: _, ...attributes } = node.attributes;
  return { ...node, attributes: { ...attributes, ...(alt !== undefined && { alt: REDACTED }) }, children: [REDACTED] };
}

function redactPicture(node: SafeNode, showsPrivateName: NameCheck): SafeNode {
  if (typeof node === 'string') return node;
  const shown = withoutTitle(
    withChildren(node, (child) => redactPicture(child, showsPrivateName)),
    showsPrivateName,
  );
  const { alt } = shown.attributes;
  if (alt === undefined || !showsPrivateName(alt)) return shown;
  return { ...shown, attributes: { ...shown.attributes, alt: REDACTED } };
}

function withoutTitle(node: SafeElement, showsPrivateName: NameCheck): SafeElement {
  const { title, ...attributes } = node.attributes;
  return title === undefined || !showsPrivateName(title) ? node : { ...node, attributes };
}

/** Returns the node with converted children; the same node when none of them changed. */
function withChildren(node: SafeElement, convert: (child: SafeNode) => SafeNode): SafeElement {
  const children = node.children.map(convert);
  return children.every((child, n) => child === node.children[n]) ? node : { ...node, children };
}
