import type { Deciding } from './deciding.js';
import type { Result } from './result.js';
import { text } from './texts.js';

interface TitleChoiceProps {
  readonly result: Result;
  readonly deciding: Deciding;
}

/** The title of the result; where both sides changed it, the choice between them. */
export function TitleChoice({ result, deciding }: TitleChoiceProps) {
  const { myTitle: mine, draft } = deciding;
  const theirs = deciding.theirs.title;
  const isAsked = mine !== theirs && ![mine, theirs].includes(draft.base.title);
  return (
    <div class="resolver-title">
      <label>
        {text.title}
        <input
          value={result.title.value ?? mine}
          onInput={({ currentTarget }) => result.setTitle(currentTarget.value)}
        />
      </label>
      {isAsked && (
        <fieldset>
          <legend>{text.titles(mine, theirs)}</legend>
          <button type="button" class="button" onClick={() => result.setTitle(mine)}>
            {text.myTitle}
          </button>
          <button type="button" class="button" onClick={() => result.setTitle(theirs)}>
            {text.theirTitle}
          </button>
        </fieldset>
      )}
    </div>
  );
}
