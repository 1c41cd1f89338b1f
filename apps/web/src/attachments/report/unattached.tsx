import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../kernel/use-data.js';
import { longDate } from '../../text/dates.js';
import { bytes } from '../../text/numbers.js';
import { DataTable } from '../../ui/data-table.js';
import { Section } from '../../ui/page.js';
import { Loaded, Truncated } from '../../ui/states.js';
import { ResourceButton } from './resource-button.js';
import { text } from './texts.js';

/** Rows shown, and names requested, at once. */
const ROWS = 50;

/** Attachments without a note, from the collection report. Each can be deleted at once. */
export function Unattached() {
  const data = useData('unattached', (signal) => call('getGcReport', {}, signal));
  return (
    <Section title={text.unattached}>
      <Loaded data={data}>
        {({ eligible, retained, truncated }) => (
          <>
            {truncated && <Truncated>{text.unattachedCut}</Truncated>}
            <Entries entries={[...eligible, ...retained]} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Entries({ entries }: { readonly entries: Output<'getGcReport'>['eligible'] }) {
  const [rowLimit, setRowLimit] = useState(ROWS);
  const attachments = entries.flatMap(({ resource_id, ...rest }) =>
    resource_id === null ? [] : [{ id: resource_id, ...rest }],
  );
  const hiddenCount = attachments.length - rowLimit;
  if (attachments.length === 0) return <p class="hint">{text.none}</p>;
  return (
    <>
      <DataTable label={text.unattached} heads={[text.attachment, text.size, text.cleanupDate]}>
        {attachments.slice(0, rowLimit).map(({ id, size_bytes, eligible_at }) => (
          <tr key={id}>
            <th scope="row">
              <ResourceButton id={id} />
            </th>
            <td>{bytes(size_bytes)}</td>
            <td>{longDate(eligible_at)}</td>
          </tr>
        ))}
      </DataTable>
      {hiddenCount > 0 && (
        <button type="button" class="button" onClick={() => setRowLimit(rowLimit + ROWS)}>
          {text.showMore(Math.min(hiddenCount, ROWS))}
        </button>
      )}
    </>
  );
}
