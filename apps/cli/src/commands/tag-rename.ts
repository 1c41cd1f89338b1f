import type { Output as Result } from '@notes/contract';
import { requireAgreement } from '../confirm.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { alignColumns } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';

type Report = Result<'renameTag'>;

/** `notes tag rename` */
export const tagRename: Presentation<'renameTag'> = {
  inputs: {
    include_children: { flags: '--children', description: 'Also rename the tags below it.' },
    dry_run: null,
  },
  extra: {
    apply: { flags: '--apply', description: 'Apply the change. Without this flag, only show what would change.' },
    yes: { flags: '-y, --yes', description: 'Do not ask for confirmation.' },
  },
  run,
  render: { table },
};

/** Shows a preview and asks before it applies the change. */
async function run(call: Call, { apply, yes, ...asked }: Values): Promise<Report> {
  if (apply === true && yes === true) return call.invoke('renameTag', { ...asked, dry_run: false });
  const preview = await call.invoke('renameTag', { ...asked, dry_run: true });
  if (apply !== true) return preview;
  if (call.mayAsk) table(preview, call.out.aside);
  await requireAgreement(call, 'Rename these tags?');
  return call.invoke('renameTag', { ...asked, dry_run: false });
}

function table(report: Report, out: Output): void {
  const { changes, notes, warnings, dry_run } = report;
  for (const line of alignColumns(changes.map(columns))) out.line(line);
  for (const { name, search_notebook_id } of warnings)
    out.notice(
      `The saved search ${toOneLine(name)} (${search_notebook_id}) then finds fewer notes. It is not changed.`,
    );
  if (changes.length === 0) out.notice('Nothing to change.');
  else if (dry_run)
    out.notice(
      `Would change ${formatCount(changes.length, 'tag')} on ${formatCount(notes, 'note')}. To apply this, add --apply`,
    );
  else out.notice(`Changed ${formatCount(changes.length, 'tag')} on ${formatCount(notes, 'note')}.`);
}

const columns = ({ action, from, to, notes, notes_gained }: Report['changes'][number]) => [
  action,
  from,
  '→',
  to,
  action === 'rename'
    ? formatCount(notes, 'note')
    : `${formatCount(notes, 'note')}, ${formatNumber(notes_gained)} gain it`,
];
