import { href } from '../app/router.js';
import type { Deciding } from './deciding.js';
import { decidings } from './decidings.js';
import { Endings } from './endings.js';
import { ownNames } from './names.js';
import { Resolver } from './resolver.js';
import { text } from './texts.js';
import { useResult } from './use-result.js';

interface DraftResolverProps {
  readonly deciding: Deciding;
  /** Goes on with what was made: the note was changed elsewhere once more. */
  readonly onStale: () => void;
}

/** Decides between what was written here and elsewhere. */
export function DraftResolver({ deciding, onStale }: DraftResolverProps) {
  const [result, keeper] = useResult(deciding, (made) => decidings.put({ ...deciding, ...made }));
  const { key, draft, myTitle, theirs } = deciding;
  const sides = { base: draft.base, mine: { ...draft.text, title: myTitle }, theirs };
  return (
    <Resolver
      heading={text.heading}
      sides={sides}
      names={ownNames}
      result={result}
      lead={
        <p>
          <a href={href(['n', key])}>{text.backToNote}</a>
        </p>
      }
    >
      <Endings deciding={deciding} result={result} keeper={keeper} onStale={onStale} />
    </Resolver>
  );
}
