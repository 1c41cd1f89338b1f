import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { href } from '../../kernel/router.js';
import { useNotebookPaths } from '../../organise/notebook-options.js';
import { bytes, number } from '../../text/numbers.js';
import { DataTable } from '../../ui/data-table.js';
import { Section } from '../../ui/page.js';
import { Empty, Truncated } from '../../ui/states.js';
import { ResourceButton } from './resource-button.js';
import { text } from './texts.js';

type Report = Output<'getReferenceReport'>;

/** Storage used by each notebook, duplicate attachments, and data that no attachment uses. */
export const References = ({ report }: { readonly report: Report }) => (
  <>
    {report.truncated && <Truncated>{text.listsCut}</Truncated>}
    <Usage rows={report.usage_by_notebook} />
    <Section title={text.duplicates}>
      <Total {...report.totals.shared_blobs} />
      {report.shared_blobs.map((blob) => (
        <Shared key={blob.sha256} {...blob} />
      ))}
    </Section>
    <Section title={text.unreferenced}>
      <Total {...report.totals.unreferenced_blobs} />
    </Section>
  </>
);

const Total = ({ count, bytes: size }: Report['totals']['shared_blobs']) => (
  <p class="hint">{text.filesOfSize(count, bytes(size))}</p>
);

/** The names are requested when the row is opened. */
function Shared({ sha256, size_bytes, resource_count, resource_ids }: Report['shared_blobs'][number]) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {text.attachmentsOfSize(resource_count, bytes(size_bytes))} <code class="digest">{sha256.slice(0, 16)}</code>
      </summary>
      {isOpen && (
        <ul>
          {resource_ids.map((id) => (
            <li key={id}>
              <ResourceButton id={id} />
            </li>
          ))}
        </ul>
      )}
      {resource_ids.length < resource_count && <Truncated>{text.duplicatesCut(resource_ids.length)}</Truncated>}
    </details>
  );
}

function Usage({ rows }: { readonly rows: Report['usage_by_notebook'] }) {
  const names = useNotebookPaths();
  return (
    <Section title={text.byNotebook}>
      {rows.length === 0 ? (
        <Empty>
          <p>{text.noAttachments}</p>
          <p class="hint">{text.attachHint}</p>
        </Empty>
      ) : (
        <DataTable label={text.usage} heads={[text.notebook, text.notes, text.count, text.size]}>
          {rows.map(({ notebook_id, documents, resources, bytes: size }) => (
            <tr key={notebook_id}>
              <th scope="row">
                <a href={href(['nb', notebook_id])}>{names.get(notebook_id) ?? notebook_id}</a>
              </th>
              <td>{number(documents)}</td>
              <td>{number(resources)}</td>
              <td>{bytes(size)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}
