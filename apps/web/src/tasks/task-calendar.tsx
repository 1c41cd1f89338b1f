import { useRef } from 'preact/hooks';
import { formatFullDay } from '../calendar/day-names.js';
import type { Day } from '../calendar/days.js';
import { MonthGrid } from '../calendar/month-grid.js';
import { today } from '../calendar/today.js';
import { number } from '../text/numbers.js';
import { Section } from '../ui/page.js';
import { attempt } from '../ui/use-action.js';
import { groupByDay, type Task } from './groups.js';
import { setFields } from './task-actions.js';
import { TaskItem } from './task-item.js';
import { text } from './texts.js';

/** Tasks shown on a day; the others are counted. */
const MAX_ENTRIES = 3;

interface CalendarProps {
  readonly tasks: readonly Task[];
  readonly day: Day;
  readonly onSelect: (day: Day) => void;
}

/** Tasks on the days on which they are due. A task dropped on another day becomes due then. */
export function TaskCalendar({ tasks, day, onSelect }: CalendarProps) {
  const dragged = useRef<Task>(undefined);
  const byDay = groupByDay(tasks);
  const dueOn = (one: Day) => byDay.get(one) ?? [];
  const withoutDue = tasks.filter(({ due }) => due === null).length;
  const drop = (to: Day) => {
    const task = dragged.current;
    if (task === undefined || task.due === to) return;
    void attempt(() => setFields(task, { due: to }));
  };
  const listed = dueOn(day);
  return (
    <>
      <p class="hint">
        {text.calendarHint} {withoutDue > 0 && text.withoutDue(withoutDue)}
      </p>
      <MonthGrid
        day={day}
        today={today()}
        onSelect={onSelect}
        describe={(one) => (dueOn(one).length === 0 ? '' : text.countDue(dueOn(one).length))}
        onDrop={drop}
      >
        {(one) => (
          <DayEntries
            tasks={dueOn(one)}
            onDrag={(task) => {
              dragged.current = task;
            }}
          />
        )}
      </MonthGrid>
      <Section title={text.tasksOn(formatFullDay(day))}>
        {listed.length === 0 ? (
          <p class="hint">{text.noneDue}</p>
        ) : (
          <ul class="task-group">
            {listed.map((task) => (
              <TaskItem key={task.key} task={task} hasNote />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

interface EntriesProps {
  readonly tasks: readonly Task[];
  readonly onDrag: (task: Task) => void;
}

const DayEntries = ({ tasks, onDrag }: EntriesProps) =>
  tasks.length === 0 ? null : (
    <>
      <div class="day-entries">
        {tasks.slice(0, MAX_ENTRIES).map((task) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the same tasks with buttons are listed below the month.
          <span
            key={task.key}
            dir="auto"
            class={`day-entry ${task.state}`}
            title={task.fields.title}
            draggable
            onDragStart={() => onDrag(task)}
          >
            {task.fields.title || text.noText}
          </span>
        ))}
        {tasks.length > MAX_ENTRIES && <span class="hint">{text.moreTasks(tasks.length - MAX_ENTRIES)}</span>}
      </div>
      <span class="day-count">{number(tasks.length)}</span>
    </>
  );
