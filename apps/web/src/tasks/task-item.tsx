import { formatShortDay } from '../calendar/day-names.js';
import { today } from '../calendar/today.js';
import { online } from '../kernel/connection.js';
import { Icon } from '../ui/icon.js';
import { NoteLink } from '../ui/note-link.js';
import { ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import type { Task } from './groups.js';
import { priorityLabels } from './labels.js';
import { flip } from './task-actions.js';
import { editTask } from './task-dialog.js';
import { text } from './texts.js';

interface ItemProps {
  readonly task: Task;
  /** True when the note of the task is named beside it. */
  readonly hasNote: boolean;
}

/** A task with its fields. Ticking its box or editing its fields changes the note. */
export function TaskItem({ task, hasNote }: ItemProps) {
  return (
    <li class="task-row" data-row>
      <TaskContent task={task} hasNote={hasNote} />
    </li>
  );
}

/** Content of a row or a card. */
export function TaskContent({ task, hasNote }: ItemProps) {
  const { error, run } = useAction();
  const { title } = task.fields;
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={task.state === 'done'}
          // Not disabled while it runs, because it would lose the focus.
          disabled={!online.value}
          onChange={() => run(() => flip(task))}
        />
        <span dir="auto" class={task.state}>
          {title === '' ? <span class="wordless">{text.noText}</span> : title}
        </span>
      </label>
      <div class="task-fields">
        <Fields task={task} />
        {hasNote && (
          <span class="task-note">
            <NoteLink id={task.document_id} title={task.title} line={task.line} />
          </span>
        )}
        <EditButton task={task} />
      </div>
      <ErrorMessage error={error} />
    </>
  );
}

function Fields({ task: { due, state, fields } }: { readonly task: Task }) {
  const day = today();
  const isOverdue = state === 'open' && due !== null && due < day;
  return (
    <>
      {due !== null && <span class={isOverdue ? 'chip warn' : 'chip'}>{text.due(formatShortDay(due, day))}</span>}
      {fields.priority !== 'normal' && (
        <span class={`chip priority-${fields.priority}`}>{text.priorityNamed(priorityLabels[fields.priority])}</span>
      )}
      {fields.repeat !== undefined && (
        <span class={fields.rule === undefined ? 'chip warn' : 'chip'}>
          {fields.rule === undefined ? text.notUnderstood(fields.repeat) : text.repeats(fields.repeat)}
        </span>
      )}
    </>
  );
}

function EditButton({ task }: { readonly task: Task }) {
  const label = text.edit(task.fields.title || text.noText);
  return (
    <button type="button" class="icon-button" aria-label={label} title={text.editTitle} onClick={() => editTask(task)}>
      <Icon name="edit" />
    </button>
  );
}
