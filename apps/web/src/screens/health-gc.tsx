import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { healthTabs, text } from '../health/texts.js';
import { useData } from '../kernel/use-data.js';
import { words } from '../text/catalogue.js';
import { moment } from '../text/dates.js';
import { bytes } from '../text/numbers.js';
import { Digest } from '../ui/copy.js';
import { DataTable } from '../ui/data-table.js';
import { Facts } from '../ui/facts.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Page, Section } from '../ui/page.js';
import { Loaded, Truncated } from '../ui/states.js';

type Report = Output<'getGcReport'>;
type Entry = Report['eligible'][number];

/** Unreferenced attachments, and the time from which they may be collected. */
export function Screen() {
  const data = useData('gc', (signal) => call('getGcReport', {}, signal));
  return (
    <Page title={text.health} tabs={healthTabs} tab="health/gc">
      <Loaded data={data}>{(report) => <Collection report={report} />}</Loaded>
      <FromTerminal operation="getGcReport" />
      <FromTerminal operation="collectGarbage" label={text.cleanUpFromTerminal} />
    </Page>
  );
}

const Collection = ({ report }: { readonly report: Report }) => {
  const { totals, retention } = report;
  const formatTotal = ({ count, bytes: size }: { count: number; bytes: number }) =>
    text.attachmentTotal(count, bytes(size));
  return (
    <>
      <p class="lead">{text.retentionPeriods(retention.unattached_days, retention.purged_days)}</p>
      <Facts
        facts={[
          [text.readyForCleanup, formatTotal(totals.eligible)],
          [text.keptForNow, formatTotal(totals.retained)],
          [text.usedInNotes, formatTotal(totals.attached)],
        ]}
      />
      {report.truncated && <Truncated>{text.listsCut}</Truncated>}
      <Entries title={text.readyForCleanup} entries={report.eligible} />
      <Entries title={text.keptForNow} entries={report.retained} />
      <Digest label={text.cleanupDigest} sha256={report.plan_sha256} />
    </>
  );
};

const Entries = ({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) => (
  <Section title={title}>
    {entries.length === 0 ? (
      <p class="hint">{text.none}</p>
    ) : (
      <DataTable label={title} heads={[text.attachment, text.size, text.reason, text.deletableFrom]}>
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
