import { escapeTarget, escapeText } from './escape.js';
import { applyMark, MARKS, type Mark, type Surroundings } from './marks.js';
import type { Run } from './runs.js';
import type { Element } from './tree.js';

export interface LineOptions {
  /** Markdown of a line break within a block. */
  readonly lineBreak: string;
}

const ADDRESS = /^[a-z][a-z0-9+.-]{1,31}:/i;

/** Renders tidied runs as Markdown. */
export function renderLine(runs: readonly Run[], options: LineOptions): string {
  const texts = runs.map((run) => (run.kind === 'text' ? run.text : '')).join('');
  const formulas = texts.split('$').length > 2 || runs.some(({ kind }) => kind === 'formula');
  return new LineRenderer(options, formulas).links(runs);
}

class LineRenderer {
  readonly #options: LineOptions;
  readonly #formulas: boolean;

  constructor(options: LineOptions, formulas: boolean) {
    this.#options = options;
    this.#formulas = formulas;
  }

  links(runs: readonly Run[]): string {
    return this.#joinGroups(
      groupByKey(runs, ({ link }) => link),
      { before: '', after: '' },
      (group, around) => {
        const link = group[0]?.link;
        const text = this.#marks(group, MARKS, link === undefined ? around : ALONE);
        return link === undefined ? text : formatLink(link, text, group);
      },
    );
  }

  /** Renders nested marks. The mark that spans the most runs is the outermost. */
  #marks(runs: readonly Run[], marks: readonly Mark[], around: Surroundings): string {
    if (!runs.some((run) => isMarked(run, marks))) return runs.map((run) => this.#leaf(run)).join('');
    return this.#joinGroups(markGroups(runs, marks), around, (group, beside) => {
      const mark = longestMark(group, marks);
      if (mark === undefined) return this.#marks(group, [], beside);
      const within = this.#marks(
        group,
        marks.filter((each) => each !== mark),
        beside,
      );
      return applyMark(mark, within, beside);
    });
  }

  /** Renders groups in order, each with the text around it. */
  #joinGroups(
    parts: readonly (readonly Run[])[],
    around: Surroundings,
    render: (group: readonly Run[], around: Surroundings) => string,
  ): string {
    const pieces: string[] = [];
    let { before } = around;
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1]?.[0];
      const piece = render(part, { before, after: next === undefined ? around.after : plainStart(next) });
      // Escapes an exclamation mark that would turn a link into an image.
      const last = pieces.at(-1);
      if (last?.endsWith('!') && piece.startsWith('[')) pieces[pieces.length - 1] = `${last.slice(0, -1)}\\!`;
      pieces.push(piece);
      before = piece.slice(-2) || before;
    }
    return pieces.join('');
  }

  #leaf(run: Run): string {
    switch (run.kind) {
      case 'text':
        return escapeText(run.text, { formulas: this.#formulas });
      case 'markdown':
      case 'formula':
        return run.text;
      case 'image':
        return this.#image(run.image);
      case 'task':
        return run.isDone ? '[x] ' : '[ ] ';
      case 'break':
        return this.#options.lineBreak;
    }
  }

  #image({ attributes: { src = '', alt = '' } }: Element): string {
    const target = escapeTarget(src);
    const shown = escapeText(alt.replace(/\s+/g, ' ').trim(), { formulas: this.#formulas });
    return target === undefined || target === '' ? shown : `![${shown}](${target})`;
  }
}

const ALONE: Surroundings = { before: '', after: '' };

/** Groups neighbouring runs with equal keys. */
function groupByKey<Key>(runs: readonly Run[], getKey: (run: Run) => Key): Run[][] {
  const found: Run[][] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last !== undefined && getKey(last[0] as Run) === getKey(run)) last.push(run);
    else found.push([run]);
  }
  return found;
}

/** Divides runs at the end of the longest mark from each position, or at the start of the first mark. */
function markGroups(runs: readonly Run[], among: readonly Mark[]): Run[][] {
  const ends = findMarkEnds(runs, among);
  const found: Run[][] = [];
  for (let from = 0; from < runs.length; ) {
    const to = Math.max(...among.map((mark) => (ends.get(mark) as Uint32Array)[from] as number));
    let end = to;
    if (to === from) for (end = from + 1; end < runs.length && !isMarked(runs[end] as Run, among); ) end += 1;
    found.push(runs.slice(from, end));
    from = end;
  }
  return found;
}

/**
 * Returns for each mark and run the index at which the mark ends; the index of the run itself when it lacks the mark.
 */
function findMarkEnds(runs: readonly Run[], among: readonly Mark[]): ReadonlyMap<Mark, Uint32Array> {
  return new Map(
    among.map((mark) => {
      const ends = new Uint32Array(runs.length + 1);
      for (let at = runs.length - 1; at >= 0; at -= 1) {
        const continues = runs[at + 1]?.marks.has(mark) === true;
        ends[at] = runs[at]?.marks.has(mark) !== true ? at : continues ? (ends[at + 1] as number) : at + 1;
      }
      return [mark, ends];
    }),
  );
}

const isMarked = ({ marks }: Run, among: readonly Mark[]) => among.some((mark) => marks.has(mark));

/** Returns a mark that all runs of a group have. */
const longestMark = (group: readonly Run[], among: readonly Mark[]): Mark | undefined =>
  among.find((mark) => group.every(({ marks }) => marks.has(mark)));

const plainStart = (run: Run): string =>
  run.kind === 'text' ? run.text.slice(0, 2) : run.kind === 'break' ? '\n' : '*';

function formatLink({ attributes: { href = '' } }: Element, text: string, runs: readonly Run[]): string {
  const target = escapeTarget(href);
  if (target === undefined || target === '') return text;
  const label = text.trim();
  const lead = text.slice(0, text.length - text.trimStart().length);
  const trail = label === '' ? '' : text.slice(text.trimEnd().length);
  const isAddress = label === '' || [href.trim(), target].includes(toPlainText(runs).trim());
  if (isAddress && ADDRESS.test(target)) return `${lead}<${target}>${trail}`;
  return `${lead}[${label === '' ? escapeText(target, { formulas: true }) : label}](${target})${trail}`;
}

/** Returns the text of runs. Other runs become NUL, which never occurs in an address. */
const toPlainText = (runs: readonly Run[]) => runs.map((run) => (run.kind === 'text' ? run.text : '\0')).join('');
