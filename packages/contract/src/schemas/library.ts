import { NOTE_ORDER_NAMES } from '@notes/markdown-blocks';
import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, nextCursor, timestamp } from './primitives.js';

const notebookFields = defer(() => ({
  notebook_id: id('notebook'),
  name: z.string(),
  icon_emoji: z.string().nullable(),
  parent_notebook_id: id('notebook').nullable(),
  builtin: z.boolean(),
  read_only: z.boolean(),
  note_count: count.describe('Active notes directly in it.'),
  created_at: timestamp,
  updated_at: timestamp,
}));

export const notebookSchema = defer(() => z.object(notebookFields()).meta({ id: 'Notebook' }));
export const notebookList = defer(() =>
  z.object({ notebooks: z.array(notebookSchema()) }).meta({ id: 'NotebookList' }),
);

export interface NotebookNode extends z.infer<ReturnType<typeof notebookSchema>> {
  children: NotebookNode[];
}
export const notebookNode: () => z.ZodType<NotebookNode> = defer(() =>
  z
    .object({
      ...notebookFields(),
      get children() {
        return z.array(notebookNode());
      },
    })
    .meta({ id: 'NotebookNode' }),
);
export const notebookTree = defer(() => z.object({ notebooks: z.array(notebookNode()) }).meta({ id: 'NotebookTree' }));

export const notebookDeletion = defer(() =>
  z
    .object({ deleted_notebooks: count, trashed_notes: count, rehome_notebook_id: id('notebook') })
    .meta({ id: 'NotebookDeletion' }),
);

export const notebookDeletionPreview = defer(() =>
  z
    .object({
      notebook_id: id('notebook'),
      name: z.string(),
      notebooks: count.describe('The notebook itself and everything below it.'),
      descendant_names: z.array(z.string()).describe('At most 100.'),
      truncated: z.boolean(),
      notes: count,
      trashed_notes: count,
      rehome_notebook_id: id('notebook'),
      deletable: z.boolean(),
      reason: z.string().optional().describe('Reason why it cannot be deleted.'),
    })
    .meta({ id: 'NotebookDeletionPreview' }),
);

export const tagRef = defer(() => z.object({ tag_id: id('tag'), name: z.string() }).meta({ id: 'TagRef' }));
export const documentTags = defer(() => z.object({ tags: z.array(tagRef()) }).meta({ id: 'DocumentTags' }));
export const tagAddition = defer(() =>
  z.object({ document_id: id('document'), tag: tagRef(), added: z.boolean() }).meta({ id: 'TagAddition' }),
);
export const tagList = defer(() =>
  z
    .object({
      tags: z.array(z.object({ tag_id: id('tag'), name: z.string(), note_count: count }).meta({ id: 'Tag' })),
    })
    .meta({ id: 'TagList' }),
);

export const searchNotebookSchema = defer(() =>
  z
    .object({
      search_notebook_id: id('search_notebook'),
      name: z.string(),
      query: z.string(),
      icon_emoji: z.string().nullable(),
      builtin: z.boolean(),
    })
    .meta({ id: 'SearchNotebook' }),
);
export const searchNotebookList = defer(() =>
  z.object({ search_notebooks: z.array(searchNotebookSchema()) }).meta({ id: 'SearchNotebookList' }),
);

export const collectionSchema = defer(() =>
  z.object({ collection_id: z.literal('default'), name: z.string() }).meta({ id: 'Collection' }),
);
export const collectionList = defer(() =>
  z.object({ collections: z.array(collectionSchema()) }).meta({ id: 'CollectionList' }),
);

/** Sort orders of search results: those of note-query blocks, with former names. */
export const searchSorts = NOTE_ORDER_NAMES;
export const queryWarnings = defer(() =>
  z
    .array(z.string())
    .optional()
    .describe('Parts of the query that were searched as plain words, each with the form that works.'),
);
export const searchHit = defer(() =>
  z
    .object({
      document_id: id('document'),
      uri: z.string(),
      title: z.string(),
      notebook_id: id('notebook'),
      current_revision_id: id('revision'),
      tags: z.array(z.string()),
      updated_at: timestamp,
      snippet: z.string(),
      highlights: z.array(z.tuple([count, count])).describe('[start, end) in UTF-16 units of the snippet.'),
      score: z.number().describe('Larger is better; comparable within one response only.'),
      matched_by: z
        .enum(['prefix', 'typo', 'meaning'])
        .optional()
        .describe(
          'Absent for an exact match. prefix: the last word of the query only begins a word, in a title or when no note matches exactly. typo: words almost like those of the query. meaning: a text of similar meaning, which only a search sidecar finds.',
        ),
    })
    .meta({ id: 'SearchHit' }),
);
/** Answers of one channel of the search sidecar to a search. */
const channelState = defer(() => z.enum(['answered', 'building', 'off', 'failed', 'late', 'unavailable']));
const searchChannels = defer(() =>
  z
    .object({ typo: channelState(), meaning: channelState() })
    .meta({ id: 'SearchChannels' })
    .describe(
      'Channels of the search sidecar that were asked, and whether their matches are in the results. building: its index is not complete; off: not set up; failed: error in the sidecar; late: no answer in time; unavailable: no sidecar at its address. Absent without a sidecar, and when only exact matches are wanted.',
    ),
);
export const searchPage = defer(() =>
  z
    .object({
      results: z.array(searchHit()),
      next_cursor: nextCursor,
      truncated: z.boolean(),
      warnings: queryWarnings(),
      did_you_mean: z
        .array(z.string())
        .optional()
        .describe(
          'At most six queries, each of which finds some of the results exactly, when these do not match the query.',
        ),
      channels: searchChannels().optional(),
    })
    .meta({ id: 'SearchPage' }),
);

const tagChange = defer(() =>
  z
    .object({
      tag_id: id('tag'),
      from: z.string(),
      to: z.string().describe('Its new name; for a merge, the name of the tag that it is merged into.'),
      action: z.enum(['rename', 'merge']),
      merged_into_tag_id: id('tag').optional().describe('Only for a merge.'),
      notes: count.describe('Notes that had the tag, including those in Trash.'),
      notes_gained: count.describe('Of these, notes that did not have the new name before.'),
    })
    .meta({ id: 'TagChange' }),
);

export const tagRenameReport = defer(() =>
  z
    .object({
      from: z.string(),
      to: z.string(),
      include_children: z.boolean(),
      dry_run: z.boolean(),
      changes: z.array(tagChange()),
      notes: count.describe('Notes that had any of the tags.'),
      warnings: z
        .array(
          z
            .object({
              code: z.literal('saved_search'),
              search_notebook_id: id('search_notebook'),
              name: z.string(),
              message: z.string(),
            })
            .meta({ id: 'TagRenameWarning' }),
        )
        .describe('Saved searches for a tag that notes no longer have afterwards. They are left unchanged.'),
    })
    .meta({ id: 'TagRenameReport' }),
);
