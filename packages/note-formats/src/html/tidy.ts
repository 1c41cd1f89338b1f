import type { Run } from './runs.js';

const SPACES = /[ \t\n\r\f]+/g;
/** Byte order mark, which some editors leave in text. */
const UNSEEN = /\ufeff/g;
/** Collapses white space as browsers do, and removes spaces at the ends of lines and breaks at both ends. */
export function tidy(runs: readonly Run[]): Run[] {
  const tidied: Run[] = [];
  let atSpace = true;
  for (const run of runs) {
    if (run.kind === 'break') trimEnd(tidied);
    if (run.kind === 'text') {
      const text = run.text.replace(UNSEEN, '').replace(SPACES, ' ');
      const shown: string = atSpace && text.startsWith(' ') ? text.slice(1) : text;
      if (shown === '' && run.link === undefined) continue;
      pushText(tidied, { ...run, text: shown });
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

/** Adds text to that before it when both have the same style, so that marks in it are escaped as they are read. */
function pushText(runs: Run[], run: Run & { readonly kind: 'text' }): void {
  const last = runs.at(-1);
  if (last?.kind === 'text' && last.marks === run.marks && last.link === run.link)
    runs[runs.length - 1] = { ...last, text: last.text + run.text };
  else runs.push(run);
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

/** Divides a line at double breaks into tidied paragraphs. */
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
