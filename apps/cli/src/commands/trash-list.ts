import type { Output as Result } from '@notes/contract';
import type { Presentation } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { formatTitle } from '../text.js';

/** `notes trash list` */
export const trashList: Presentation<'listTrash'> = {
  render: {
    table: ({ documents, next_cursor }, out) => {
      const rows = documents.map(({ id, deleted_at, title }) => [id, deleted_at ?? '', formatTitle(title)]);
      for (const line of alignColumns(rows)) out.line(line);
      if (documents.length === 0) out.notice('Trash is empty.');
      if (next_cursor !== null) out.notice(`For more results, add --cursor ${next_cursor}`);
    },
    ...rowFormats(
      ({ documents }: Result<'listTrash'>) => documents,
      ['id', 'title', 'notebook_id', 'deleted_at', 'uri'],
      { id: 'document_id' },
    ),
    ids: ({ documents }, out) => {
      for (const { id } of documents) out.line(id);
    },
  },
};
