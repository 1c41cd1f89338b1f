import { useRef } from 'preact/hooks';
import { formatShortDay } from '../calendar/day-names.js';
import { dropHandlers } from '../calendar/month-grid.js';
import { today } from '../calendar/today.js';
import { weekStart } from '../calendar/week.js';
import { number } from '../text/numbers.js';
import { attempt } from '../ui/use-action.js';
import { type DueGroup, dueForGroup } from './due.js';
import { groupTasks, type Task, type TaskGroup } from './groups.js';
import { fixedLabels } from './labels.js';
import { flip, setFields } from './task-actions.js';
import type { Priority } from './task-fields.js';
import { TaskContent } from './task-item.js';
import { text } from './texts.js';
import type { TaskView } from './view.js';

type Columns = TaskView['columns'];

interface BoardProps {
  readonly tasks: readonly Task[];
  readonly columns: Columns;
}

/** Tasks as cards in columns. A card dropped on another column changes the task in its note. */
export function TaskBoard({ tasks, columns }: BoardProps) {
  const dragged = useRef<Task>(undefined);
  const groups = groupTasks(tasks, columns, { today: today(), weekStart });
  // The outermost priorities are rare: their columns appear with their first task.
  const shown = groups.filter(({ id, tasks: grouped }) => !/^(?:high|low)est$/.test(id) || grouped.length > 0);
  return (
    <>
      <p class="hint">{text.dropHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section class="board" aria-label={text.viewBoard} tabIndex={0}>
        {shown.map((group) => (
          <Column
            key={group.id}
            group={group}
            columns={columns}
            onDrag={(task) => {
              dragged.current = task;
            }}
            onDrop={() => moveTask(dragged.current, columns, group)}
          />
        ))}
      </section>
    </>
  );
}

interface ColumnProps {
  readonly group: TaskGroup;
  readonly columns: Columns;
  readonly onDrag: (task: Task) => void;
  readonly onDrop: () => void;
}

function Column({ group: { id, tasks }, columns, onDrag, onDrop }: ColumnProps) {
  const day = today();
  const due = columns === 'due' ? dueForGroup(id as DueGroup, day, weekStart) : undefined;
  return (
    <section class="board-column" aria-label={fixedLabels[id]} {...(due !== null && dropHandlers(onDrop))}>
      <h2>
        {fixedLabels[id]} <span class="count">{number(tasks.length)}</span>
      </h2>
      {due && id !== 'today' && <p class="hint">{text.dropDue(formatShortDay(due, day))}</p>}
      {tasks.length === 0 && <p class="hint">{text.emptyColumn}</p>}
      <ul>
        {tasks.map((task) => (
          <li key={task.key} class="board-card" data-row draggable onDragStart={() => onDrag(task)}>
            <TaskContent task={task} hasNote />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Changes a task so that it belongs to a group; an error is shown in a notice. */
function moveTask(task: Task | undefined, columns: Columns, { id, tasks }: TaskGroup): void {
  if (task === undefined || tasks.includes(task)) return;
  void attempt(async () => {
    if (columns === 'state') return flip(task);
    if (columns === 'priority') return setFields(task, { priority: id as Priority });
    const due = dueForGroup(id as DueGroup, today(), weekStart);
    if (due !== null) await setFields(task, { due });
  });
}
