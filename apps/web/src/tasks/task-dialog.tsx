import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { addDays, endOfWeek } from '../calendar/days.js';
import { today } from '../calendar/today.js';
import { weekStart } from '../calendar/week.js';
import { Dialog } from '../ui/dialog.js';
import { Select } from '../ui/form-fields.js';
import { NoteLink } from '../ui/note-link.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { useId } from '../ui/unique-id.js';
import { useAction } from '../ui/use-action.js';
import type { Task } from './groups.js';
import { priorityLabels } from './labels.js';
import { parseRepetition } from './repetition.js';
import { setFields } from './task-actions.js';
import type { Priority, TaskFields } from './task-fields.js';
import { text } from './texts.js';

const editedTask = signal<Task | undefined>(undefined);

/** Opens the dialog for a task, on a screen with a {@link TaskEditor}. */
export function editTask(task: Task): void {
  editedTask.value = task;
}

const stopEditing = () => {
  editedTask.value = undefined;
};

/** The dialog of the task being edited. It is outside the tasks, which can be dragged and may change meanwhile. */
export function TaskEditor() {
  useEffect(() => stopEditing, []);
  return editedTask.value === undefined ? null : <TaskDialog task={editedTask.value} onClose={stopEditing} />;
}

interface DialogProps {
  readonly task: Task;
  readonly onClose: () => void;
}

interface FormValues {
  readonly due: string;
  readonly priority: Priority;
  readonly repeat: string;
}

/** Changes the due date, the priority and the repetition of a task. Only changed fields are written. */
function TaskDialog({ task, onClose }: DialogProps) {
  const { priority, repeat = '', title } = task.fields;
  const before: FormValues = { due: task.due ?? '', priority, repeat };
  const [values, setValues] = useState(before);
  const { isRunning, error, run } = useAction();
  const change = (part: Partial<FormValues>) => setValues({ ...values, ...part });
  const isRuleValid = values.repeat === repeat || values.repeat.trim() === '' || parseRepetition(values.repeat);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isRuleValid) return;
    run(async () => {
      const changed = findChanges(before, values);
      if (Object.keys(changed).length > 0) await setFields(task, changed);
      onClose();
    });
  };
  return (
    <Dialog title={text.editTitle} onClose={onClose}>
      <form class="form task-form" onSubmit={submit}>
        <p>
          <bdi>{title || text.noText}</bdi>
        </p>
        <p class="hint">
          <NoteLink id={task.document_id} title={task.title} line={task.line} onClick={onClose} />
        </p>
        <DueField due={values.due} onChange={(due) => change({ due })} />
        <Select
          label={text.priority}
          options={priorityLabels}
          value={values.priority}
          onChange={(chosen) => change({ priority: chosen })}
        />
        <RepeatField
          repeat={values.repeat}
          isValid={Boolean(isRuleValid)}
          onChange={(rule) => change({ repeat: rule })}
        />
        <ErrorMessage error={error} />
        <div class="form-buttons">
          <button type="button" class="button" onClick={onClose}>
            {text.cancel}
          </button>
          <ServiceButton type="submit" variant="primary" disabled={isRunning || !isRuleValid}>
            {text.save}
          </ServiceButton>
        </div>
      </form>
    </Dialog>
  );
}

function findChanges(before: FormValues, after: FormValues): Partial<TaskFields> {
  return {
    ...(before.due !== after.due && { due: after.due === '' ? undefined : after.due }),
    ...(before.priority !== after.priority && { priority: after.priority }),
    ...(before.repeat !== after.repeat && { repeat: after.repeat }),
  };
}

interface DueProps {
  readonly due: string;
  readonly onChange: (due: string) => void;
}

function DueField({ due, onChange }: DueProps) {
  const day = today();
  const choices = [
    [text.dueToday, day],
    [text.dueTomorrow, addDays(day, 1)],
    [text.dueNextWeek, addDays(endOfWeek(day, weekStart), 1)],
    [text.noDate, ''],
  ] as const;
  return (
    <>
      <label>
        {text.dueDate}
        <input type="date" value={due} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      </label>
      <div class="row-actions">
        {choices.map(([label, value]) => (
          <button key={label} type="button" class="button" aria-pressed={due === value} onClick={() => onChange(value)}>
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

interface RepeatProps {
  readonly repeat: string;
  readonly isValid: boolean;
  readonly onChange: (repeat: string) => void;
}

function RepeatField({ repeat, isValid, onChange }: RepeatProps) {
  const hintId = useId();
  return (
    <>
      <label>
        {text.repeat}
        <input
          value={repeat}
          placeholder={text.repeatExample}
          autocomplete="off"
          aria-describedby={hintId}
          aria-invalid={!isValid}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      <p id={hintId} class={isValid ? 'hint' : 'refusal'}>
        {isValid ? text.repeatHint : text.repeatInvalid}
      </p>
    </>
  );
}
