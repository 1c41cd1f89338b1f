import { withEditorBreaks } from '../editor/line-breaks.js';
import { getChosenText, type Hunk, type Side } from './decisions.js';
import type { SideNames } from './texts.js';
import { text } from './texts.js';

interface HunkChoiceProps {
  readonly hunk: Hunk;
  readonly index: number;
  /** Text of the hunk in the result, with the line breaks of the editor. */
  readonly mergedText: string;
  readonly names: SideNames;
  readonly onChoose: (side: Side) => void;
}

/** A hunk that both sides changed, with the choice between them. */
export function HunkChoice({ hunk, index, mergedText, names: { mine, theirs }, onChoose }: HunkChoiceProps) {
  const texts = { base: text.base, mine, theirs };
  const choices: readonly (readonly [Side, string])[] = [
    ['mine', mine],
    ['theirs', theirs],
    ['both', text.both],
  ];
  return (
    <li
      class="hunk"
      aria-label={hunk.isDecided ? text.resolvedConflictNumber(index + 1) : text.conflictNumber(index + 1)}
    >
      {(['base', 'mine', 'theirs'] as const).map((side) => (
        <figure key={side}>
          <figcaption>{texts[side]}</figcaption>
          <pre>{hunk[side]}</pre>
        </figure>
      ))}
      <div>
        {choices.map(([side, name]) => (
          <button
            key={side}
            type="button"
            class="button"
            aria-pressed={hunk.isDecided && mergedText === withEditorBreaks(getChosenText(hunk, side))}
            onClick={() => onChoose(side)}
          >
            {name}
          </button>
        ))}
      </div>
    </li>
  );
}
