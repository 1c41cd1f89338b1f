import { Facet } from '@codemirror/state';

/** Facts about rendered blocks that the text around them depends on. */
export interface LiveFacts {
  /** True while nothing may move, because a mouse button is down. */
  readonly isHeld: boolean;
  /** Blocks whose source is shown, and comments. */
  readonly open: readonly { readonly from: number; readonly to: number }[];
  /** End of the front matter, which is no Markdown. */
  readonly textFrom: number;
}

const NOTHING: LiveFacts = { isHeld: false, open: [], textFrom: 0 };

export const liveFacts = Facet.define<LiveFacts, LiveFacts>({ combine: ([first]) => first ?? NOTHING });
