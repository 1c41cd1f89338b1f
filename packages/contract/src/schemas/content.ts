import { z } from 'zod';
import { count, id, sha256 } from './primitives.js';

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

const blockId = z.string().describe('blk_… from the text of the block, or the ^marker its author gave it.');
const marker = z.string().nullable().describe('The name its author gave it, with the ^; null without one.');
const line = z.int().min(1);
const current_revision_id = id('revision').describe('The revision the places are in.');

export const documentOutline = z
  .object({
    current_revision_id,
    total_lines: count.describe('Of the note.'),
    headings: z.array(
      z
        .object({
          level: z.int().min(1).max(6),
          text: z.string().describe('Plain text.'),
          line,
          start_byte: count,
          block_id: blockId,
          anchor: z.string().describe('What leads to it behind the # of a link.'),
        })
        .meta({ id: 'Heading' }),
    ),
    truncated: z.boolean(),
  })
  .meta({ id: 'DocumentOutline' });

export const documentBlocks = z
  .object({
    current_revision_id,
    blocks: z.array(
      z
        .object({
          block_id: blockId,
          kind: z.enum(blockKinds),
          heading_level: z.int().min(1).max(6).nullable().describe('Null unless the block is a heading.'),
          marker,
          content_hash: sha256,
          start_byte: count,
          end_byte: count,
          link_count: count.describe('Links of active notes that lead to this block.'),
        })
        .meta({ id: 'Block' }),
    ),
    truncated: z.boolean(),
  })
  .meta({ id: 'DocumentBlocks' });

export const taskStates = ['open', 'done'] as const;

export const taskList = z
  .object({
    tasks: z.array(
      z
        .object({
          task_id: blockId,
          document_id: id('document'),
          title: z.string().describe('Of the note.'),
          notebook_id: id('notebook'),
          text: z.string().describe('Of the task, as written, without its box.'),
          state: z.enum(taskStates),
          line,
          marker,
          anchor_uri: z.string().describe('document://default/documents/<id>#<task id>'),
          due: z.iso.date().nullable(),
          tags: z.array(z.string()).describe('Tags of the note, sorted.'),
        })
        .meta({ id: 'Task' }),
    ),
    counts: z
      .object({ open: count, done: count, total: count })
      .describe('Of all tasks in the note or notebook asked for, whatever their state.'),
    truncated: z.boolean(),
  })
  .meta({ id: 'TaskList' });
