interface InNote {
  readonly document_id: string;
  readonly title: string;
}

interface Group<Task> {
  readonly id: string;
  readonly title: string;
  readonly tasks: Task[];
}

/** Groups tasks by note, in the order of the notes. */
export function byNote<Task extends InNote>(tasks: readonly Task[]): Group<Task>[] {
  const groups = new Map<string, Group<Task>>();
  for (const task of tasks) {
    const group = groups.get(task.document_id) ?? { id: task.document_id, title: task.title, tasks: [] };
    group.tasks.push(task);
    groups.set(group.id, group);
  }
  return [...groups.values()];
}
