/** The box of a task, as its line has it. */
export interface TaskBox {
  /** Of the character in it. */
  readonly at: number;
  readonly isTicked: boolean;
  /** What comes after it. */
  readonly rest: string;
}

/** What a task begins with, quotes and outer lists included; its box; the rest. Nothing in it matches in two ways. */
const TASK_LINE = /^((?:[ \t>]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]))+[ \t]+\[)([ xX])\](?=\s|$)(.*)$/s;

/** The box on a line of Markdown; undefined where there is none. */
export function boxOf(line: string): TaskBox | undefined {
  const [, before, mark, rest] = TASK_LINE.exec(line) ?? [];
  if (before === undefined || rest === undefined) return undefined;
  return { at: before.length, isTicked: mark !== ' ', rest };
}
