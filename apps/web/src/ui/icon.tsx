/** Drawn on a square of 16, in lines. */
const drawings = {
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  close: 'm4 4 8 8M12 4l-8 8',
  lock: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  menu: 'M3 4.5h10M3 8h10M3 11.5h10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
} as const;

interface IconProps {
  readonly name: keyof typeof drawings;
}

/** A small picture beside a word, or on a control that has a name of its own: it says nothing by itself. */
export const Icon = ({ name }: IconProps) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);
