import type { Region } from '../drafts/merge.js';
import { withEditorBreaks } from '../editor/line-breaks.js';

export type Side = 'mine' | 'theirs' | 'both';

/** A place both sides changed, and where it is in the result; offsets as the editor counts. */
export interface Hunk {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly from: number;
  readonly to: number;
}

export interface Draft {
  readonly body: string;
  readonly hunks: readonly Hunk[];
}

/** The result as it begins: agreed parts, and mine where nothing is decided. */
export function draftOf(regions: readonly Region[]): Draft {
  const parts: string[] = [];
  const hunks: Hunk[] = [];
  let at = 0;
  for (const region of regions) {
    const text = region.kind === 'agreed' ? region.text : region.mine;
    const to = at + withEditorBreaks(text).length;
    if (region.kind === 'conflict') {
      const { base, mine, theirs } = region;
      hunks.push({ base, mine, theirs, from: at, to });
    }
    parts.push(text);
    at = to;
  }
  return { body: parts.join(''), hunks };
}

/** What a choice puts in the place of a hunk. Two sides are kept on lines of their own. */
export function chosen({ mine, theirs }: Pick<Hunk, 'mine' | 'theirs'>, side: Side): string {
  if (side !== 'both') return side === 'mine' ? mine : theirs;
  const isApart = mine === '' || /[\r\n]$/.test(mine);
  return `${mine}${isApart ? '' : '\n'}${theirs}`;
}
