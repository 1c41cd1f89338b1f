import type { Region } from '../drafts/merge.js';
import { withEditorBreaks } from '../editor/line-breaks.js';

export type Side = 'mine' | 'theirs' | 'both';
type Sides = Pick<Hunk, 'mine' | 'theirs'>;

/** A place both sides changed, and where it is in the result; offsets as the editor counts. */
export interface Hunk {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** The line of theirs it begins on, from 0. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** Whether a side was chosen, or the place was written in. */
  readonly isDecided: boolean;
}

export interface Beginning {
  readonly body: string;
  readonly hunks: readonly Hunk[];
}

/** The result as it begins: agreed parts, and mine where nothing is decided. */
export function beginningOf(regions: readonly Region[]): Beginning {
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

/** What a choice puts in the place of a hunk. Two sides are kept on lines of their own. */
export function chosen({ mine, theirs }: Sides, side: Side): string {
  if (side !== 'both') return side === 'mine' ? mine : theirs;
  const isApart = mine === '' || /[\r\n]$/.test(mine);
  return `${mine}${isApart ? '' : '\n'}${theirs}`;
}
