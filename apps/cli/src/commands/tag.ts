import type { Output as Result } from '@notes/contract';
import { findNoteId } from '../naming.js';
import type { Presentation } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { formatCount, toOneLine } from '../text.js';
import { printUndo } from '../undo.js';

/** `notes tag list` */
export const tagList: Presentation<'listTags'> = {
  render: {
    table: ({ tags }, out) => {
      for (const line of alignColumns(tags.map(({ note_count, name }) => [formatCount(note_count, 'note'), name])))
        out.line(line);
    },
    ...rowFormats(({ tags }: Result<'listTags'>) => tags, ['tag_id', 'name', 'note_count']),
    ids: ({ tags }, out) => {
      for (const { tag_id } of tags) out.line(tag_id);
    },
  },
};

const noteAndTag = { positional: { document_id: '<note>', tag: '<tag>' } } as const;

/** `notes tag add` */
export const tagAdd: Presentation<'addDocumentTag'> = {
  ...noteAndTag,
  run: async (call, { document_id, tag }) => {
    const answer = await call.invoke('addDocumentTag', { document_id: findNoteId(call, document_id), tag });
    if (answer.added) printUndo(call.out, { command: 'tag remove', values: [answer.document_id, answer.tag.name] });
    return answer;
  },
  render: {
    table: ({ tag, added }, out) =>
      out.notice(added ? `Tagged ${toOneLine(tag.name)}.` : 'The note already has this tag.'),
    ids: ({ document_id }, out) => out.line(document_id),
  },
};

/** `notes tag remove` */
export const tagRemove: Presentation<'removeDocumentTag'> = {
  ...noteAndTag,
  run: async (call, { document_id, tag }) => {
    const answer = await call.invoke('removeDocumentTag', { document_id: findNoteId(call, document_id), tag });
    if (answer.removed) printUndo(call.out, { command: 'tag add', values: [answer.document_id, String(tag)] });
    return answer;
  },
  render: {
    table: ({ removed }, out) => out.notice(removed ? 'The tag was removed.' : 'The note does not have this tag.'),
    ids: ({ document_id }, out) => out.line(document_id),
  },
};
