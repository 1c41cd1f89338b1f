import type { NotebookNode, Output } from '@notes/contract';
import { formatNotebookPath } from '../organise/notebooks/tree.js';
import type { Library } from '../platform/context.js';
import { toBoundedList, toNextCursor } from './lists.js';
import { findNearConditions } from './near-names.js';
import type { ToolCalls } from './run-tool.js';

type Node = Omit<NotebookNode, 'created_at' | 'updated_at' | 'children'>;
type Tree = Node & { children: Tree[] };

const MAX_NOTEBOOKS = 1_000;

export const libraryCalls = {
  search_documents: async ({ context, run, maxResults }, { query, sort, cursor, limit = maxResults }) => {
    const page = await run('searchDocuments', { query, sort, cursor, limit, exact: false });
    const near =
      page.results.length > 0 ? [] : findNearConditions(context.library, query, listUsed(await run('listTags', {})));
    return {
      results: page.results.map(describeResults(context.library)),
      ...toNextCursor(page),
      ...(page.truncated && { truncated: true }),
      ...(page.warnings && { warnings: page.warnings }),
      ...toSilentChannels(page),
      ...(near.length > 0 ? { did_you_mean: near } : page.did_you_mean && { did_you_mean: page.did_you_mean }),
    };
  },
  list_notebooks: async ({ run }, { start }) => {
    const { notebooks } = await run('listNotebooks', {});
    return toBoundedList('notebooks', notebooks.map(omitTimes), start);
  },
  get_notebook_tree: async ({ run }) => {
    const { notebooks } = await run('getNotebookTree', {});
    const total = countNodes(notebooks);
    return { notebooks: pruneTree(notebooks, { left: MAX_NOTEBOOKS }), total, truncated: total > MAX_NOTEBOOKS };
  },
  list_tags: async ({ run }, { start }) => {
    return toBoundedList(
      'tags',
      listUsed(await run('listTags', {})).toSorted((a, b) => b.note_count - a.note_count),
      start,
    );
  },
  list_search_notebooks: async ({ run }) => {
    const { search_notebooks } = await run('listSearchNotebooks', {});
    return toBoundedList('search_notebooks', search_notebooks);
  },
  list_collections: ({ run }) => run('listCollections', {}),
  get_notebook_notes: async ({ run, maxResults }, { notebook_id, cursor, limit = maxResults }) => {
    const page = await run('listNotebookDocuments', { notebook_id, cursor, limit });
    return {
      documents: page.documents.map(
        ({ id, uri, title, notebook_id, current_revision_id, updated_at, tags, excerpt }) => ({
          id,
          uri,
          title,
          notebook_id,
          current_revision_id,
          updated_at,
          tags,
          excerpt,
        }),
      ),
      ...toNextCursor(page),
    };
  },
} satisfies Partial<ToolCalls>;

/** Returns the channels of the search sidecar that should have answered and did not: matches may be missing. */
function toSilentChannels({ channels }: Pick<Output<'searchDocuments'>, 'channels'>) {
  const silent = Object.entries(channels ?? {}).filter(([, state]) => state !== 'answered' && state !== 'off');
  return silent.length > 0 ? { channels: Object.fromEntries(silent) } : {};
}

/** Maximum characters of a snippet without any word of the query: the beginning of a note. */
const MAX_BEGINNING_LENGTH = 100;

/** Creates a function that formats a result, with the path of its notebook, which tools accept like its id. */
function describeResults({ store }: Library) {
  const rows = store.read(({ notebooks }) => notebooks.all());
  return ({
    highlights,
    score: _,
    notebook_id,
    tags,
    snippet,
    ...row
  }: Output<'searchDocuments'>['results'][number]) => {
    const notebook = rows.find(({ id }) => id === notebook_id);
    return {
      ...row,
      ...(notebook && { notebook: formatNotebookPath(rows, notebook) }),
      ...(tags.length > 0 && { tags }),
      snippet: highlights.length > 0 ? snippet : clipWords(snippet, MAX_BEGINNING_LENGTH),
    };
  };
}

/** Shortens a text to whole words. */
function clipWords(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const clipped = text.slice(0, maxLength).toWellFormed();
  return `${clipped.replace(/\s+\S*$/, '')}…`;
}

/** Omits tags without active notes: they belong to notes in Trash. */
const listUsed = ({ tags }: Output<'listTags'>) => tags.filter(({ note_count }) => note_count > 0);

function omitTimes<Notebook extends { created_at: string; updated_at: string }>(
  notebook: Notebook,
): Omit<Notebook, 'created_at' | 'updated_at'> {
  const { created_at: _, updated_at: __, ...fields } = notebook;
  return fields;
}

const countNodes = (nodes: readonly NotebookNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countNodes(children), 0);

/** Returns the first notebooks of a tree, each before its children. */
function pruneTree(nodes: readonly NotebookNode[], budget: { left: number }): Tree[] {
  return nodes.flatMap(({ children, ...notebook }) => {
    if (budget.left === 0) return [];
    budget.left -= 1;
    return [{ ...omitTimes(notebook), children: pruneTree(children, budget) }];
  });
}
