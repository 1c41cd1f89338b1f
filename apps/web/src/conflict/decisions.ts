import type { Region } from '../drafts/merge.js';
import { withEditorBreaks } from '../editor/line-breaks.js';

export type Side = 'mine' | 'theirs' | 'both';
type Sides = Pick<Hunk, 'mine' | 'theirs'>;

/** A hunk that both sides changed, and its range in the result; offsets as the editor counts. */
export interface Hunk {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** First line in the server's text, from 0. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** True when a side was chosen, or the hunk was edited. */
  readonly isDecided: boolean;
}

export interface InitialResult {
  readonly body: string;
  readonly hunks: readonly Hunk[];
}

/** Returns the initial result: agreed parts, and the local side of undecided hunks. */
export function buildInitialResult(regions: readonly Region[]): InitialResult {
  const parts: string[] = [];
  const hunks: Hunk[] = [];
  let at = 0;
  for (const region of regions) {
    const text = region.kind === 'agreed' ? region.text : region.mine;
    const to = at + withEditorBreaks(text).length;
    if (region.kind === 'conflict') {
      const { kind, ...sides } = region;
      hunks.push({ ...sides, from: at, to, isDecided: false });
    }
    parts.push(text);
    at = to;
  }
  return { body: parts.join(''), hunks };
}

/** Returns the text of a hunk for a choice. With both sides, each starts on its own line. */
export function getChosenText({ mine, theirs }: Sides, side: Side): string {
  if (side !== 'both') return side === 'mine' ? mine : theirs;
  const isApart = mine === '' || /[\r\n]$/.test(mine);
  return `${mine}${isApart ? '' : '\n'}${theirs}`;
}
