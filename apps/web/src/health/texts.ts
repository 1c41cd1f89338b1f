import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  health: 'Health',
  findings: 'Findings',
  unusedAttachments: 'Unused attachments',
  attachments: 'Attachments',
  whatLeaves: 'What leaves',
  remoteMedia: 'Remote media',

  foundAt: (count: number, when: string) => `${plural(count, '# finding', '# findings')} at ${when}.`,
  unparsed: (count: number) =>
    plural(
      count,
      '# note could not be read in full: more may be found in it.',
      '# notes could not be read in full: more may be found in them.',
    ),
  noneOf: (check: string) => `${check}: none`,
  terminalShowsMore: (shown: number, all: number, most: number) =>
    `The first ${number(shown)} of ${number(all)}; a terminal shows up to ${number(most)}.`,
  inLine: (note: string, line: string) => `${note}, line ${line}`,
  fixFromTerminal:
    'To put right what can be put right without asking (without --apply, it only says what would change):',
  findingsDigest: 'Digest of the findings: {digest}',

  keptFor: (unattached: number, purged: number) =>
    `An attachment no note has is kept for ${plural(unattached, '# day', '# days')}; one whose note was deleted for ever, for ${plural(purged, '# day', '# days')}.`,
  mayBeCollected: 'May be collected',
  keptForNow: 'Kept for now',
  notesHave: 'Notes have',
  attachmentsOf: (count: number, size: string) => `${plural(count, '# attachment', '# attachments')}, ${size}`,
  listsCut: 'The lists are cut; the sums above are complete.',
  collectFromTerminal: 'To delete what may be collected, once you have confirmed it:',
  collectedDigest: 'Digest of what may be collected: {digest}',
  none: 'None.',
  attachment: 'Attachment',
  size: 'Size',
  why: 'Why',
  from: 'From',
});
