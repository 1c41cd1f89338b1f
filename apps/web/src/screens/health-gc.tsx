import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { useData } from '../app/use-data.js';
import { bytes } from '../text/numbers.js';
import { words } from '../text/words.js';
import { counted, moment } from '../tools/format.js';
import { DataTable, Facts, Page, Section } from '../tools/page.js';
import { healthTabs } from '../tools/tabs.js';
import { copyText, TerminalCommand } from '../ui/copy.js';
import { Empty, Loaded, Truncated } from '../ui/states.js';

type Report = Output<'getGcReport'>;
type Entry = Report['eligible'][number];

/** Attachments nothing refers to, and from when they may be collected. */
export function Screen() {
  const data = useData('gc', (signal) => call('getGcReport', {}, signal));
  return (
    <Page title="Health" tabs={healthTabs} tab="health/gc">
      <Loaded data={data}>{(report) => <Collection report={report} />}</Loaded>
      <TerminalCommand command="notes gc report" />
    </Page>
  );
}

const Collection = ({ report }: { readonly report: Report }) => {
  const { totals, retention } = report;
  const summed = ({ count, bytes: size }: { count: number; bytes: number }) =>
    `${counted(count, 'attachment')}, ${bytes(size)}`;
  return (
    <>
      <p class="lead">
        An attachment no note has is kept for {counted(retention.unattached_days, 'day')}; one whose note was deleted
        for ever, for {counted(retention.purged_days, 'day')}.
      </p>
      <Facts
        facts={[
          ['May be collected', summed(totals.eligible)],
          ['Kept for now', summed(totals.retained)],
          ['Notes have', summed(totals.attached)],
        ]}
      />
      {report.truncated && <Truncated>The lists are cut at 1,000 entries each; the sums above are complete.</Truncated>}
      <Entries title="May be collected" entries={report.eligible} />
      <Entries title="Kept for now" entries={report.retained} />
      <p>
        Digest of what may be collected: <code class="digest">{report.plan_sha256}</code>{' '}
        <button type="button" class="button" onClick={() => void copyText(report.plan_sha256)}>
          Copy digest
        </button>
      </p>
    </>
  );
};

const Entries = ({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) => (
  <Section title={title}>
    {entries.length === 0 ? (
      <Empty>None.</Empty>
    ) : (
      <DataTable label={title} heads={['Attachment', 'Size', 'Why', 'From']}>
        {entries.map(({ resource_id, sha256, size_bytes, reason, eligible_at }) => (
          <tr key={resource_id ?? sha256}>
            <th scope="row">
              <code>{resource_id ?? sha256}</code>
            </th>
            <td>{bytes(size_bytes)}</td>
            <td>{words(reason)}</td>
            <td>{moment(eligible_at)}</td>
          </tr>
        ))}
      </DataTable>
    )}
  </Section>
);
