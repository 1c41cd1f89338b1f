import { titleReference } from '@notes/link-graph';
import { classifyTarget, toSlug } from '@notes/markdown-blocks';
import type { SafeElement, SafeNode } from '@notes/markdown-view';
import { nameKey } from '@notes/query-language';
import type { WorkerReader } from '@notes/storage';
import { getHeadingLevel, getNodeText } from './nodes.js';
import type { ResolvedNoteLink } from './resolve-note-links.js';

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
export function findPrivateTitles(reader: Reader, documentPk: number, { link, noteId }: ResolvedNoteLink): string[] {
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

/** Returns true when a link text reveals the name of a private note: its title or the target of the link. */
export function showsName(
  text: string,
  { kind, target }: ResolvedNoteLink['link'],
  titles: readonly string[],
): boolean {
  if (titles.length === 0) return false;
  const shown = nameKey(text);
  const isByTarget = (kind === 'wikilink' || kind === 'embed') && shown.startsWith(nameKey(target));
  return isByTarget || titles.some((title) => title.trim() !== '' && shown.includes(nameKey(title.trim())));
}

/** Replaces link texts that reveal the name of a private note, and the anchors of headings with such texts. */
export function redactLinks(
  reader: Reader,
  documentPk: number,
  links: readonly ResolvedNoteLink[],
  nodes: readonly SafeNode[],
) {
  const named = links
    .map((meant) => ({ link: meant.link, titles: findPrivateTitles(reader, documentPk, meant) }))
    .filter(({ titles }) => titles.length > 0);
  if (named.length === 0) return nodes;
  const showsPrivateName = (text: string) => named.some(({ link, titles }) => showsName(text, link, titles));
  return nodes.map((node) => redactNode(node, showsPrivateName));
}

function redactNode(node: SafeNode, showsPrivateName: (text: string) => boolean): SafeNode {
  if (typeof node === 'string') return node;
  const { attributes } = node;
  if (NOTE_LINKS.has(attributes['data-kind'] ?? '')) return redactLink(node, showsPrivateName);
  const children = node.children.map((child) => redactNode(child, showsPrivateName));
  if (children.every((child, n) => child === node.children[n])) return node;
  const changed = { ...node, children };
  if (getHeadingLevel(changed) === undefined) return changed;
  return { ...changed, attributes: { ...attributes, 'data-anchor': toSlug(getNodeText(changed)) } };
}

function redactLink(node: SafeElement, showsPrivateName: (text: string) => boolean): SafeElement {
  const { alt, title, ...attributes } = node.attributes;
  if (!showsPrivateName(alt ?? getNodeText(node))) {
    if (title === undefined || !showsPrivateName(title)) return node;
    return { ...node, attributes: { ...attributes, ...(alt !== undefined && { alt }) } };
  }
  return { ...node, attributes: { ...attributes, ...(alt !== undefined && { alt: REDACTED }) }, children: [REDACTED] };
}
