import type { Output } from '@notes/contract';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useData } from '../kernel/use-data.js';
import { formatTitle } from '../ui/note-link.js';
import { scrollToNearest } from '../ui/scroll-to-nearest.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';
import type { InspectorProps } from './inspector-props.js';
import { text } from './texts.js';

type Heading = Output<'getDocumentOutline'>['headings'][number];

const NO_HEADINGS: readonly Heading[] = [];

/** Headings that are added to the list in one task. */
const GROUP_SIZE = 200;

/** Headings of the stored note; the current one is marked. A long list is built in several tasks. */
export function OutlineTab({ document_id, line, onGoTo }: InspectorProps) {
  const data = useData(`outline:${document_id}`, (signal) => call('getDocumentOutline', { document_id }, signal));
  const list = useRef<HTMLDivElement>(null);
  const headings = data.value?.headings ?? NO_HEADINGS;
  const current = headings.findLast((heading) => heading.line <= line);
  const [shown, setShown] = useState(GROUP_SIZE);
  const isCurrentShown = current !== undefined && headings.indexOf(current) < shown;
  useEffect(() => {
    if (isCurrentShown) scrollToNearest(list.current?.querySelector('[aria-current]'));
  }, [current, isCurrentShown]);
  useEffect(() => {
    if (shown >= headings.length) return;
    const timer = setTimeout(() => setShown(shown + GROUP_SIZE));
    return () => clearTimeout(timer);
  }, [shown, headings.length]);
  const groups = useMemo(
    () => Array.from({ length: Math.ceil(headings.length / GROUP_SIZE) }, (_, at) => getGroup(headings, at)),
    [headings],
  );
  return (
    <Loaded data={data}>
      {({ truncated }) =>
        headings.length === 0 ? (
          <Empty>{text.noHeadings}</Empty>
        ) : (
          <>
            <div ref={list} class="outline">
              {groups.slice(0, Math.ceil(shown / GROUP_SIZE)).map((group, at) => (
                <Group
                  key={at}
                  headings={group}
                  current={current && group.includes(current) ? current : undefined}
                  onGoTo={onGoTo}
                />
              ))}
            </div>
            {truncated && <Truncated>{text.headingsCut(headings.length)}</Truncated>}
          </>
        )
      }
    </Loaded>
  );
}

const getGroup = (headings: readonly Heading[], at: number) => headings.slice(at * GROUP_SIZE, (at + 1) * GROUP_SIZE);

interface GroupProps extends Pick<InspectorProps, 'onGoTo'> {
  readonly headings: readonly Heading[];
  readonly current: Heading | undefined;
}

/** Part of the list, which changes only with its headings, and is laid out only near the visible part. */
function Group({ headings, current, onGoTo }: GroupProps) {
  const latest = useRef(onGoTo);
  latest.current = onGoTo;
  return useMemo(
    () => (
      <ol>
        {headings.map((heading) => (
          <li key={heading.start_byte} data-level={heading.level}>
            <button
              type="button"
              dir="auto"
              aria-current={heading === current ? 'location' : undefined}
              onClick={() => latest.current(heading.line)}
            >
              {formatTitle(heading.text)}
            </button>
          </li>
        ))}
      </ol>
    ),
    [headings, current],
  );
}
