import type { NotebookNode, Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useNotebooks } from '../app/library.js';
import { href } from '../app/router.js';
import { useData } from '../app/use-data.js';
import { bytes } from '../text/numbers.js';
import { DeleteResource } from '../tools/delete-resource.js';
import { counted, moment } from '../tools/format.js';
import { DataTable, Page, Section } from '../tools/page.js';
import { healthTabs } from '../tools/tabs.js';
import { TerminalCommand } from '../ui/copy.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';

type Report = Output<'getReferenceReport'>;

/** What attachments there are, which are the same, and which nothing has. */
export function Screen() {
  const data = useData('references', (signal) => call('getReferenceReport', {}, signal));
  return (
    <Page title="Attachments" tabs={healthTabs} tab="attachments">
      <Loaded data={data}>{(report) => <References report={report} />}</Loaded>
      <Unattached />
      <TerminalCommand command="notes resource report" />
    </Page>
  );
}

const References = ({ report }: { readonly report: Report }) => (
  <>
    {report.truncated && <Truncated>The lists are cut at 1,000 entries each; the sums are complete.</Truncated>}
    <Usage rows={report.usage_by_notebook} />
    <Section title="Attachments that share their bytes">
      <p class="hint">
        {counted(report.totals.shared_blobs.count, 'file')}, {bytes(report.totals.shared_blobs.bytes)}.
      </p>
      {report.shared_blobs.map(({ sha256, size_bytes, resource_count, resource_ids }) => (
        <details key={sha256}>
          <summary>
            {counted(resource_count, 'attachment')} of {bytes(size_bytes)}{' '}
            <code class="digest">{sha256.slice(0, 16)}</code>
          </summary>
          <ul>
            {resource_ids.map((id) => (
              <li key={id}>
                <ResourceLink id={id} />
              </li>
            ))}
          </ul>
          {resource_ids.length < resource_count && <Truncated>The first 100.</Truncated>}
        </details>
      ))}
    </Section>
    <Section title="Bytes that are no attachment’s">
      <p class="hint">
        {counted(report.totals.unreferenced_blobs.count, 'file')}, {bytes(report.totals.unreferenced_blobs.bytes)}.
      </p>
    </Section>
  </>
);

const ResourceLink = ({ id }: { readonly id: string }) => (
  <a href={`/api/v1/resources/${id}/content?download=true`} download>
    <code>{id}</code>
  </a>
);

function Usage({ rows }: { readonly rows: Report['usage_by_notebook'] }) {
  const names = namesOf(useNotebooks().value ?? []);
  return (
    <Section title="By notebook">
      {rows.length === 0 ? (
        <Empty>
          <p>No note has an attachment.</p>
          <p class="hint">Drop or paste a file into a note to attach it.</p>
        </Empty>
      ) : (
        <DataTable label="Attachments by notebook" heads={['Notebook', 'Notes', 'Attachments', 'Size']}>
          {rows.map(({ notebook_id, documents, resources, bytes: size }) => (
            <tr key={notebook_id}>
              <th scope="row">
                <a href={href(['nb', notebook_id])}>{names.get(notebook_id) ?? notebook_id}</a>
              </th>
              <td>{documents.toLocaleString()}</td>
              <td>{resources.toLocaleString()}</td>
              <td>{bytes(size)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}

function namesOf(notebooks: readonly NotebookNode[], above = ''): Map<string, string> {
  const entries = notebooks.flatMap(({ notebook_id, name, children }): [string, string][] => {
    const path = above === '' ? name : `${above} / ${name}`;
    return [[notebook_id, path], ...namesOf(children, path)];
  });
  return new Map(entries);
}

/** What no note has, of the collection report: these can be deleted at once. */
function Unattached() {
  const data = useData('unattached', (signal) => call('getGcReport', {}, signal));
  const [deleting, setDeleting] = useState<string>();
  return (
    <Section title="Attachments no note has">
      <Loaded data={data}>
        {({ eligible, retained, truncated }) => (
          <>
            {truncated && <Truncated>At most the first 1,000 of each kind are listed.</Truncated>}
            <UnattachedList entries={[...eligible, ...retained]} onDelete={setDeleting} />
          </>
        )}
      </Loaded>
      {deleting !== undefined && (
        <DeleteResource
          resource_id={deleting}
          onClose={() => {
            setDeleting(undefined);
            data.reload();
          }}
        />
      )}
    </Section>
  );
}

interface UnattachedListProps {
  readonly entries: Output<'getGcReport'>['eligible'];
  readonly onDelete: (resource_id: string) => void;
}

function UnattachedList({ entries, onDelete }: UnattachedListProps) {
  const deletable = entries.flatMap((entry) =>
    entry.resource_id === null ? [] : [{ ...entry, id: entry.resource_id }],
  );
  if (deletable.length === 0) return <p class="hint">There is none.</p>;
  return (
    <DataTable label="Attachments no note has" heads={['Attachment', 'Size', 'May be collected from', '']}>
      {deletable.map(({ id, size_bytes, eligible_at }) => (
        <tr key={id}>
          <th scope="row">
            <ResourceLink id={id} />
          </th>
          <td>{bytes(size_bytes)}</td>
          <td>{moment(eligible_at)}</td>
          <td>
            <button type="button" class="button danger" aria-label={`Delete ${id}…`} onClick={() => onDelete(id)}>
              Delete…
            </button>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
