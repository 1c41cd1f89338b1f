import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, nextCursor, sha256 } from './primitives.js';

const blockKinds = [
  'heading',
  'paragraph',
  'list_item',
  'code',
  'quote',
  'table',
  'callout',
  'math',
  'html',
  'thematic_break',
  'footnote',
  'front_matter',
] as const;

const blockId = defer(() =>
  z.string().describe('blk_… from the text of the block, or the ^marker that its author gave it.'),
);
const marker = defer(() => z.string().nullable().describe('The ^marker that its author gave it; null without one.'));
const line = defer(() => z.int().min(1));
const current_revision_id = defer(() => id('revision').describe('The revision that the positions refer to.'));

export const documentOutline = defer(() =>
  z
    .object({
      current_revision_id: current_revision_id(),
      total_lines: count.describe('Lines of the note.'),
      headings: z.array(
        z
          .object({
            level: z.int().min(1).max(6),
            text: z.string().describe('Plain text.'),
            line: line(),
            start_byte: count,
            block_id: blockId(),
            anchor: z.string().describe('Anchor of the heading, for the part after the # of a link.'),
          })
          .meta({ id: 'Heading' }),
      ),
      truncated: z.boolean(),
    })
    .meta({ id: 'DocumentOutline' }),
);

export const documentBlocks = defer(() =>
  z
    .object({
      current_revision_id: current_revision_id(),
      blocks: z.array(
        z
          .object({
            block_id: blockId(),
            kind: z.enum(blockKinds),
            heading_level: z.int().min(1).max(6).nullable().describe('Null unless the block is a heading.'),
            marker: marker(),
            content_hash: sha256,
            start_byte: count,
            end_byte: count,
            link_count: count.describe('Number of links from active notes to this block.'),
          })
          .meta({ id: 'Block' }),
      ),
      truncated: z.boolean(),
    })
    .meta({ id: 'DocumentBlocks' }),
);

export const taskStates = ['open', 'done'] as const;

export const taskList = defer(() =>
  z
    .object({
      tasks: z.array(
        z
          .object({
            task_id: blockId(),
            document_id: id('document'),
            title: z.string().describe('Title of the note.'),
            notebook_id: id('notebook'),
            text: z.string().describe('Text of the task as written, without its checkbox.'),
            state: z.enum(taskStates),
            line: line(),
            marker: marker(),
            anchor_uri: z.string().describe('document://default/documents/<id>#<task id>'),
            due: z.iso.date().nullable(),
            tags: z.array(z.string()).describe('Tags of the note, sorted.'),
          })
          .meta({ id: 'Task' }),
      ),
      counts: z
        .object({ open: count, done: count, total: count })
        .describe('All tasks in the requested note or notebook, in any state.'),
      truncated: z.boolean(),
      next_cursor: nextCursor,
    })
    .meta({ id: 'TaskList' }),
);
