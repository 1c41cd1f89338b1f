import { today } from '../calendar/today.js';
import { weekStart } from '../calendar/week.js';
import { makeVisible } from '../text/visible.js';
import { NoteLink } from '../ui/note-link.js';
import { groupTasks, NO_TAG, type Task, type TaskGroup } from './groups.js';
import { dueLabels } from './labels.js';
import { TaskItem } from './task-item.js';
import { text } from './texts.js';
import type { TaskView } from './view.js';

interface ListProps {
  readonly tasks: readonly Task[];
  readonly group: TaskView['group'];
}

/** Tasks in groups; groups without tasks are left out. */
export const TaskList = ({ tasks, group }: ListProps) => (
  <>
    {groupTasks(tasks, group, { today: today(), weekStart })
      .filter(({ tasks: grouped }) => grouped.length > 0)
      .map((one) => (
        <section key={one.id} class="task-group">
          <h2>
            <GroupTitle by={group} group={one} />
          </h2>
          <ul>
            {one.tasks.map((task) => (
              <TaskItem key={task.key} task={task} hasNote={group !== 'note'} />
            ))}
          </ul>
        </section>
      ))}
  </>
);

function GroupTitle({ by, group: { id, tasks } }: { readonly by: TaskView['group']; readonly group: TaskGroup }) {
  if (by === 'note') return <NoteLink id={id} title={(tasks[0] as Task).title} />;
  const title =
    by === 'due' ? dueLabels[id as keyof typeof dueLabels] : id === NO_TAG ? text.noTag : `#${makeVisible(id)}`;
  return <bdi>{title}</bdi>;
}
