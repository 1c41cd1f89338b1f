import type { Output } from '@notes/contract';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { type Data, useData } from '../kernel/use-data.js';
import { makeTaskReader, type Task, type TaskRow } from './groups.js';
import { PAGE_TASKS, type TaskView } from './view.js';

type TaskPage = Output<'listTasks'>;
type TaskFilter = Pick<TaskView, 'state' | 'nb' | 'note'>;

/** The first tasks of a filter. */
export interface ListedTasks extends Pick<TaskPage, 'tasks' | 'counts' | 'truncated'> {
  /** True while more tasks can be loaded. */
  readonly hasMore: boolean;
}

interface TaskData extends Data<ListedTasks> {
  readonly isLoading: boolean;
}

/** Loads the first `limit` tasks of a filter. Earlier tasks stay while more are loading. */
export function useTasks({ state, nb, note }: TaskFilter, limit: number): TaskData {
  const key = `tasks ${state} ${nb} ${note}`;
  const filter = { state, ...(nb !== '' && { notebook_id: nb }), ...(note !== '' && { document_id: note }) };
  const data = useData(`${key} ${limit}`, (signal) => listUpTo(limit, filter, signal));
  const [stored, store] = useState<{ readonly key: string; readonly list: ListedTasks }>();
  useEffect(() => {
    if (data.value !== undefined) store({ key, list: data.value });
  }, [data.value]);
  const earlier = stored?.key === key ? stored.list : undefined;
  return { ...data, value: data.value ?? earlier, isLoading: data.value === undefined && data.error === undefined };
}

async function listUpTo(
  limit: number,
  filter: { readonly state: TaskView['state']; readonly notebook_id?: string; readonly document_id?: string },
  signal: AbortSignal,
): Promise<ListedTasks> {
  const tasks: TaskPage['tasks'] = [];
  let cursor: string | undefined;
  for (;;) {
    const rows = Math.min(PAGE_TASKS, limit - tasks.length);
    const page = await call('listTasks', { ...filter, limit: rows, cursor }, signal);
    tasks.push(...page.tasks);
    cursor = page.next_cursor ?? undefined;
    const { counts, truncated } = page;
    if (cursor === undefined || tasks.length >= limit)
      return { tasks, counts, truncated, hasMore: cursor !== undefined };
  }
}

/** Returns the tasks of listed rows. */
export function useReadTasks(rows: readonly TaskRow[] = NO_ROWS): readonly Task[] {
  const read = useMemo(makeTaskReader, []);
  return useMemo(() => read(rows), [rows]);
}

const NO_ROWS: readonly TaskRow[] = [];
