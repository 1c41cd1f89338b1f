import { isDay } from '../calendar/days.js';
import { today } from '../calendar/today.js';
import { text } from './texts.js';

export const views = { list: text.viewList, board: text.viewBoard, calendar: text.viewCalendar } as const;
export const states = { open: text.open, done: text.done, all: text.all } as const;
export const listGroupings = { due: text.byDue, note: text.byNote, tag: text.byTag } as const;
export const boardGroupings = { due: text.byDue, priority: text.byPriority, state: text.byState } as const;

/** View of the tasks and its filters, as in the address. */
export interface TaskView {
  readonly view: keyof typeof views;
  readonly group: keyof typeof listGroupings;
  readonly columns: keyof typeof boardGroupings;
  readonly state: keyof typeof states;
  /** Id of a notebook; empty for all. */
  readonly nb: string;
  /** Id of a note; empty for all. */
  readonly note: string;
  readonly tag: string;
  /** Words in the text or in the title of the note. */
  readonly q: string;
  /** Selected day of the calendar. */
  readonly day: string;
  /** Number of tasks to load. */
  readonly limit: number;
}

/** Tasks of one request, which the service limits. */
export const PAGE_TASKS = 1_000;
/** Tasks listed by note at first. */
const FIRST_BY_NOTE = 200;

/** Returns the number of tasks that a view shows at first: fewer for a list by note, which has the order of the pages. */
const getFirstLimit = ({ view, group }: Pick<TaskView, 'view' | 'group'>): number =>
  view === 'list' && group === 'note' ? FIRST_BY_NOTE : PAGE_TASKS;

/** Parses the query of an address. */
export function parseView(query: URLSearchParams): TaskView {
  const one = <Value extends string>(
    options: Readonly<Record<Value, string>>,
    field: string,
    standard: NoInfer<Value>,
  ) => {
    const requested = query.get(field) ?? '';
    return Object.hasOwn(options, requested) ? (requested as Value) : standard;
  };
  const [view, columns] = [one(views, 'view', 'list'), one(boardGroupings, 'columns', 'due')];
  const group = one(listGroupings, 'group', 'due');
  const limit = Number(query.get('limit'));
  const day = query.get('day') ?? '';
  return {
    view,
    group,
    columns,
    state: one(states, 'state', view === 'board' && columns === 'state' ? 'all' : 'open'),
    nb: query.get('nb') ?? '',
    note: query.get('note') ?? '',
    tag: query.get('tag') ?? '',
    q: query.get('q') ?? '',
    day: isDay(day) ? day : today(),
    limit: Math.max(getFirstLimit({ view, group }), Number.isSafeInteger(limit) ? limit : 0),
  };
}

/** Returns another view with the same filters. Columns by state show tasks of all states, which other views need not. */
export function changeView(view: TaskView, name: TaskView['view']): TaskView {
  if (view.columns !== 'state' || name === view.view) return { ...view, view: name };
  return { ...view, view: name, state: name === 'board' ? 'all' : 'open' };
}

/** Returns the query of the address of a view. */
export const toQuery = (view: TaskView): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      ...view,
      day: view.view === 'calendar' ? view.day : '',
      limit: view.limit > getFirstLimit(view) ? view.limit : '',
    })
      .map(([name, value]) => [name, String(value)] as const)
      .filter(([, value]) => value !== ''),
  );
