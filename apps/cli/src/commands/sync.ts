import type { Output as Result } from '@notes/contract';
import { FINDINGS } from '../exit-codes.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { aligned } from '../table.js';
import { counted, number, oneLine } from '../text.js';
import { jobTable } from './job.js';

const STATES = {
  off: 'off: sync.target names no place to exchange at, and sync.rest.enabled lets nobody come',
  uninitialized: 'not begun: notes sync init, or notes sync pair',
  ready: 'ready',
  attention: 'wants attention',
} as const;

/** `notes sync status` */
export const syncStatus: Presentation<'getSyncOverview'> = {
  render: {
    table: (
      { state, target, replica_id, name: called, epoch, pending, conflicts_open, last_run, alerts, peers },
      out,
    ) => {
      const rows: (readonly [string, string])[] = [
        ['state', STATES[state]],
        ['target', target],
        ['device', called === null ? replica_id : `${replica_id}  ${oneLine(called)}`],
        ['epoch', epoch === null ? 'none' : number(epoch.number)],
        ['to send', counted(pending.ops, 'change')],
        ['to come', counted(pending.resources, 'attachment')],
        ['conflicts', number(conflicts_open)],
        ...failure(last_run),
      ];
      for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(10))} ${value}`);
      for (const line of aligned(peers.map(columns))) out.line(line);
      for (const { code, replica_id: about, at, checkpoint } of alerts) {
        const label = peers.find((peer) => peer.replica_id === about)?.label;
        const named = label === undefined ? about : `${about} ("${oneLine(label)}")`;
        out.notice(`${code}: ${named}${at === null ? '' : `, since ${at}`}`);
        const device = about === replica_id ? 'this device' : label === undefined ? about : `"${oneLine(label)}"`;
        const advice = ADVICE[code]?.({ about, here: replica_id, device, checkpoint: checkpoint ?? 'DIGEST' });
        if (advice !== undefined) out.notice(`  ${advice}`);
      }
    },
    ids: ({ peers }, out) => {
      for (const peer of peers) out.line(peer.replica_id);
    },
  },
};

/** Returns the time and reason of a failed run. */
const failure = (run: Result<'getSyncOverview'>['last_run']): [string, string][] =>
  run?.state === 'failed'
    ? [['last run', `failed${run.finished_at === null ? '' : ` at ${run.finished_at}`}: ${run.error?.message ?? ''}`]]
    : [];

/** Values of an alert that its advice uses. */
interface Advised {
  /** Id of the device that the alert is about; the id of this device follows. */
  readonly about: string;
  readonly here: string;
  /** Name that a person gave the device. */
  readonly device: string;
  /** Digest of a checkpoint that awaits confirmation. */
  readonly checkpoint: string;
}

/** Advice for the alerts of each code: the finding, the device, and the command to run. */
const ADVICE: { readonly [code: string]: ((alert: Advised) => string) | undefined } = {
  replica_rolled_back: ({ about, here }) =>
    about === here
      ? 'This library was put back or copied: notes sync run goes on under a new id, with all that is here. Where this device lost its keys, join again: notes sync pair, or notes sync recover.'
      : `This device was that one before it joined again, or was put back or copied. Unless another machine goes on with it: notes sync retire ${about}`,
  carrier_rolled_back: ({ device }) =>
    `The place of exchange holds less of ${device} than it did. Nothing is lost here. On each device: notes sync run puts back what it published. See that the place is the right one.`,
  carrier_damaged: ({ about, here, device }) =>
    about === here
      ? 'Something that this device published is damaged at the place of exchange. What is still here was put again; to see that all is well: notes sync run --kind verify. Check the disk.'
      : `Something that ${device} published is damaged at the place of exchange, or is still being copied there. On ${device}: notes sync run --kind verify; then the same here. If that device is gone: notes sync retire ${about}. Check the disk.`,
  fork: ({ about, device }) =>
    `${device} has published two different histories, as a copied library does. Nothing more of it is taken over until it is retired, on the device that has most of it: notes sync retire ${about}`,
  gap: ({ about, device }) =>
    `Something that ${device} published is missing at the place of exchange, and what follows it waits. On ${device}: notes sync run puts it again; then the same here. If that device is gone: notes sync retire ${about}`,
  checkpoint_unwitnessed: ({ about, device, checkpoint }) =>
    `What is missing here comes when the other devices sync, or was forgotten by all of them: a checkpoint of ${device} holds it, and no other device has verified it. If it does not come, and the device is yours and you trust it: notes sync run --accept-checkpoint ${checkpoint}. It replaces all that came of other devices up to there; what was written here stays. If you do not trust it: notes sync retire ${about}`,
  waiting: ({ device }) =>
    `What ${device} published builds on something that has not arrived yet. On the other devices: notes sync run; then the same here.`,
  quarantined: ({ about, device }) =>
    `Something that ${device} published breaks the rules, was not taken over, and what follows it waits. Bring ${device} up to date and run there: notes sync run --kind verify; then the same here. If it stays so: notes sync retire ${about}, and let that device join again.`,
  needs_upgrade: ({ device }) => `${device} runs a newer version: bring this device up to date, then notes sync run.`,
  unknown_replica: ({ about }) =>
    `${about} is no member of the group and has published something, which was not read. If it is about to join, notes sync run later; if nobody you know uses the place of exchange, delete it there.`,
  divergence: ({ device }) =>
    `${device} has the same operations and another library. Please report this, with the versions of both.`,
  resource_mismatch: ({ device }) =>
    `An attachment or a long text that ${device} published is not what its digest says, and was not taken over. On ${device}: notes sync run --kind verify; then notes sync run here.`,
  not_enrolled: () =>
    'The service does not know this device: it was revoked or retired on another, or the service is of another library. Nothing here is lost. See that sync.rest_peer.base_url is right; if it is, join again: notes sync pair CODE NAME',
  retired: () => 'This device was retired: nothing of it is sent. To join again: notes sync pair CODE NAME',
  revoked: () => 'The key of this device was revoked: nothing of it is sent. To join again: notes sync pair CODE NAME',
};

type Peer = Result<'getSyncOverview'>['peers'][number];

const columns = ({ replica_id, label, status, last_ack_at, lag_ops, key_ids }: Peer) => [
  replica_id,
  label,
  status,
  last_ack_at ?? 'never heard from',
  lag_ops === null ? '' : `${number(lag_ops)} behind`,
  key_ids.join(' '),
];

/** `notes sync init` */
export const syncInit: Presentation<'initializeSync'> = {
  summary: 'Make this device the first of a group, and print the recovery code, once.',
  missingLibrary: () => 'make-if-done',
  render: {
    table: ({ replica_id, recovery_code }, out) => {
      out.line(`${out.bold('device'.padEnd(14))} ${replica_id}`);
      out.line(`${out.bold('recovery code'.padEnd(14))} ${recovery_code}`);
      out.notice(
        'Write the recovery code down and keep it apart from your devices: it brings the library back when all of them are lost, and cannot be shown again.',
      );
    },
    ids: ({ replica_id }, out) => out.line(replica_id),
  },
};

/** `notes sync invite` */
export const syncInvite: Presentation<'manageInvitations'> = {
  render: {
    table: ({ invitations }, out) => {
      for (const line of aligned(invitations.map(invitation))) out.line(line);
      if (invitations.length === 0) out.notice('There is no invitation.');
      const made = invitations.find(({ code }) => code !== null);
      if (made !== undefined) {
        out.notice(`On the other device: notes sync pair ${made.code} NAME`);
        out.notice('Then here, unless a service does it by itself: notes sync run');
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
  render: {
    table: ({ state, replica_id, inviter_replica_id }, out) => {
      if (state === 'waiting') return saysWaiting(out);
      out.line(`${out.bold('device'.padEnd(10))} ${replica_id}`);
      out.line(`${out.bold('let in by'.padEnd(10))} ${inviter_replica_id}`);
      out.notice('To fetch the library: notes sync run');
    },
    ids: ({ replica_id }, out) => out.line(replica_id ?? ''),
  },
};

function saysWaiting(out: Output): void {
  out.line('Asked to be let in.');
  out.notice(
    'On the device the code is from, unless its service does it by itself: notes sync run. Then the same command here again.',
  );
  out.notice(
    'If the answer stays the same, the code may be of another folder or not open any more: check the folder, and notes sync invite --action list on that device.',
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
          counted(ops, 'change'),
          counted(segments, 'segment'),
          counted(blobs, 'attachment'),
          counted(bytes, 'byte'),
        ];
        out.line(`${out.bold(name.padEnd(10))} ${parts.join(', ')}`);
      }
      if (warnings.includes('place_is_empty')) out.notice('Nobody has exchanged anything there yet.');
      if (warnings.includes('more_may_follow')) out.notice('What is fetched may name attachments that follow.');
    },
  },
};

/** `notes sync run` */
export const syncRun: Presentation<'runSync'> = {
  long: 'sync',
  unit: 'artifacts',
  run: (call: Call, values: Values) => call.invoke('runSync', values),
  render: {
    table: (job, out) => {
      jobTable(job, out);
      const found = damageIn(job);
      if (found > 0)
        out.notice(
          `The place of exchange had ${counted(found, 'artifact')} damaged or missing; ${number(job.summary.repaired ?? 0)} of that was put again from here. Of the rest: notes sync status`,
        );
    },
    ids: ({ job_id }, out) => out.line(job_id),
  },
  exitCode: (job) => (damageIn(job) > 0 ? FINDINGS : 0),
};

/** Returns the number of damages that reading back a remote location found, repaired or not. */
const damageIn = ({ summary }: Result<'runSync'>) => (summary.damaged ?? 0) + (summary.missing ?? 0);
