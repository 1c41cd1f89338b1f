import type { Hunk, Side } from './decisions.js';
import { text } from './texts.js';

const sides: readonly Side[] = ['mine', 'theirs', 'both'];

interface HunkChoiceProps {
  readonly hunk: Hunk;
  readonly index: number;
  readonly onChoose: (side: Side) => void;
}

/** A place both sides changed, and the choice between them. */
export const HunkChoice = ({ hunk, index, onChoose }: HunkChoiceProps) => (
  <li class="hunk" aria-label={hunk.isDecided ? text.decidedPlace(index + 1) : text.place(index + 1)}>
    {(['base', 'mine', 'theirs'] as const).map((side) => (
      <figure key={side}>
        <figcaption>{text[side]}</figcaption>
        <pre>{hunk[side]}</pre>
      </figure>
    ))}
    <div>
      {sides.map((side) => (
        <button key={side} type="button" class="button" onClick={() => onChoose(side)}>
          {text[side]}
        </button>
      ))}
    </div>
  </li>
);
