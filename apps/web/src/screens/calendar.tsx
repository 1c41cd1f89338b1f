import { useMemo, useState } from 'preact/hooks';
import { formatFullDay } from '../calendar/day-names.js';
import { type Day, isDay, monthFor } from '../calendar/days.js';
import { MonthGrid } from '../calendar/month-grid.js';
import { today } from '../calendar/today.js';
import { getDailyTitle } from '../daily/daily-notes.js';
import { text } from '../daily/texts.js';
import { useDailyNotes } from '../daily/use-daily-notes.js';
import { go, href, replaceLocation } from '../kernel/router.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { groupByDay, type Task } from '../tasks/groups.js';
import { MoreTasks } from '../tasks/more-tasks.js';
import { TaskEditor } from '../tasks/task-dialog.js';
import { TaskItem } from '../tasks/task-item.js';
import { useReadTasks, useTasks } from '../tasks/use-tasks.js';
import { PAGE_TASKS } from '../tasks/view.js';
import { number } from '../text/numbers.js';
import { Page } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import '../tasks/tasks.css';
import '../daily/daily.css';

/** Filter that selects the open tasks of all notes. */
const OPEN_TASKS = { state: 'open', nb: '', note: '' } as const;

/** Calendar of daily notes and of tasks by due date; the selected day is in the address. */
export function Screen({ pageLocation }: ScreenProps) {
  const requested = pageLocation.query.get('day') ?? '';
  const day = isDay(requested) ? requested : today();
  const notes = useDailyNotes(monthFor(day));
  const [limit, setLimit] = useState(PAGE_TASKS);
  const open = useTasks(OPEN_TASKS, limit);
  const tasks = useReadTasks(open.value?.tasks);
  const tasksOn = useMemo(() => groupByDay(tasks), [tasks]);
  const openDay = (one: Day) => go(['today'], { day: one });
  const describe = (one: Day): string => {
    const parts = [
      ...(notes.value?.has(one) ? [text.hasNote] : []),
      ...(tasksOn.has(one) ? [text.countDue(tasksOn.get(one)?.length ?? 0)] : []),
    ];
    return parts.length === 2 ? text.dayContent(parts[0] as string, parts[1] as string) : (parts[0] ?? '');
  };
  return (
    <Page title={text.calendar}>
      <div class="daily">
        <MonthGrid
          day={day}
          today={today()}
          onSelect={(one) => replaceLocation(['calendar'], { day: one })}
          onOpen={openDay}
          describe={describe}
        >
          {(one) => <DayMarks hasNote={notes.value?.has(one) === true} tasks={tasksOn.get(one)?.length ?? 0} />}
        </MonthGrid>
        <section class="daily-day" aria-label={formatFullDay(day)}>
          <h2>{formatFullDay(day)}</h2>
          <Loaded data={notes}>{(found) => <DayNote day={day} id={found.get(day)} />}</Loaded>
          <h3>{text.tasksDue}</h3>
          <Loaded data={open}>
            {(list) => (
              <>
                <DayTasks tasks={tasksOn.get(day) ?? []} />
                <MoreTasks list={list} isLoading={open.isLoading} onMore={() => setLimit(limit + PAGE_TASKS)} />
              </>
            )}
          </Loaded>
        </section>
      </div>
      <p class="hint">
        {text.keysHint} <a href={href(['settings', 'daily'])}>{text.settings}</a>
      </p>
      <TaskEditor />
    </Page>
  );
}

const DayMarks = ({ hasNote, tasks }: { readonly hasNote: boolean; readonly tasks: number }) => (
  <span class="day-marks">
    {hasNote && <span class="day-dot" />}
    {tasks > 0 && <span class="day-tasks">{number(tasks)}</span>}
  </span>
);

const DayNote = ({ day, id }: { readonly day: Day; readonly id: string | undefined }) => (
  <p>
    <a class="button primary" href={id === undefined ? href(['today'], { day }) : href(['n', id])}>
      {id === undefined ? text.createNote : text.openNote}
    </a>{' '}
    <bdi class="hint">{getDailyTitle(day)}</bdi>
  </p>
);

const DayTasks = ({ tasks }: { readonly tasks: readonly Task[] }) =>
  tasks.length === 0 ? (
    <p class="hint">{text.noTasks}</p>
  ) : (
    <ul>
      {tasks.map((task) => (
        <TaskItem key={task.key} task={task} hasNote />
      ))}
    </ul>
  );
