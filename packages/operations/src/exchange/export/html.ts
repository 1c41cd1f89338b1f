import { buildOutline, INDEX } from '../site/outline.js';
import { SHIPPED } from '../site/page.js';
import { writeSite } from '../site/write-site.js';
import type { ExportProgress } from './export-progress.js';
import { toSafeName } from './file-names.js';
import type { Snapshot } from './snapshot.js';
import type { TargetFolder } from './target-folder.js';

const TITLE = 'Notes';

/** Writes each note as a page that opens from the disk, with index pages. */
export async function writeHtml(
  snapshot: Snapshot,
  target: TargetFolder | null,
  progress: ExportProgress,
): Promise<void> {
  const { reader } = snapshot;
  const selected = reader.exported.notebooks();
  const notebooks = reader.notebooks.all().filter(({ pk }) => selected.has(pk));
  const places = { notebooks, extension: '.html', toFileName: toSafeName, reserved: [INDEX, ...SHIPPED] };
  const top = await buildOutline(reader, { siteTitle: TITLE, places, withAttachments: true, redacts: false }, progress);
  const findAttachment = (id: string) => {
    const path = reader.exported.findPath('resources', id);
    const mimeType = reader.resources.get(id)?.mimeType;
    return path === undefined || mimeType === undefined ? undefined : { path, mimeType };
  };
  const look = { title: TITLE, theme: 'auto', baseUrl: undefined } as const;
  if (target !== null) await writeSite(snapshot, target, { look, top, findAttachment, redacts: false }, progress);
}
