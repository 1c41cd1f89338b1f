import { setImmediate as breathe } from 'node:timers/promises';
import type { Output } from '@notes/contract';
import type { IncomingLink } from '@notes/storage';
import type { Context } from '../context.js';
import { wireNamed } from '../wire.js';
import { contextOf, LineWalker } from './context.js';

type Row = Output<'listDocumentLinks'>['incoming'][number];

/** Text read before other work is let in. */
const SLICE_CHARACTERS = 4 * 1024 * 1024;

/** Links to a note, each with the text around it. Links of one note stand together, in the order of its text. */
export async function wireIncoming({ library }: Context, links: readonly IncomingLink[]): Promise<Row[]> {
  const rows: Row[] = [];
  let walker: { pk: number; lines: LineWalker } | undefined;
  let read = 0;
  for (const { source, line, column } of links) {
    if (walker?.pk !== source.pk) {
      const body = library.store.read(({ documents }) => documents.getPage([source.pk])[0]?.body ?? '');
      walker = { pk: source.pk, lines: new LineWalker(body) };
      read += body.length;
    }
    rows.push({ ...wireNamed(source), line, context: contextOf(walker.lines.text(line), column) });
    if (read < SLICE_CHARACTERS) continue;
    read = 0;
    await breathe();
  }
  return rows;
}
