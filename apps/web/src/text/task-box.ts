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
