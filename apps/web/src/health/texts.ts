import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  health: 'Health',
  findings: 'Findings',
  unusedAttachments: 'Unused attachments',
  attachments: 'Attachments',
  exportPlan: 'Export plan',
  remoteMedia: 'Remote media',

  findingCount: (count: number, when: string) => `${plural(count, '# finding', '# findings')} at ${when}.`,
  unparsed: (count: number) =>
    plural(
      count,
      '# note could not be read completely and may have more findings.',
      '# notes could not be read completely and may have more findings.',
    ),
  noFindings: (check: string) => `${check}: none`,
  findingsCut: (shown: number, all: number, most: number) =>
    `Showing the first ${number(shown)} of ${number(all)}. The command below lists up to ${number(most)}.`,
  inLine: (note: string, line: string) => `${note}, line ${line}`,
  fixFromTerminal: 'To fix what can be fixed automatically (without --apply, the command only lists the changes):',
  findingsDigest: 'Digest of the findings: {digest}',

  retentionPeriods: (unattached: number, purged: number) =>
    `Attachments not used in any note are kept for ${plural(unattached, '# day', '# days')}; those of notes deleted forever, for ${plural(purged, '# day', '# days')}.`,
  readyForCleanup: 'Ready for cleanup',
  keptForNow: 'Kept for now',
  usedInNotes: 'Used in notes',
  attachmentTotal: (count: number, size: string) => `${plural(count, '# attachment', '# attachments')}, ${size}`,
  listsCut: 'The lists are shortened; the totals above are complete.',
  cleanUpFromTerminal: 'To delete the attachments that are ready for cleanup, after you confirm:',
  cleanupDigest: 'Digest of the attachments that are ready for cleanup: {digest}',
  none: 'None.',
  attachment: 'Attachment',
  size: 'Size',
  reason: 'Why',
  deletableFrom: 'Ready on',
});

type Check = Output<'getLintReport'>['checks'][number]['check'];

export const checkNames: Readonly<Record<Check, string>> = catalogue({
  broken_document_link: 'Links to missing notes',
  broken_resource_link: 'Links to missing attachments',
  ambiguous_link: 'Links that fit several notes',
  unresolved_block_anchor: 'Links to missing paragraphs',
  unresolved_heading_anchor: 'Links to missing headings',
  duplicate_source_id: 'Notes imported twice',
  missing_title: 'Notes without a title',
  unlocalized_remote_media: 'Images that are still on other servers',
  missing_alt_text: 'Images without a description',
  unreferenced_resource: 'Unused attachments',
  projection_backlog: 'Notes still being indexed',
});

export const healthTabs = [
  ['health/lint', text.findings],
  ['health/gc', text.unusedAttachments],
  ['attachments/usage', text.attachments],
  ['plan', text.exportPlan],
  ['media', text.remoteMedia],
] as const;
