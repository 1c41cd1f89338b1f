import { boxOf } from '../text/task-box.js';

/** Maximum length of a task's marker and box. */
const LONGEST = 1_024;

/** Returns true when a 1-based line has a box that is not in the wanted state yet. */
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
