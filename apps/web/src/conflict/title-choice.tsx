import type { Sides } from './draft-resolution.js';
import type { Result } from './result.js';
import type { SideNames } from './texts.js';
import { text } from './texts.js';

interface TitleChoiceProps {
  readonly result: Result;
  readonly sides: Sides;
  readonly names: SideNames;
}

/** The title of the result, or the choice between two when both sides changed it. */
export function TitleChoice({ result, sides, names }: TitleChoiceProps) {
  const [base, mine, theirs] = [sides.base.title, sides.mine.title, sides.theirs.title];
  const isAsked = mine !== theirs && ![mine, theirs].includes(base);
  return (
    <div class="resolver-title">
      <label>
        {text.title}
        <input
          dir="auto"
          value={result.title.value ?? mine}
          readOnly={result.isReadOnly.value}
          onInput={({ currentTarget }) => result.setTitle(currentTarget.value)}
        />
      </label>
      {isAsked && (
        <fieldset>
          <legend>{text.titles(mine, names.mine, theirs, names.theirs)}</legend>
          {(
            [
              [mine, names.myTitle],
              [theirs, names.theirTitle],
            ] as const
          ).map(([title, name]) => (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={result.title.value === title}
              onClick={() => result.setTitle(title)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
