import type { Page } from 'playwright-core';

const FIRST_SECOND_US = 1_000_000;
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];

/** What a trace of Chromium says of one thing that happened; times in microseconds, `tdur` of the processor. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/**
 * What the page's own thread had to do, in milliseconds of the processor: unlike times by the clock, these do not grow
 * while other programs have it.
 */
export interface Work {
  /** Of all of it. */
  readonly all: number;
  /** With what its workers had to do beside it. */
  readonly withWorkers: number;
  /** Of each task after the first second of the page. */
  readonly tasks: readonly number[];
  /** From each key that was pressed to the frame that shows it. */
  readonly keys: readonly number[];
}

/** Does something with a page, and tells what the page's thread had to do for it. */
export async function traced<T>(page: Page, run: () => Promise<T>): Promise<{ readonly done: T; readonly work: Work }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('only a browser of its own can be traced');
  await browser.startTracing(page, { categories: CATEGORIES });
  const done = await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = busiestThread(traceEvents);
  const withWorkers = sum(tasksOf(traceEvents.filter(({ pid }) => pid === events[0]?.pid)));
  return { done, work: { ...workOf(events), withWorkers } };
}

/** The events of the page that did most, in their order: the others are not used meanwhile. */
function busiestThread(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const [busiest] = threads.sort((one, other) => sum(tasksOf(other)) - sum(tasksOf(one)));
  return (busiest ?? []).sort((one, other) => one.ts - other.ts);
}

const tasksOf = (events: readonly TraceEvent[]) => events.filter(({ name }) => name === 'RunTask');
const cost = ({ tdur = 0 }: TraceEvent) => tdur / 1_000;
const sum = (tasks: readonly TraceEvent[]) => tasks.reduce((total, task) => total + cost(task), 0);
const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;

function workOf(events: readonly TraceEvent[]): Omit<Work, 'withWorkers'> {
  const tasks = tasksOf(events);
  const begun = events.findLast(({ name }) => name === 'navigationStart')?.ts ?? -Infinity;
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown');
  const frames = events.filter(({ name }) => name === 'Commit');
  const until = ({ ts }: TraceEvent) => {
    const frame = frames.find((one) => one.ts > ts);
    return frame === undefined ? Infinity : endOf(frame);
  };
  return {
    all: sum(tasks),
    tasks: tasks.filter(({ ts }) => ts > begun + FIRST_SECOND_US).map(cost),
    keys: keys.map((key) => sum(tasks.filter((task) => endOf(task) > key.ts && task.ts < until(key)))),
  };
}
