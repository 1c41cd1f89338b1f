import { useMemo } from 'preact/hooks';
import { href, replaceLocation } from '../kernel/router.js';
import { NotebookOptions, useNotebookChoices } from '../organise/notebook-options.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { filterTasks, type Task } from '../tasks/groups.js';
import { MoreTasks } from '../tasks/more-tasks.js';
import { TaskBoard } from '../tasks/task-board.js';
import { TaskCalendar } from '../tasks/task-calendar.js';
import { TaskEditor } from '../tasks/task-dialog.js';
import { TaskList } from '../tasks/task-list.js';
import { text } from '../tasks/texts.js';
import { useReadTasks, useTasks } from '../tasks/use-tasks.js';
import {
  boardGroupings,
  changeView,
  listGroupings,
  PAGE_TASKS,
  parseView,
  states,
  type TaskView,
  toQuery,
  views,
} from '../tasks/view.js';
import { fill } from '../text/catalogue.js';
import { Select } from '../ui/form-fields.js';
import { useKeptPlace } from '../ui/kept-place.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import '../tasks/tasks.css';

type Show = (part: Partial<TaskView>) => void;

/** Tasks of the library as a list, a board or a calendar; the view and the filters are in the address. */
export function Screen({ pageLocation }: ScreenProps) {
  const view = parseView(pageLocation.query);
  const show: Show = (part) => replaceLocation(['tasks'], toQuery({ ...view, ...part }));
  const data = useTasks(view, view.limit);
  const tasks = useReadTasks(data.value?.tasks);
  useKeptPlace('main [data-row]');
  const matching = useMemo(() => filterTasks(tasks, { text: view.q, tag: view.tag }), [tasks, view.q, view.tag]);
  return (
    <Page title={text.tasks}>
      <ViewTabs view={view} />
      <FilterBar view={view} show={show} tasks={tasks} />
      <Loaded data={data}>
        {(list) => (
          <>
            <p role="status">
              {text.counts(list.counts.open, list.counts.done)}
              {matching.length < tasks.length && ` · ${text.matching(matching.length, tasks.length)}`}
            </p>
            <MoreTasks
              list={list}
              isLoading={data.isLoading}
              onMore={() => show({ limit: toNextLimit(list.tasks.length) })}
            />
            {tasks.length === 0 ? <NoTasks /> : <Tasks view={view} show={show} tasks={matching} />}
          </>
        )}
      </Loaded>
      <TaskEditor />
    </Page>
  );
}

/** Returns the number of tasks to load after `count`: whole pages of the service. */
const toNextLimit = (count: number): number => (Math.floor(count / PAGE_TASKS) + 1) * PAGE_TASKS;

interface PartProps {
  readonly view: TaskView;
  readonly show: Show;
}

const ViewTabs = ({ view }: Pick<PartProps, 'view'>) => (
  <nav class="tabs" aria-label={text.view}>
    {(Object.entries(views) as [TaskView['view'], string][]).map(([name, label]) => (
      <a
        key={name}
        class="tab"
        href={href(['tasks'], toQuery(changeView(view, name)))}
        aria-current={view.view === name ? 'page' : undefined}
      >
        {label}
      </a>
    ))}
  </nav>
);

interface BarProps extends PartProps {
  readonly tasks: readonly Task[];
}

function FilterBar({ view, show, tasks }: BarProps) {
  const notebooks = useNotebookChoices();
  const tags = [...new Set([view.tag, ...tasks.flatMap((task) => task.tags)])].filter(Boolean);
  const tagOptions = Object.fromEntries([['', text.allTags], ...tags.sort().map((tag) => [tag, `#${tag}`])]);
  return (
    <div class="controls">
      {view.view === 'list' && (
        <Select
          label={text.groupBy}
          options={listGroupings}
          value={view.group}
          onChange={(group) => show({ group, limit: 0 })}
        />
      )}
      {view.view === 'board' && (
        <Select
          label={text.columnsBy}
          options={boardGroupings}
          value={view.columns}
          onChange={(columns) => show({ columns, state: columns === 'state' ? 'all' : 'open' })}
        />
      )}
      <Select label={text.show} options={states} value={view.state} onChange={(state) => show({ state })} />
      <label>
        {text.notebook}
        <select value={view.nb} onChange={({ currentTarget }) => show({ nb: currentTarget.value })}>
          <NotebookOptions choices={notebooks} none={text.allNotebooks} />
        </select>
      </label>
      <Select label={text.tag} options={tagOptions} value={view.tag} onChange={(tag) => show({ tag })} />
      <label>
        {text.filterText}
        <input
          type="search"
          autocomplete="off"
          value={view.q}
          onInput={({ currentTarget }) => show({ q: currentTarget.value })}
        />
      </label>
      {view.note !== '' && (
        <button type="button" class="button" onClick={() => show({ note: '' })}>
          {text.showAllTasks}
        </button>
      )}
    </div>
  );
}

/** Tasks in the chosen view. A calendar and a board without tasks still show their days and columns. */
function Tasks({ view, show, tasks }: BarProps) {
  if (view.view === 'calendar') return <TaskCalendar tasks={tasks} day={view.day} onSelect={(day) => show({ day })} />;
  if (view.view === 'board') return <TaskBoard tasks={tasks} columns={view.columns} />;
  return tasks.length === 0 ? <NoTasks /> : <TaskList tasks={tasks} group={view.group} />;
}

const NoTasks = () => (
  <Empty>
    <p>{text.noTasks}</p>
    <a class="button primary" href={href(['new'])}>
      {text.newNote}
    </a>
    <p class="empty-hint">{fill(text.hint, { example: <code>- [ ]</code> })}</p>
  </Empty>
);
