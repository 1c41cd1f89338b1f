import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { online } from '../kernel/connection.js';
import { href, replaceLocation } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { NotebookOptions, useNotebookChoices } from '../organise/notebook-options.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { byNote } from '../tasks/groups.js';
import { text } from '../tasks/texts.js';
import { tick } from '../tasks/tick.js';
import { fill } from '../text/catalogue.js';
import { Select } from '../ui/form-fields.js';
import { NoteLink } from '../ui/note-link.js';
import { Page } from '../ui/page.js';
import { Empty, ErrorMessage, Loaded, Truncated } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import '../tasks/tasks.css';

const states = { open: text.open, done: text.done, all: text.all } as const;
type State = keyof typeof states;
const INITIAL_TASKS = 200;
const MAX_TASKS = 1000;

interface Filters {
  readonly state: State;
  readonly notebook: string;
  readonly note: string;
  readonly limit: number;
}

function parseFilters(query: URLSearchParams): Filters {
  const requested = query.get('state') ?? '';
  const state = Object.hasOwn(states, requested) ? (requested as State) : 'open';
  const limit = query.get('limit') === String(MAX_TASKS) ? MAX_TASKS : INITIAL_TASKS;
  return { state, notebook: query.get('nb') ?? '', note: query.get('note') ?? '', limit };
}

/** Tasks of the library grouped by note; the filters are in the address. */
export function Screen({ pageLocation }: ScreenProps) {
  const filters = parseFilters(pageLocation.query);
  const { state, notebook, note, limit } = filters;
  const show = (part: Partial<Filters>) => {
    const next = { ...filters, ...part };
    replaceLocation(['tasks'], { state: next.state, nb: next.notebook, note: next.note, limit: String(next.limit) });
  };
  const tasks = useData(`tasks ${state} ${notebook} ${note} ${limit}`, (signal) => {
    const filter = { ...(notebook !== '' && { notebook_id: notebook }), ...(note !== '' && { document_id: note }) };
    return call('listTasks', { state, limit, ...filter }, signal);
  });
  return (
    <Page title={text.tasks}>
      <FilterBar filters={filters} show={show} />
      <Loaded data={tasks}>
        {({ tasks: rows, counts, truncated }) => (
          <>
            <p role="status">{text.counts(counts.open, counts.done)}</p>
            {truncated && (
              <Truncated>
                {text.firstListed(rows.length)}{' '}
                {limit < MAX_TASKS && (
                  <button type="button" class="button" onClick={() => show({ limit: MAX_TASKS })}>
                    {text.showMore(MAX_TASKS)}
                  </button>
                )}
              </Truncated>
            )}
            {rows.length === 0 ? <NoTasks /> : <Groups tasks={rows} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface BarProps {
  readonly filters: Filters;
  readonly show: (part: Partial<Filters>) => void;
}

function FilterBar({ filters, show }: BarProps) {
  const notebooks = useNotebookChoices();
  return (
    <div class="controls">
      <Select label={text.show} options={states} value={filters.state} onChange={(state) => show({ state })} />
      <label>
        {text.notebook}
        <select value={filters.notebook} onChange={({ currentTarget }) => show({ notebook: currentTarget.value })}>
          <NotebookOptions choices={notebooks} none={text.allNotebooks} />
        </select>
      </label>
      {filters.note !== '' && (
        <button type="button" class="button" onClick={() => show({ note: '' })}>
          {text.showAllTasks}
        </button>
      )}
    </div>
  );
}

const Groups = ({ tasks }: { readonly tasks: readonly Task[] }) => (
  <>
    {byNote(tasks).map(({ id, title, tasks: noteTasks }) => (
      <section key={id} class="task-group">
        <h2>
          <NoteLink id={id} title={title} />
        </h2>
        <ul>
          {noteTasks.map((task) => (
            <TaskItem key={`${task.task_id} ${task.line}`} task={task} />
          ))}
        </ul>
      </section>
    ))}
  </>
);

const NoTasks = () => (
  <Empty>
    <p>{text.noTasks}</p>
    <a class="button primary" href={href(['new'])}>
      {text.newNote}
    </a>
    <p class="empty-hint">{fill(text.hint, { example: <code>- [ ]</code> })}</p>
  </Empty>
);

export type Task = Output<'listTasks'>['tasks'][number];

/** A task; ticking its box changes the note. */
export function TaskItem({ task }: { readonly task: Task }) {
  const { isRunning, error, run } = useAction();
  return (
    <li class="task-row" data-row>
      <label>
        <input
          type="checkbox"
          checked={task.state === 'done'}
          disabled={isRunning || !online.value}
          onChange={() => run(() => tick(task.document_id, task))}
        />
        <span class={task.state}>{task.text === '' ? <span class="wordless">{text.noText}</span> : task.text}</span>
      </label>
      {task.due !== null && <span class="chip">{text.due(task.due)}</span>}
      <ErrorMessage error={error} />
    </li>
  );
}
