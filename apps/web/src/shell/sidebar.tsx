import type { NotebookNode } from '@notes/contract';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { status } from '../kernel/connection.js';
import {
  buildTagTree,
  type SavedSearch,
  type TagNode,
  useNotebooks,
  useSavedSearches,
  useTags,
} from '../kernel/library.js';
import { go, href, lastScope, type PageLocation } from '../kernel/router.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { text } from '../kernel/texts.js';
import type { Data } from '../kernel/use-data.js';
import { tagQuery } from '../search/queries.js';
import { Icon, type IconName } from '../ui/icon.js';
import { makeLazy } from '../ui/lazy.js';
import { Menu } from '../ui/menu.js';
import { Tree, type TreeItem, toggleBranch } from '../ui/tree.js';
import { closeSidebarOver, isSidebarOpen, isSidebarOver } from './sidebar-toggle.js';

const NotebookForm = makeLazy(async () => (await import('../organise/notebook-form.js')).NotebookForm);

const SidebarCalendar = makeLazy(async () => (await import('../daily/sidebar-calendar.js')).SidebarCalendar);

type Tool = readonly [path: string, label: string, icon: IconName];

/** Tools that are always in sight. */
const dailyTools: readonly Tool[] = [
  ['today', text.today, 'today'],
  ['tasks', text.tasks, 'task'],
  ['graph', text.graph, 'graph'],
];

/** Tools behind a menu; the open one, or else the last, is in sight too. */
const otherTools: readonly Tool[] = [
  ['calendar', text.calendar, 'calendar'],
  ['templates', text.templates, 'template'],
  ['attachments', text.attachments, 'attachment'],
  ['health', text.health, 'health'],
  ['jobs', text.jobs, 'jobs'],
  ['sync', text.sync, 'sync'],
  ['settings', text.settings, 'settings'],
];

const tools = [...dailyTools, ...otherTools];

/** Tools by the first path segment of screens that belong to them. */
const toolByScreen: Readonly<Record<string, string>> = { media: 'health', plan: 'health', trash: 'trash' };

/** Returns the sidebar entry of a location: the tool, or for a note the scope whose list is shown beside it. */
function getSidebarEntry(pageLocation: PageLocation): string {
  const [first = ''] = pageLocation.segments;
  const tool = toolByScreen[first] ?? tools.find(([path]) => path === first)?.[0];
  if (tool !== undefined) return href([tool]);
  const { segments, query } = first === 'n' || first === 'new' ? lastScope() : pageLocation;
  const searched = query.get('q');
  return href(segments, searched === null ? {} : { q: searched });
}

/** Navigation: saved searches, notebooks, tags, the calendar, Trash, and the tools. */
export function Sidebar({ pageLocation }: { readonly pageLocation: PageLocation }) {
  const current = getSidebarEntry(pageLocation);
  const saved = useSavedSearches();
  const searches = (saved.value ?? []).filter(({ search_notebook_id }) => search_notebook_id !== 'snb_trash');
  const trashed = status.value?.database_info.counts.trashed_documents;
  const onKeyDown = (event: KeyboardEvent) => {
    // The first Escape closes an open menu.
    if (event.key === 'Escape' && isSidebarOver() && document.querySelector(':popover-open') === null)
      closeSidebarOver();
  };
  return (
    <nav id="sidebar" class="sidebar" aria-label={text.library} onKeyDown={onKeyDown}>
      <div class="sidebar-library">
        <Tree label={text.searches} items={searches.map(searchItem)} current={current} isReorderable />
        <Notebooks current={current} />
        <Tags current={current} />
      </div>
      <div class="sidebar-tools">
        <Calendar />
        <Tree label={text.trash} items={[trashItem(trashed)]} current={current} />
        <Tools current={current} />
      </div>
    </nav>
  );
}

interface PartProps {
  readonly current: string;
}

function Notebooks({ current }: PartProps) {
  const [isCreating, setCreating] = useState(false);
  const notebooks = useNotebooks();
  const section = useSection('notebooks');
  return (
    <>
      <div class="sidebar-head">
        <h2>
          <SectionToggle {...section} label={text.notebooks} />
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-label={text.newNotebook}
          title={text.newNotebook}
          onClick={() => setCreating(true)}
        >
          <Icon name="plus" />
        </button>
      </div>
      {section.isOpen && (
        <Loaded
          data={notebooks}
          show={(all) => <Tree label={text.notebooks} items={all.map(notebookItem)} current={current} isReorderable />}
        />
      )}
      {isCreating && <NotebookForm onClose={() => setCreating(false)} />}
    </>
  );
}

