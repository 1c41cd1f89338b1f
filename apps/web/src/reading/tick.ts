import { findTaskBox } from '../text/task-box.js';

/** Maximum length of a task's marker and box. */
const MAX_MARKER_LENGTH = 1_024;

/** Returns true when a 1-based line has a box that is not in the wanted state yet. */
export function needsTick(body: string, line: number, isTicked: boolean): boolean {
  const start = lineStart(body, line);
  const box = start === undefined ? undefined : findTaskBox(body.slice(start, start + MAX_MARKER_LENGTH));
  return box !== undefined && box.isTicked !== isTicked;
}

function lineStart(body: string, line: number): number | undefined {
  const ends = /\r\n?|\n/g;
  for (let at = 1; at < line; at += 1) if (ends.exec(body) === null) return undefined;
  return ends.lastIndex;
}
