import { useEffect, useRef } from 'preact/hooks';
import { call } from '../api/client.js';
import { useData } from '../kernel/use-data.js';
import { formatTitle } from '../ui/note-link.js';
import { scrollToNearest } from '../ui/scroll-to-nearest.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';
import type { InspectorProps } from './inspector-props.js';
import { text } from './texts.js';

/** Headings of the stored note; the current one is marked. */
export function OutlineTab({ document_id, line, onGoTo }: InspectorProps) {
  const data = useData(`outline:${document_id}`, (signal) => call('getDocumentOutline', { document_id }, signal));
  const list = useRef<HTMLOListElement>(null);
  const headings = data.value?.headings ?? [];
  const current = headings.findLast((heading) => heading.line <= line);
  useEffect(() => scrollToNearest(list.current?.querySelector('[aria-current]')), [current]);
  return (
    <Loaded data={data}>
      {({ truncated }) =>
        headings.length === 0 ? (
          <Empty>{text.noHeadings}</Empty>
        ) : (
          <>
            <ol ref={list} class="outline">
              {headings.map((heading) => (
                <li key={heading.start_byte} data-level={heading.level}>
                  <button
                    type="button"
                    dir="auto"
                    aria-current={heading === current ? 'location' : undefined}
                    onClick={() => onGoTo(heading.line)}
                  >
                    {formatTitle(heading.text)}
                  </button>
                </li>
              ))}
            </ol>
            {truncated && <Truncated>{text.headingsCut(headings.length)}</Truncated>}
          </>
        )
      }
    </Loaded>
  );
}
