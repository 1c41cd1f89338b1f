/** The box of a task, with its position in the line. */
export interface TaskBox {
  /** Index of the character in the box. */
  readonly at: number;
  readonly isTicked: boolean;
  /** Text behind the box. */
  readonly rest: string;
}

/** A task line: its prefix with quotes and outer lists, its box, and the rest. No part of it matches ambiguously. */
const TASK_LINE = /^((?:[ \t>]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]))+[ \t]+\[)([ xX])\](?=\s|$)(.*)$/s;

/** Finds the box on a line of Markdown; undefined when there is none. */
export function findTaskBox(line: string): TaskBox | undefined {
  const [, before, mark, rest] = TASK_LINE.exec(line) ?? [];
  if (before === undefined || rest === undefined) return undefined;
  return { at: before.length, isTicked: mark !== ' ', rest };
}

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
