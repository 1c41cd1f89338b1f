import { call } from '../api/client.js';
import { useData } from '../app/use-data.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';
import type { InspectorProps } from './inspector.js';

/** The headings of the note as it is stored; the one the cursor is under is marked. */
export function OutlineTab({ document_id, line = 0, onGoTo }: InspectorProps) {
  const data = useData(`outline:${document_id}`, (signal) => call('getDocumentOutline', { document_id }, signal));
  return (
    <Loaded data={data}>
      {({ headings, truncated }) => {
        const current = headings.findLast((heading) => heading.line <= line);
        if (headings.length === 0)
          return <Empty>This note has no headings. A line that begins with # makes one.</Empty>;
        return (
          <>
            <ol class="outline">
              {headings.map((heading) => (
                <li key={heading.start_byte} data-level={heading.level}>
                  <button
                    type="button"
                    aria-current={heading === current ? 'location' : undefined}
                    onClick={() => onGoTo?.(heading.line, heading.anchor)}
                  >
                    {heading.text || 'Untitled'}
                  </button>
                </li>
              ))}
            </ol>
            {truncated && <Truncated>First {headings.length.toLocaleString()} headings.</Truncated>}
          </>
        );
      }}
    </Loaded>
  );
}
