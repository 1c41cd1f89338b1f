import { type Output as Result, ServiceError } from '@notes/contract';
import { FINDINGS_EXIT } from '../failures.js';
import { formatCommand } from '../format-command.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { keepMemorySteady } from '../steady-memory.js';
import { nameSyncTargetInJob } from '../sync-target.js';
import { alignColumns } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';
import { printJob } from './job.js';

const STATES = {
  off: 'off: neither sync.target nor sync.rest.enabled is set',
  uninitialized: 'not set up: run notes sync init or notes sync pair',
  ready: 'ready',
  attention: 'needs attention',
} as const;

/** `notes sync status` */
export const syncStatus: Presentation<'getSyncOverview'> = {
  run: async ({ invoke, config }, values) => {
    const { last_run, ...overview } = await invoke('getSyncOverview', values);
    return { ...overview, last_run: last_run && nameSyncTargetInJob(last_run, config) };
  },
  render: {
    table: (
      { state, target, replica_id, name: called, epoch, pending, conflicts_open, last_run, alerts, peers },
      out,
    ) => {
      const rows: (readonly [string, string])[] = [
        ['state', STATES[state]],
        ['target', target],
        ['device', called === null ? replica_id : `${replica_id}  ${toOneLine(called)}`],
        ['group key', epoch === null ? 'none' : `number ${formatNumber(epoch.number)}`],
        ['to send', `${formatCount(pending.ops, 'change')}${formatFiles(pending.resources_out, pending.bytes_out)}`],
        ['to fetch', formatCount(pending.resources, 'attachment')],
        ...describeRemote(pending, out),
        ['conflicts', formatNumber(conflicts_open)],
        ...failure(last_run),
      ];
      for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(10))} ${value}`);
      for (const line of alignColumns(peers.map(columns))) out.line(line);
      for (const { code, replica_id: about, at, checkpoint } of alerts) {
        const peer = peers.find(({ replica_id: each }) => each === about);
        const label = peer?.label;
        const named = label === undefined ? about : `${about} ("${toOneLine(label)}")`;
        out.notice(`${code}: ${named}${at === null ? '' : `, since ${at}`}`);
        const device = about === replica_id ? 'this device' : label === undefined ? about : `"${toOneLine(label)}"`;
        const isRemoved = peer !== undefined && peer.status !== 'active';
        const advice = ADVICE[code]?.({
          about,
          here: replica_id,
          device,
          isRemoved,
          retire: formatCommand(out, 'sync', 'retire', about),
          accept: formatCommand(out, 'sync', 'run', '--accept-checkpoint', checkpoint ?? 'DIGEST'),
        });
        if (advice !== undefined) out.notice(`  ${advice}`);
      }
    },
    ids: ({ peers }, out) => {
      for (const peer of peers) out.line(peer.replica_id);
    },
  },
};

/** Returns the attachments that follow the changes; nothing without any. */
const formatFiles = (count: number, bytes: number): string =>
  count === 0 ? '' : `, ${formatCount(count, 'attachment')}, ${formatCount(bytes, 'byte')}`;

/** Returns the attachments that other devices keep until this one requests them. */
const describeRemote = (
  { resources_remote, bytes_remote }: Result<'getSyncOverview'>['pending'],
  out: Output,
): readonly [string, string][] =>
  resources_remote === 0
    ? []
    : [
        [
          'on request',
          `${formatCount(resources_remote, 'attachment')}, ${formatCount(bytes_remote, 'byte')}: not on this device. To fetch them: ${formatCommand(out, 'sync', 'run', '--all-attachments')}`,
        ],
      ];

/** Returns the time and reason of a failed run. */
const failure = (run: Result<'getSyncOverview'>['last_run']): [string, string][] =>
  run?.state === 'failed'
    ? [['last run', `failed${run.finished_at === null ? '' : ` at ${run.finished_at}`}: ${run.error?.message ?? ''}`]]
    : [];

/** Values of an alert that its advice uses. */
interface AdviceContext {
  /** Id of the device that the alert is about; the id of this device follows. */
  readonly about: string;
  readonly here: string;
  /** Name that a person gave the device. */
  readonly device: string;
  /** True for a device that was revoked or retired. */
  readonly isRemoved: boolean;
  /** Command that retires the device. */
  readonly retire: string;
  /** Command that accepts a checkpoint which awaits confirmation. */
  readonly accept: string;
}

/** Advice for the alerts of each code: the finding, the device, and the command to run. */
const ADVICE: { readonly [code: string]: ((alert: AdviceContext) => string) | undefined } = {
  replica_rolled_back: ({ about, here, retire }) =>
    about === here
      ? 'This library was restored or copied. notes sync run continues under a new device id and keeps all local data. If this device lost its keys, join again with notes sync pair or notes sync recover.'
      : `This device had this id before it joined again, or before it was restored or copied. Unless another machine still uses the id: ${retire}`,
  carrier_rolled_back: ({ device }) =>
    `The sync target holds less data of ${device} than before. No local data is lost. Check that sync.target points to the right place, then run notes sync run on each device to publish its data again.`,
  carrier_damaged: ({ about, here, device, retire }) =>
    about === here
      ? 'Data published by this device is damaged at the sync target. This device restored what it still has. Check the disk, then run notes sync run --kind verify.'
      : `Data published by ${device} is damaged at the sync target, or is still being copied there. On ${device}, run notes sync run --kind verify, then run it here. If the device no longer exists: ${retire}. Check the disk.`,
  fork: ({ device, isRemoved, retire }) =>
    isRemoved
      ? `${device} published two different histories before it was removed, so that devices may have different notes. Where notes are missing, move the data directory away, which notes status names, join again with notes sync pair CODE NAME, and retire its former id`
      : `${device} published two different histories, as a copied library does. Its further changes are not applied until it is retired. On the device that has most of its changes: ${retire}`,
  gap: ({ device, isRemoved, retire }) =>
    isRemoved
      ? `Changes of ${device} that another device has are missing at the sync target. On that device, run notes sync run --kind snapshot, then run notes sync run here.`
      : `Data published by ${device} is missing at the sync target, and later data waits for it. On ${device}, run notes sync run, then run it here. If the device no longer exists: ${retire}`,
  checkpoint_unwitnessed: ({ device, accept, retire }) =>
    `Missing operations either arrive when the other devices sync, or are only in a checkpoint of ${device} that no other device has verified. If they do not arrive and you trust the device: ${accept}. This replaces what other devices sent up to the checkpoint, and keeps local changes. If you do not trust it: ${retire}`,
  waiting: ({ about, here, device }) =>
    about === here
      ? 'Changes of this device are not sent yet, because changes of other devices that it needs first have not arrived. Run notes sync run on the other devices, then here. After a day they are sent anyway; edits of notes of other devices may then be conflicts.'
      : `Changes of ${device} depend on changes that have not arrived yet. Run notes sync run on the other devices, then here.`,
  quarantined: ({ device, retire }) =>
    `Data published by ${device} is invalid and was not applied; later data waits for it. Update ${device} and run notes sync run --kind verify there, then here. If that does not help: ${retire}, then let the device join again.`,
  needs_upgrade: ({ device }) => `${device} runs a newer version. Update this device, then run notes sync run.`,
  unknown_replica: ({ about }) =>
    `${about} is not a member of the group but has published data, which was not read. If it is about to join, run notes sync run later. If nobody you know uses this sync target, delete its data there.`,
  divergence: ({ device }) =>
    `${device} has the same operations but a different library. Please report this, with the versions of both devices.`,
  resource_mismatch: ({ device }) =>
    `An attachment or a long text published by ${device} does not match its digest and was not applied. On ${device}, run notes sync run --kind verify, then notes sync run here.`,
  not_enrolled: () =>
    'The service does not know this device: another device revoked or retired it, or the service has another library. No local data is lost. Check sync.rest_peer.base_url. If it is right, join again: notes sync pair CODE NAME',
  retired: () => 'This device was retired, so its changes are not sent. To join again: notes sync pair CODE NAME',
  revoked: () =>
    'The key of this device was revoked, so its changes are not sent. To join again: notes sync pair CODE NAME',
};

type Peer = Result<'getSyncOverview'>['peers'][number];

const columns = ({ replica_id, label, status, last_ack_at, lag_ops, key_ids }: Peer) => [
  replica_id,
  label,
  status,
  last_ack_at ?? 'nothing confirmed',
  lag_ops === null ? '' : `${formatNumber(lag_ops)} behind`,
  key_ids.join(' '),
];

/** `notes sync init` */
export const syncInit: Presentation<'initializeSync'> = {
  summary: 'Make this device the first of a group, and print the recovery code, once.',
  missingLibrary: () => 'make-if-done',
  run: ({ invoke }, values) => {
    keepMemorySteady();
    return invoke('initializeSync', values);
  },
  render: {
    table: ({ replica_id, recovery_code }, out) => {
      out.line(`${out.bold('device'.padEnd(14))} ${replica_id}`);
      out.line(`${out.bold('recovery code'.padEnd(14))} ${recovery_code}`);
      out.notice(
        'Write down the recovery code and keep it apart from your devices. It restores the library when all devices are lost, and cannot be shown again.',
      );
    },
    ids: ({ replica_id }, out) => out.line(replica_id),
  },
};

/** `notes sync invite` */
export const syncInvite: Presentation<'manageInvitations'> = {
  render: {
    table: ({ invitations }, out) => {
      for (const line of alignColumns(invitations.map(invitation))) out.line(line);
      if (invitations.length === 0) out.notice('No invitations.');
      const made = invitations.find(({ code }) => code !== null);
      if (made !== undefined) {
        out.notice(`On the other device: notes sync pair ${made.code} NAME`);
        out.notice(
          `Then on this device, unless a running service syncs by itself: ${formatCommand(out, 'sync', 'run')}`,
        );
      }
    },
    ids: ({ invitations }, out) => {
      for (const { invitation_id } of invitations) out.line(invitation_id);
    },
  },
};

const invitation = ({ invitation_id, code, state, expires_at }: Result<'manageInvitations'>['invitations'][number]) => [
  invitation_id,
  state,
  expires_at,
  code ?? '',
];

/** `notes sync pair` */
export const syncPair: Presentation<'pairDevice'> = {
  missingLibrary: () => 'make-if-done',
  // The library contains the request, and the service answers only the same one again.
  keepsLibrary: (error) => error instanceof ServiceError && error.details.join_request !== undefined,
  render: {
    table: ({ state, replica_id, inviter_replica_id }, out) => {
      if (state === 'waiting') return printWaiting(out);
      out.line(`${out.bold('device'.padEnd(10))} ${replica_id}`);
      out.line(`${out.bold('invited by'.padEnd(10))} ${inviter_replica_id}`);
      out.notice(`To download the library: ${formatCommand(out, 'sync', 'run')}`);
    },
    ids: ({ replica_id }, out) => out.line(replica_id ?? ''),
  },
};

function printWaiting(out: Output): void {
  out.line('Requested to join the group.');
  out.notice(
    'On the device that issued the code, run notes sync run, unless a running service there syncs by itself. Then run this command again.',
  );
  out.notice(
    'If the request stays unanswered, the code may belong to another folder. Check the folder here, and notes sync invite --action list on that device.',
  );
}

/** `notes sync plan` */
export const syncPlan: Presentation<'planSyncJob'> = {
  render: {
    table: ({ publish, fetch, warnings }, out) => {
      for (const [name, { segments, ops, blobs, bytes }] of [
        ['to send', publish],
        ['to fetch', fetch],
      ] as const) {
        const parts = [
          formatCount(ops, 'change'),
          formatCount(segments, 'segment'),
          formatCount(blobs, 'attachment'),
          formatCount(bytes, 'byte'),
        ];
        out.line(`${out.bold(name.padEnd(10))} ${parts.join(', ')}`);
      }
      if (warnings.includes('place_is_empty')) out.notice('The sync target is still empty.');
      if (warnings.includes('more_may_follow'))
        out.notice('The fetched changes may refer to more attachments, which follow.');
    },
  },
};

/** Answer of `notes sync run`; with `--all-attachments` also the attachments that no target had. */
type Run = Result<'runSync'> & { readonly still_missing?: Pick<Pending, 'resources' | 'bytes'> };
type Pending = Result<'getSyncOverview'>['pending'];

/** `notes sync run` */
export const syncRun: Presentation<'runSync', Run> = {
  long: 'sync',
  unit: 'artifacts',
  run: async (call: Call, values: Values) => {
    const job = nameSyncTargetInJob(await call.invoke('runSync', values), call.config);
    if (values.all_attachments !== true) return job;
    const { resources, bytes } = (await call.invoke('getSyncOverview', {})).pending;
    return resources === 0 ? job : { ...job, still_missing: { resources, bytes } };
  },
  render: {
    table: (job, out) => {
      printJob(job, out);
      const found = countDamage(job);
      if (found > 0)
        out.warning(
          `The sync target had ${formatCount(found, 'damaged or missing artifact')}. Restored from this device: ${formatNumber(job.summary.repaired ?? 0)}. For the rest: ${formatCommand(out, 'sync', 'status')}`,
        );
      if (job.still_missing !== undefined)
        out.warning(
          `The sync target does not have ${formatCount(job.still_missing.resources, 'attachment')}, ${formatCount(job.still_missing.bytes, 'byte')}. Run notes sync run on the devices that have them, then here again`,
        );
      const alerts = countAlerts(job);
      if (alerts > 0)
        out.warning(
          `Sync needs attention: ${formatCount(alerts, 'alert')}. To see the cause: ${formatCommand(out, 'sync', 'status')}`,
        );
    },
    ids: ({ job_id }, out) => out.line(job_id),
  },
  exitCode: (job) =>
    countDamage(job) + countAlerts(job) + (job.still_missing?.resources ?? 0) > 0 ? FINDINGS_EXIT : 0,
  isRoutine: ({ state }) => state === 'succeeded',
};

/** Returns the number of alerts that `notes sync status` shows after a run. */
const countAlerts = ({ summary }: Result<'runSync'>) => summary.alerts ?? 0;

/** Returns the number of damages that reading back a remote location found, repaired or not. */
const countDamage = ({ summary }: Result<'runSync'>) => (summary.damaged ?? 0) + (summary.missing ?? 0);
