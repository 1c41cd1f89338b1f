import type { NotebookNode } from '@notes/contract';
import { useState } from 'preact/hooks';
import { NotebookForm } from '../organise/notebook-form.js';
import { Tree, type TreeItem } from '../ui/tree.js';
import { type TagNode, tagTree, useNotebooks, useSavedSearches, useTags } from './library.js';
import { href } from './router.js';

const tools = [
  ['tasks', 'Tasks'],
  ['graph', 'Graph'],
  ['templates', 'Templates'],
  ['attachments', 'Attachments'],
  ['health', 'Health'],
  ['jobs', 'Jobs'],
  ['sync', 'Sync'],
  ['settings', 'Settings'],
] as const;

/** Where one can go: saved searches, notebooks, tags, Trash, and the tools. */
export function Sidebar({ current }: { readonly current: string }) {
  const [isMaking, setMaking] = useState(false);
  const saved = useSavedSearches();
  const notebooks = useNotebooks();
  const tags = useTags();
  const searches = (saved.value ?? []).filter(({ search_notebook_id }) => search_notebook_id !== 'snb_trash');
  return (
    <nav id="sidebar" class="sidebar" aria-label="Library">
      <Tree label="Searches" items={searches.map(searchItem)} current={current} />
      <h2>
        Notebooks
        <button type="button" aria-label="New notebook" onClick={() => setMaking(true)}>
          +
        </button>
      </h2>
      <Tree label="Notebooks" items={(notebooks.value ?? []).map(notebookItem)} current={current} />
      <h2>
        <a href={href(['tags'])}>Tags</a>
      </h2>
      <Tree label="Tags" items={tagTree(tags.value ?? []).map(tagItem)} current={current} />
      <hr />
      <Tree label="Tools" items={[['trash', 'Trash'] as const, ...tools].map(toolItem)} current={current} />
      {isMaking && <NotebookForm onClose={() => setMaking(false)} />}
    </nav>
  );
}

type Search = { search_notebook_id: string; name: string; query: string; icon_emoji: string | null };

const searchItem = ({ search_notebook_id, name, query, icon_emoji }: Search): TreeItem => ({
  id: search_notebook_id,
  label: name,
  icon: icon_emoji ?? undefined,
  href: search_notebook_id === 'snb_all' ? href([]) : href(['search'], { q: query }),
  children: [],
});

const notebookItem = (notebook: NotebookNode): TreeItem => ({
  id: notebook.notebook_id,
  label: notebook.name,
  icon: notebook.icon_emoji ?? undefined,
  count: notebook.note_count,
  locked: notebook.read_only,
  href: href(['nb', notebook.notebook_id]),
  children: notebook.children.map(notebookItem),
});

const tagItem = ({ name, segment, noteCount, children }: TagNode): TreeItem => ({
  id: name,
  label: segment,
  count: noteCount,
  href: href(['search'], { q: tagQuery(name) }),
  children: children.map(tagItem),
});

const toolItem = ([path, label]: readonly [string, string]): TreeItem => ({
  id: path,
  label,
  href: href([path]),
  children: [],
});

/** The query for a tag and those below it; a name may hold what the query language would read otherwise. */
export const tagQuery = (name: string): string =>
  /^[\p{L}\p{N}/_-]+$/u.test(name) ? `tag:${name}` : `tag:"${name.replace(/["\\]/g, '\\$&')}"`;
