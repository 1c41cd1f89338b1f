import { href } from '../kernel/router.js';
import { fill } from '../text/catalogue.js';
import { bytes, number } from '../text/numbers.js';
import { makeVisible } from '../text/visible.js';
import { Facts } from '../ui/facts.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Section } from '../ui/page.js';
import { describeAlert } from './alerts.js';
import { deviceName } from './device-name.js';
import { Devices } from './devices/devices.js';
import type { CenterProps, Overview } from './overview.js';
import { text } from './texts.js';

/** This device, alerts, pending work, and the other devices. */
export const OverviewPage = ({ overview, reload }: CenterProps) => (
  <>
    {overview.alerts.length > 0 && <Alerts overview={overview} />}
    <Section title={text.thisDevice}>
      <ThisDevice overview={overview} />
    </Section>
    <Section title={text.devices}>
      <Devices overview={overview} reload={reload} />
    </Section>
    <FromTerminal operation="getSyncOverview" />
    <FromTerminal operation="runSync" label={text.runFromTerminal} />
  </>
);

const Alerts = ({ overview }: { readonly overview: Overview }) => (
  <Section title={text.alerts}>
    <ul class="sync-alerts">
      {overview.alerts.map(({ code, replica_id }) => (
        <li key={`${code} ${replica_id}`} class="banner">
          <p>{describeAlert(code, deviceName(overview, replica_id))}</p>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  </Section>
);

function ThisDevice({ overview }: { readonly overview: Overview }) {
  const { replica_id, name, database_id, epoch, pending, conflicts_open: open } = overview;
  return (
    <Facts
      facts={[
        ...(name === null ? [] : [[text.deviceName, makeVisible(name)] as const]),
        [text.replica, <code key="replica">{replica_id}</code>],
        [text.database, <code key="database">{database_id}</code>],
        ...(epoch === null ? [] : [[text.key, <GroupKey key="epoch" epoch={epoch} />] as const]),
        [text.unpublished, text.unpublishedCount(pending.ops)],
        [text.unpublishedAttachments, describeAttachments(pending.resources_out, pending.bytes_out)],
        [text.unapplied, text.unappliedCount(pending.segments_in)],
        [text.missingAttachments, describeAttachments(pending.resources, pending.bytes)],
        [text.remoteAttachments, describeAttachments(pending.resources_remote, pending.bytes_remote)],
        [
          text.conflictsLabel,
          open === 0 ? text.noConflicts : <a href={href(['sync', 'conflicts'])}>{text.openConflicts(open)}</a>,
        ],
      ]}
    />
  );
}

const describeAttachments = (count: number, size: number): string =>
  count === 0 ? text.none : text.attachmentCount(count, bytes(size));

const GroupKey = ({ epoch }: { readonly epoch: NonNullable<Overview['epoch']> }) => (
  <>{fill(text.keyNumber, { number: number(epoch.number), id: <code>{epoch.epoch_id}</code> })}</>
);
