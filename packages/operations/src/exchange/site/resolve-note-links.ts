import { classifyTarget } from '@notes/markdown-blocks';
import type { OutgoingLink, WorkerReader } from '@notes/storage';

export interface ResolvedNoteLink {
  readonly link: OutgoingLink;
  /** Id of the target note; null when there is none. */
  readonly noteId: string | null;
}

const PAGE = /\.html?$/i;

/** Resolves the links of a note. A link to an HTML page means the note from which the page is generated. */
export function resolveNoteLinks({ links }: Pick<WorkerReader, 'links'>, documentPk: number): ResolvedNoteLink[] {
  const outgoing = links.outgoing(documentPk);
  const titles = outgoing.map((link) => (link.state === 'unresolved' ? pageTitle(link) : undefined));
  const asked = [...new Set(titles.filter((title) => title !== undefined))];
  const found = links.resolve(
    asked.map((title) => ({ type: 'title' as const, title })),
    documentPk,
  );
  const byTitle = new Map(asked.map((title, n) => [title, found[n]?.note?.id ?? null]));
  return outgoing.map((link, n) => ({ link, noteId: link.note?.id ?? byTitle.get(titles[n] ?? '') ?? null }));
}

function pageTitle(link: OutgoingLink): string | undefined {
  const meant = link.kind === 'link' ? classifyTarget(link) : undefined;
  return meant?.type === 'title' && PAGE.test(meant.title) ? meant.title.replace(PAGE, '.md') : undefined;
}
