import type { Output } from '@notes/contract';
import { online } from '../kernel/connection.js';
import { ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { text } from './texts.js';
import { tick } from './tick.js';

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
