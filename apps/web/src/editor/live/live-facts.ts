import { Facet } from '@codemirror/state';

interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** Facts about rendered blocks that the text around them depends on. */
export interface LiveFacts {
  /** True while nothing may move, because a mouse button is down. */
  readonly isHeld: boolean;
  /** Blocks whose source is shown. */
  readonly open: readonly OffsetRange[];
  /** Comments over several paragraphs, whose source is always shown. */
  readonly comments: readonly OffsetRange[];
  /** End of the front matter, which is no Markdown. */
  readonly textFrom: number;
}

const NOTHING: LiveFacts = { isHeld: false, open: [], comments: [], textFrom: 0 };

export const liveFacts = Facet.define<LiveFacts, LiveFacts>({ combine: ([first]) => first ?? NOTHING });
