import type { Output } from '@notes/contract';
import type { IncomingLink } from '@notes/storage';
import { Pacer } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { wireNamed } from '../../platform/wire.js';
import { getLinkContext, LineWalker } from './context.js';

type Row = Output<'listDocumentLinks'>['incoming'][number];

/** Links to a note, each with its surrounding text. Links of one note are adjacent, in the order of its text. */
export async function wireIncoming({ library }: Context, links: readonly IncomingLink[]): Promise<Row[]> {
  const rows: Row[] = [];
  let walker: { pk: number; revisionId: string; lines: LineWalker } | undefined;
  const pacer = new Pacer();
  for (const { source, line, column } of links) {
    if (walker?.pk !== source.pk) {
      const note = library.store.read(({ documents }) => documents.getPage([source.pk])[0]);
      if (note === undefined) continue;
      walker = { pk: source.pk, revisionId: note.revisionId, lines: new LineWalker(note.body) };
    }
    rows.push({
      ...wireNamed(source),
      current_revision_id: walker.revisionId,
      line,
      context: getLinkContext(walker.lines.text(line), column),
    });
    await pacer.step();
  }
  return rows;
}
