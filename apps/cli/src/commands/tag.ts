import type { Output as Result } from '@notes/contract';
import { oneNote } from '../naming.js';
import type { Presentation } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { aligned } from '../table.js';
import { counted, oneLine } from '../text.js';
import { sayUndo } from '../undo.js';

/** `notes tag list` */
export const tagList: Presentation<'listTags'> = {
  render: {
    table: ({ tags }, out) => {
      for (const line of aligned(tags.map(({ note_count, name }) => [counted(note_count, 'note'), name])))
        out.line(line);
    },
    ...rowFormats(({ tags }: Result<'listTags'>) => tags, ['tag_id', 'name', 'note_count']),
    ids: ({ tags }, out) => {
      for (const { tag_id } of tags) out.line(tag_id);
    },
  },
};

const ofNote = { positional: { document_id: '<note>', tag: '<tag>' } } as const;

/** `notes tag add` */
export const tagAdd: Presentation<'addDocumentTag'> = {
  ...ofNote,
  run: async (call, { document_id, tag }) => {
    const answer = await call.invoke('addDocumentTag', { document_id: oneNote(call, document_id), tag });
    if (answer.added) sayUndo(call.out, 'tag', 'remove', answer.document_id, answer.tag.name);
    return answer;
  },
  render: {
    table: ({ tag, added }, out) =>
      out.notice(added ? `Tagged ${oneLine(tag.name)}.` : 'The note already has this tag.'),
    ids: ({ document_id }, out) => out.line(document_id),
  },
};

/** `notes tag remove` */
export const tagRemove: Presentation<'removeDocumentTag'> = {
  ...ofNote,
  run: async (call, { document_id, tag }) => {
    const answer = await call.invoke('removeDocumentTag', { document_id: oneNote(call, document_id), tag });
    if (answer.removed) sayUndo(call.out, 'tag', 'add', answer.document_id, String(tag));
    return answer;
  },
  render: {
    table: ({ removed }, out) => out.notice(removed ? 'The tag was removed.' : 'The note does not have this tag.'),
    ids: ({ document_id }, out) => out.line(document_id),
  },
};
