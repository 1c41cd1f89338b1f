import { boxOf } from '../text/task-box.js';

/** No task's marker and box are longer. */
const LONGEST = 1_024;

/** Whether there is a box on a line of a body, 1-based, that is not as wanted yet. */
export function isToTick(body: string, line: number, wanted: boolean): boolean {
  const start = lineStart(body, line);
  const box = start === undefined ? undefined : boxOf(body.slice(start, start + LONGEST));
  return box !== undefined && box.isTicked !== wanted;
}

function lineStart(body: string, line: number): number | undefined {
  const ends = /\r\n?|\n/g;
  for (let at = 1; at < line; at += 1) if (ends.exec(body) === null) return undefined;
  return ends.lastIndex;
}
