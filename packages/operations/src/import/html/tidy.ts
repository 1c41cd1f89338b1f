import type { Run } from './runs.js';

const SPACES = /[ \t\n\r\f]+/g;
/** Marks the order of bytes, where editors leave it. */
const UNSEEN = /\ufeff/g;
/** Runs as a browser shows them: one space for several, none at the ends of a line, and no break at the ends of all. */
export function tidy(runs: readonly Run[]): Run[] {
  const tidied: Run[] = [];
  let atSpace = true;
  for (const run of runs) {
    if (run.kind === 'break') trimEnd(tidied);
    if (run.kind === 'text') {
      const text = run.text.replace(UNSEEN, '').replace(SPACES, ' ');
      const shown: string = atSpace && text.startsWith(' ') ? text.slice(1) : text;
      if (shown === '' && run.link === undefined) continue;
      tidied.push({ ...run, text: shown });
      atSpace = shown.endsWith(' ');
    } else {
      tidied.push(run);
      atSpace = run.kind === 'break' || run.kind === 'task';
    }
  }
  while (tidied[0]?.kind === 'break') tidied.shift();
  trimEnd(tidied);
  while (tidied.at(-1)?.kind === 'break') {
    tidied.pop();
    trimEnd(tidied);
  }
  return tidied;
}

function trimEnd(runs: Run[]): void {
  for (let last = runs.at(-1); last?.kind === 'text' && last.link === undefined; last = runs.at(-1)) {
    runs.pop();
    const text = last.text.replace(/[ \u00a0]+$/, '');
    if (text === '') continue;
    runs.push({ ...last, text });
    return;
  }
}

/** Parts of a line that has two breaks, one behind another, tidied. */
export function paragraphs(line: readonly Run[]): Run[][] {
  const parts: Run[][] = [[]];
  let breaks = 0;
  for (const run of line) {
    if (run.kind === 'break') breaks += 1;
    else if (run.kind !== 'text' || run.text.trim() !== '') breaks = 0;
    if (breaks > 1) {
      parts.push([]);
      breaks = 0;
    } else parts.at(-1)?.push(run);
  }
  return parts.map(tidy).filter((part) => part.length > 0);
}
