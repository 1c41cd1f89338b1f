import { classifyTarget, decodeEntities, splitAnchor } from '@notes/markdown-blocks';
import type { LinkReference, OutgoingLink, WorkerReader } from '@notes/storage';
import type { ResolvedNoteLink } from './resolve-note-links.js';

/** Matches the addresses in HTML tags, and the same text anywhere else. */
const ADDRESS = /\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+))/gi;

type Target = Pick<OutgoingLink, 'target' | 'anchor'> & { readonly reference: LinkReference };

/**
 * Resolves the links to notes in the HTML of a note, which are not among its stored links. Each target is listed once,
 * without a text and a position. Code is not told from HTML.
 */
export function resolveHtmlLinks(
  { links, documents, exported }: Pick<WorkerReader, 'links' | 'documents' | 'exported'>,
  documentPk: number,
): ResolvedNoteLink[] {
  const targets = findTargets(documents.getWithBody(exported.note(documentPk).id)?.body ?? '');
  if (targets.length === 0) return [];
  const resolved = links.resolve(
    targets.map(({ reference }) => reference),
    documentPk,
  );
  return targets.flatMap(({ target, anchor }, n) => {
    const found = resolved[n];
    if (found === undefined) return [];
    const link = { kind: 'link' as const, target, anchor, text: '', ...NO_POSITION, ...found };
    return { link, noteId: found.note?.id ?? null };
  });
}

const NO_POSITION = { line: 0, column: 0, startByte: 0, endByte: 0 };

function findTargets(body: string): Target[] {
  if (!body.includes('<')) return [];
  const targets = new Map<string, Target>();
  for (const [, double, single, bare] of body.matchAll(ADDRESS)) {
    const address = decodeEntities(double ?? single ?? bare ?? '').trim();
    const { target, anchor } = splitAnchor(address);
    const reference = toReference(classifyTarget({ kind: 'link', target, anchor }));
    if (reference !== undefined) targets.set(target, { target, anchor, reference });
  }
  return [...targets.values()];
}

function toReference(meant: ReturnType<typeof classifyTarget>): LinkReference | undefined {
  if (meant.type === 'title') return meant;
  return meant.type === 'document' || meant.type === 'stable' ? { type: 'document', id: meant.documentId } : undefined;
}
