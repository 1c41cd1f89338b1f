import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { counted } from '../text.js';

/** `notes status` */
export const status: Presentation<'getStatus'> = {
  render: { table },
};

function table(shown: Result<'getStatus'>, out: Output): void {
  const { counts, change_counter } = shown.database_info;
  const rows: [string, string][] = [
    ['library', shown.paths.database],
    ['profile', shown.profile],
    ['settings', shown.paths.config],
    ['notes', `${counted(counts.documents, 'note')}, ${counts.trashed_documents.toLocaleString('en')} in Trash`],
    [
      '',
      `${counted(counts.notebooks, 'notebook')}, ${counted(counts.tags, 'tag')}, ${counted(counts.resources, 'attachment')}`,
    ],
    ['', `${counted(counts.revisions, 'revision')}, ${counted(change_counter, 'change')}`],
    ['storage', shown.storage.state],
    ['version', `${shown.service.version}, schema ${shown.schema.version}`],
  ];
  for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(9))} ${value}`);
}
