import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { readText } from '../read-text.js';
import { aligned } from '../table.js';
import { forTerminal, oneLine } from '../text.js';

/** `notes sync conflicts` */
export const syncConflicts: Presentation<'listConflicts'> = {
  render: {
    table: ({ conflicts, next_cursor }, out) => {
      for (const line of aligned(conflicts.map(conflict))) out.line(line);
      if (conflicts.length === 0) out.notice('There is no such conflict.');
      const open = conflicts.find(({ state }) => state === 'open');
      if (open !== undefined)
        out.notice(`To settle one: notes sync resolve ${open.conflict_id} --resolution keep_both`);
      if (next_cursor !== null) out.notice(`There are more: --cursor ${next_cursor}`);
    },
    ids: ({ conflicts }, out) => {
      for (const { conflict_id } of conflicts) out.line(conflict_id);
    },
  },
};

const conflict = ({
  conflict_id,
  kind,
  state,
  subject_id,
  title,
  local,
  remote,
}: Result<'listConflicts'>['conflicts'][number]) => [
  conflict_id,
  kind,
  state,
  subject_id,
  title ?? '',
  local === null || remote === null ? '' : `${local.revision_id} against ${remote.revision_id}`,
];

/** `notes sync conflict` */
export const syncConflict: Presentation<'getConflict'> = {
  positional: { conflict_id: '<conflict>' },
  render: {
    table: (shown, out) => {
      const { conflict_id, kind, state, subject_id, title, resolution, created_at } = shown;
      const rows: (readonly [string, string | null])[] = [
        ['conflict', conflict_id],
        ['kind', kind],
        ['state', resolution ?? state],
        ['about', title === null ? subject_id : `${subject_id} ${oneLine(title)}`],
        ['seen', created_at],
      ];
      for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(10))} ${value}`);
      for (const name of ['local', 'remote'] as const) writeSide(name, shown[name], out);
    },
    ids: ({ conflict_id }, out) => out.line(conflict_id),
  },
};

function writeSide(name: string, side: Result<'getConflict'>['local'], out: Output): void {
  if (side === null) return;
  out.line('');
  out.line(`${out.bold(name.padEnd(10))} ${side.revision_id} ${side.updated_at} ${oneLine(side.title ?? '')}`);
  out.line(forTerminal(side.body ?? ''));
}

/** `notes sync resolve` */
export const syncResolve: Presentation<'resolveConflict'> = {
  positional: { conflict_id: '<conflict>' },
  inputs: {
    body: { flags: '--body <file>', description: 'with merged, its text: a file, or - for standard input' },
    expected: null,
  },
  extra: {
    local_revision_id: { flags: '--local-revision-id <revision>', description: 'the side one has seen here' },
    remote_revision_id: {
      flags: '--remote-revision-id <revision>',
      description: 'the side one has seen from elsewhere',
    },
  },
  run: async (call, { body, local_revision_id, remote_revision_id, ...values }) => {
    const text = body === undefined ? {} : { body: await readText(call, String(body), `--body ${body}`) };
    const expected = { local_revision_id, remote_revision_id };
    return call.invoke('resolveConflict', { ...values, ...text, expected });
  },
  render: {
    table: (settled, out) => {
      out.line(settled.document?.id ?? 'settled');
      if (settled.created_document_id !== null) out.line(settled.created_document_id);
    },
    ids: ({ document, created_document_id }, out) => {
      for (const id of [document?.id, created_document_id]) if (id) out.line(id);
    },
  },
};
