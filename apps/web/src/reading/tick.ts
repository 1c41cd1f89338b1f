/** A box somebody clicked. */
export interface Tick {
  /** 1-based line of the task. */
  readonly line: number;
  /** Of the character in the box, in UTF-16 units of the body. */
  readonly offset: number;
  /** Whether the task is to be done now. */
  readonly done: boolean;
}

/** Markers are told apart from the blanks between them in one way only, so that no line takes long. */
const TASK_LINE = /^(?:[ \t>]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]))+[ \t]+\[([ xX])\]/;

/** The box on a line of a body; undefined where there is none, or it is as wanted already. */
export function tickOf(body: string, line: number, done: boolean): Tick | undefined {
  const start = lineStart(body, line);
  if (start === undefined) return undefined;
  const written = body.slice(start, start + 1_024);
  const box = TASK_LINE.exec(written);
  if (box === null || (box[1] !== ' ') === done) return undefined;
  return { line, offset: start + box[0].length - 2, done };
}

function lineStart(body: string, line: number): number | undefined {
  const ends = /\r\n?|\n/g;
  for (let at = 1; at < line; at += 1) if (ends.exec(body) === null) return undefined;
  return ends.lastIndex;
}