function Tags({ current }: PartProps) {
  const tags = useTags();
  const section = useSection('tags');
  return (
    <>
      <div class="sidebar-head">
        <h2>
          <SectionToggle {...section} label={text.tags} />
        </h2>
        <a class="icon-button" href={href(['tags'])} aria-label={text.allTags} title={text.allTags}>
          <Icon name="tag" />
        </a>
      </div>
      {section.isOpen && (
        <Loaded
          data={tags}
          show={(all) =>
            all.length === 0 ? (
              <p class="sidebar-none">{text.noTags}</p>
            ) : (
              <Tree label={text.tags} items={buildTagTree(all).map(tagItem)} current={current} />
            )
          }
        />
      )}
    </>
  );
}

interface LoadedProps<T> {
  readonly data: Data<T>;
  readonly show: (value: T) => ComponentChildren;
}

/** Shows data of a section: nothing while they are loading, and a note when they cannot be loaded. */
function Loaded<T>({ data: { value, error }, show }: LoadedProps<T>) {
  if (value !== undefined) return <>{show(value)}</>;
  return error === undefined ? null : <p class="sidebar-none">{text.listNotLoaded}</p>;
}

interface Section {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Returns a part of the sidebar that the user can collapse; the browser stores the choice. */
function useSection(name: string): Section {
  const id = `section ${name}`;
  return { isOpen: !settings.value.closedBranches.includes(id), toggle: () => toggleBranch(id) };
}

const SectionToggle = ({ isOpen, toggle, label }: Section & { readonly label: string }) => (
  <button type="button" aria-expanded={isOpen} onClick={toggle}>
    {label}
    <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
  </button>
);

const searchItem = ({ search_notebook_id, name, query, icon_emoji, builtin }: SavedSearch): TreeItem => ({
  id: search_notebook_id,
  label: name,
  href: search_notebook_id === 'snb_all' ? href([]) : href(['search'], { q: query }),
  ...(builtin ? { icon: 'notes' } : chooseMark(icon_emoji, 'bookmark')),
  children: [],
});

/** Returns the user's emoji, or an icon. */
const chooseMark = (emoji: string | null, icon: IconName) => (emoji === null ? { icon } : { emoji });

/** Icons of the built-in notebooks, because a font may lack their emoji. */
const builtinIcons: Readonly<Record<string, IconName>> = {
  nb_help: 'help',
  nb_notes: 'notebook',
  nb_reports: 'report',
};

const notebookItem = (notebook: NotebookNode): TreeItem => ({
  id: notebook.notebook_id,
  label: notebook.name,
  count: notebook.note_count,
  locked: notebook.read_only,
  href: href(['nb', notebook.notebook_id]),
  ...(!notebook.read_only && {
    onDropNotes: (ids: readonly string[]) =>
      void import('../notes/note-actions.js').then(({ moveNotes }) =>
        moveNotes(ids, notebook.notebook_id, notebook.name),
      ),
  }),
  ...chooseMark(notebook.builtin ? null : notebook.icon_emoji, builtinIcons[notebook.notebook_id] ?? 'notebook'),
  children: notebook.children.map(notebookItem),
});

const tagItem = ({ name, segment, noteCount, children }: TagNode): TreeItem => ({
  id: `#${name}`,
  label: segment,
  icon: 'tag',
  count: noteCount,
  href: href(['search'], { q: tagQuery(name) }),
  onDropNotes: (ids) => void import('../notes/note-actions.js').then(({ tagNotes }) => tagNotes(ids, name)),
  children: children.map(tagItem),
});

const trashItem = (count: number | undefined): TreeItem => ({
  id: 'trash',
  label: text.trash,
  icon: 'trash',
  count,
  href: href(['trash']),
  children: [],
});

/** The calendar of daily notes, which the user can show. */
function Calendar() {
  const { sidebarCalendar: isOpen } = settings.value;
  return (
    <>
      <div class="sidebar-head">
        <h2>
          <SectionToggle
            isOpen={isOpen}
            toggle={() => changeSettings({ sidebarCalendar: !isOpen })}
            label={text.calendar}
          />
        </h2>
      </div>
      {isOpen && isSidebarOpen() && <SidebarCalendar />}
    </>
  );
}

/** Links to the tools, in one line; the name of each is its tooltip. */
function Tools({ current }: PartProps) {
  const section = useSection('tools');
  const shown = otherTools.find(([path]) => current === href([path])) ?? otherTools.at(-1);
  const folded = otherTools.filter((tool) => tool !== shown);
  return (
    <div class="sidebar-head tools-head">
      <h2>
        <SectionToggle {...section} label={text.tools} />
      </h2>
      {section.isOpen && (
        <ul class="tools" aria-label={text.tools}>
          {[...dailyTools, ...(shown ? [shown] : [])].map(([path, label, icon]) => (
            <li key={path}>
              <a href={href([path])} title={label} aria-current={current === href([path]) ? 'page' : undefined}>
                <Icon name={icon} />
                <span class="tool-label visually-hidden">{label}</span>
              </a>
            </li>
          ))}
          <li>
            <Menu label={text.moreTools} items={folded.map(([path, label]) => ({ label, run: () => go([path]) }))} />
          </li>
        </ul>
      )}
    </div>
  );
}
