import type { Output as Result } from '@notes/contract';
import { bodyFileFlag, bodyFlag, readBody } from '../body.js';
import { formatCommand } from '../format-command.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { sanitiseForTerminal, toOneLine } from '../text.js';

type Conflict = Result<'listConflicts'>['conflicts'][number];
type Resolution = NonNullable<Conflict['resolution']>;

interface Kind {
  readonly label: string;
  /** Automatic resolution, where the sides have no texts to choose between. */
  readonly automaticResolution: string | null;
  /** Resolutions with distinct effects, the safest first. */
  readonly resolutions: readonly Resolution[];
}

const TEXTS = ['keep_both', 'keep_local', 'keep_remote', 'merged'] as const;

const KINDS: Readonly<Record<Conflict['kind'], Kind>> = {
  document_content: { label: 'text changed on both', automaticResolution: null, resolutions: TEXTS },
  document_title: { label: 'title changed on both', automaticResolution: null, resolutions: TEXTS },
  purge_vs_edit: {
    label: 'purged on one device, edited on another',
    automaticResolution:
      'The note was purged on one device and edited on another. The edited text is kept as this note. To remove it, purge it again.',
    resolutions: ['keep_local'],
  },
  name_collision: {
    label: 'same name on both',
    automaticResolution:
      'Two devices used the same name for different things. Both are kept, and this one was renamed.',
    resolutions: ['keep_both'],
  },
};

const suggestion = ({ conflict_id, kind }: Pick<Conflict, 'conflict_id' | 'kind'>, out: Output) =>
  formatCommand(out, 'sync', 'resolve', conflict_id, '--resolution', ...KINDS[kind].resolutions.slice(0, 1));

/** `notes sync conflicts` */
export const syncConflicts: Presentation<'listConflicts'> = {
  render: {
    table: ({ conflicts, next_cursor }, out) => {
      for (const line of alignColumns(conflicts.map(conflict))) out.line(line);
      // Printed for any requested state.
      if (conflicts.length === 0) out.notice('No conflicts in this state. To list all conflicts, add --state all');
      const open = conflicts.find(({ state }) => state === 'open');
      if (open !== undefined) out.notice(`To resolve one: ${suggestion(open, out)}`);
      if (next_cursor !== null) out.notice(`For more results, add --cursor ${next_cursor}`);
    },
    ...rowFormats(
      ({ conflicts }: Result<'listConflicts'>) => conflicts,
      ['conflict_id', 'kind', 'state', 'subject_id', 'title'],
    ),
    ids: ({ conflicts }, out) => {
      for (const { conflict_id } of conflicts) out.line(conflict_id);
    },
  },
};

const conflict = ({ conflict_id, kind, state, subject_id, title, local, remote }: Conflict) => [
  conflict_id,
  KINDS[kind].label,
  state,
  subject_id,
  toOneLine(title ?? ''),
  local === null || remote === null ? '' : `${local.revision_id} against ${remote.revision_id}`,
];

type Side = NonNullable<Result<'getConflict'>['local']>;

/** Conflict with the names of the devices that wrote its sides. */
type NamedConflict = Omit<Result<'getConflict'>, 'local' | 'remote'> &
  Record<'local' | 'remote', (Side & { readonly device: string | null }) | null>;

/** `notes sync conflict` */
export const syncConflict: Presentation<'getConflict', NamedConflict> = {
  positional: { conflict_id: '<conflict>' },
  run: readConflict,
  render: {
    table: (shown, out) => {
      const { conflict_id, kind, state, subject_id, title, resolution, created_at } = shown;
      const { label, automaticResolution, resolutions } = KINDS[kind];
      const rows: (readonly [string, string])[] = [
        ['conflict', conflict_id],
        ['kind', label],
        ['state', resolution ?? state],
        ['about', title === null ? subject_id : `${subject_id} ${toOneLine(title)}`],
        ['seen', created_at],
      ];
      for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(10))} ${value}`);
      if (automaticResolution !== null) out.line(automaticResolution);
      for (const name of ['local', 'remote'] as const) writeSide(name, shown[name], out);
      if (state !== 'open') return;
      const others = resolutions.slice(1).join(', ');
      out.notice(
        `To ${automaticResolution === null ? 'resolve it' : 'keep this result'}: ${suggestion(shown, out)}${others && ` (or ${others})`}`,
      );
    },
    ids: ({ conflict_id }, out) => out.line(conflict_id),
  },
};

async function readConflict(call: Call, { conflict_id }: Values): Promise<NamedConflict> {
  const found = await call.invoke('getConflict', { conflict_id });
  const { replica_id: own, name, peers } = await call.invoke('getSyncOverview', {});
  const names = new Map(peers.map(({ replica_id, label }) => [replica_id, label]));
  const addDevice = (side: Side | null) => {
    if (side === null) return null;
    const { replica_id: writer } = side;
    const device = writer === null ? null : writer === own ? name : (names.get(writer) ?? writer);
    return { ...side, device };
  };
  return { ...found, local: addDevice(found.local), remote: addDevice(found.remote) };
}

function writeSide(heading: string, side: NamedConflict['local'], out: Output): void {
  if (side === null) return;
  const { revision_id, updated_at, title, body, device } = side;
  out.line('');
  out.line(`${out.bold(heading.padEnd(10))} ${revision_id} ${updated_at} ${toOneLine(title ?? '')}`);
  if (device !== null) out.line(`${out.bold('device'.padEnd(10))} ${toOneLine(device)}`);
  out.line(sanitiseForTerminal(body ?? ''));
}

/** `notes sync resolve` */
export const syncResolve: Presentation<'resolveConflict'> = {
  positional: { conflict_id: '<conflict>' },
  inputs: {
    body: { ...bodyFlag, description: 'With merged: the text, or - for standard input.' },
    expected: null,
  },
  extra: {
    body_file: { ...bodyFileFlag, description: 'With merged: a file with the text, or - for standard input.' },
    local_revision_id: {
      flags: '--local-revision-id <revision>',
      description: 'Local revision that you have reviewed. Refused when it changed.',
    },
    remote_revision_id: {
      flags: '--remote-revision-id <revision>',
      description: 'Remote revision that you have reviewed. Refused when it changed.',
    },
  },
  run: async (call, { body, body_file, local_revision_id, remote_revision_id, ...values }) => {
    const text = await readBody(call, { body, body_file });
    const expected = { local_revision_id, remote_revision_id };
    return call.invoke('resolveConflict', { ...values, ...(text !== undefined && { body: text }), expected });
  },
  render: {
    table: (settled, out) => {
      out.line(settled.document?.id ?? 'resolved');
      if (settled.created_document_id !== null) out.line(settled.created_document_id);
    },
    ids: ({ document, created_document_id }, out) => {
      for (const id of [document?.id, created_document_id]) if (id) out.line(id);
    },
  },
};
