/** Length in characters of the replaced text that is looked at, too. */
const MAX_JOINED_GAP = 2_000;

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Joins ranges that only short replaced blocks separate: each descent into the tree of a long note takes its time. */
export function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && from - last.to <= MAX_JOINED_GAP) last.to = to;
    else joined.push({ from, to });
  }
  return joined;
}
