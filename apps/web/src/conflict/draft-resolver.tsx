import { href } from '../kernel/router.js';
import type { DraftResolution } from './draft-resolution.js';
import { draftResolutions } from './draft-resolution.js';
import { ResolutionActions } from './resolution-actions.js';
import { Resolver } from './resolver.js';
import { ownNames, text } from './texts.js';
import { useResult } from './use-result.js';

interface DraftResolverProps {
  readonly deciding: DraftResolution;
  /** Called when the note was changed elsewhere again; the result so far is kept. */
  readonly onStale: () => void;
}

/** Resolves a conflict between the local text and the server's. */
export function DraftResolver({ deciding, onStale }: DraftResolverProps) {
  const [result, keeper] = useResult(deciding, (merged) => draftResolutions.put({ ...deciding, ...merged }));
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
      <ResolutionActions deciding={deciding} result={result} keeper={keeper} onStale={onStale} />
    </Resolver>
  );
}
