interface MarkedProps {
  readonly text: string;
  /** Ranges [start, end) in UTF-16 units, sorted and disjoint. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** Text with parts of it highlighted. */
export const Marked = ({ text, ranges }: MarkedProps) => (
  <>
    {ranges.map(([start, end], index) => [
      text.slice(index === 0 ? 0 : ranges[index - 1]?.[1], start),
      <mark key={start}>{text.slice(start, end)}</mark>,
    ])}
    {text.slice(ranges.at(-1)?.[1] ?? 0)}
  </>
);
