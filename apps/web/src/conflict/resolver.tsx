import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text as frame } from '../kernel/texts.js';
import { useTitle } from '../kernel/title.js';
import { formatTitle } from '../ui/note-link.js';
import type { Sides } from './draft-resolution.js';
import { HunkChoice } from './hunk-choice.js';
import type { Result } from './result.js';
import type { SideNames } from './texts.js';
import { text } from './texts.js';
import { TitleChoice } from './title-choice.js';
import './conflict.css';

interface ResolverProps {
  readonly heading: string;
  readonly sides: Sides;
  readonly names: SideNames;
  readonly result: Result;
  /** Content above the hunks. */
  readonly lead?: ComponentChildren;
  /** Buttons that end the conflict. */
  readonly children: ComponentChildren;
}

/** Resolves a conflict between two texts, hunk by hunk. Leaving the screen discards nothing. */
export function Resolver({ heading, sides, names, result, lead, children }: ResolverProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.replaceChildren(result.view.dom), [result]);
  useTitle(frame.partTitle(formatTitle(sides.mine.title), text.conflict));
  const open = result.open.value;
  return (
    <section class="resolver" aria-label={text.conflict}>
      <h1>{heading}</h1>
      {lead}
      <TitleChoice result={result} sides={sides} names={names} />
      <ol class="hunks">
        {result.hunks.value.map((hunk, index) => (
          <HunkChoice
            key={index}
            hunk={hunk}
            index={index}
            mergedText={result.view.state.sliceDoc(hunk.from, hunk.to)}
            names={names}
            onChoose={(side) => result.choose(index, side)}
          />
        ))}
      </ol>
      <h2>{text.result}</h2>
      <div ref={host} class="resolver-result" />
      <p role="status">{open === 0 ? text.allResolved : text.unresolvedCount(open)}</p>
      {children}
    </section>
  );
}
