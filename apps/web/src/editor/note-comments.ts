import { styleTags, tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';

const MARK = '%%';
const PERCENT = 0x25;

/**
 * Syntax of comments: `%% … %%` within a paragraph. A mark that its paragraph does not close is a node of its own,
 * because a later paragraph may close the comment.
 */
export const noteComments: MarkdownConfig = {
  defineNodes: ['NoteComment', 'CommentMark'],
  parseInline: [
    {
      name: 'NoteComment',
      before: 'Escape',
      parse(context, next, position) {
        if (next !== PERCENT || context.char(position + 1) !== PERCENT) return -1;
        const close = context.text.indexOf(MARK, position - context.offset + MARK.length);
        const [name, end] =
          close === -1
            ? ['CommentMark', position + MARK.length]
            : ['NoteComment', close + context.offset + MARK.length];
        return context.addElement(context.elt(name as string, position, end as number));
      },
    },
  ],
  props: [styleTags({ 'NoteComment CommentMark': tags.comment })],
};
