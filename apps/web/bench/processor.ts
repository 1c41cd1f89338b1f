import type { Page } from 'playwright-core';

/** Mark that tells the measured page from others. */
const MARK = 'measured page';
const FIRST_SECOND_US = 1_000_000;
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];

/** Event of a Chromium trace; times in microseconds, `tdur` is CPU time. */
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
 * Work of the page's main thread in milliseconds of CPU time, which other programs do not increase, unlike wall-clock
 * time.
 */
export interface Work {
  /** Total work. */
  readonly all: number;
  /** Total work including the page's workers. */
  readonly withWorkers: number;
  /** Work of each task. */
  readonly allTasks: readonly number[];
  /** Work of each task after the first second of the page. */
  readonly tasks: readonly number[];
  /** Work from each key press to the frame that shows it. */
  readonly keys: readonly number[];
  /** Work between the ends of two frames. */
  readonly frames: readonly number[];
}

/** Runs a function, and measures the work of the page's main thread meanwhile. */
export async function runTraced<T>(
  page: Page,
  run: () => Promise<T>,
): Promise<{ readonly done: T; readonly work: Work }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser to trace');
  await browser.startTracing(page, { categories: CATEGORIES });
  const done = await run();
  await page.evaluate((mark) => void performance.mark(mark), MARK);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = findMarkedThread(traceEvents);
  const withWorkers = sum(filterTasks(traceEvents.filter(({ pid }) => pid === events[0]?.pid)));
  return { done, work: { ...measureWork(events), withWorkers } };
}

/** Returns the events of the main thread of the measured page in order. */
function findMarkedThread(events: readonly TraceEvent[]): TraceEvent[] {
  const mark = events.find(({ name }) => name === MARK);
  return events.filter(({ pid, tid }) => pid === mark?.pid && tid === mark.tid).sort((one, other) => one.ts - other.ts);
}

const filterTasks = (events: readonly TraceEvent[]) => events.filter(({ name }) => name === 'RunTask');
const cost = ({ tdur = 0 }: TraceEvent) => tdur / 1_000;
const sum = (tasks: readonly TraceEvent[]) => tasks.reduce((total, task) => total + cost(task), 0);
const getEnd = ({ ts, dur = 0 }: TraceEvent) => ts + dur;

function measureWork(events: readonly TraceEvent[]): Omit<Work, 'withWorkers'> {
  const tasks = filterTasks(events);
  const navigationStart = events.findLast(({ name }) => name === 'navigationStart')?.ts ?? -Infinity;
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown');
  const frames = events.filter(({ name }) => name === 'Commit');
  const until = ({ ts }: TraceEvent) => {
    const frame = frames.find((one) => one.ts > ts);
    return frame === undefined ? Infinity : getEnd(frame);
  };
  return {
    all: sum(tasks),
    allTasks: tasks.map(cost),
    tasks: tasks.filter(({ ts }) => ts > navigationStart + FIRST_SECOND_US).map(cost),
    frames: frames.slice(1).map((frame, index) => {
      const previous = getEnd(frames[index] as TraceEvent);
      return sum(tasks.filter((task) => task.ts >= previous && task.ts < getEnd(frame)));
    }),
    keys: keys.map((key) => sum(tasks.filter((task) => getEnd(task) > key.ts && task.ts < until(key)))),
  };
}
