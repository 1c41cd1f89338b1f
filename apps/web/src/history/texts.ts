import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

type Origin = Output<'listRevisions'>['revisions'][number]['origin'];

const origins: Readonly<Record<Origin, string>> = {
  rest: 'web page or app',
  mcp: 'AI assistant',
  cli: 'terminal',
  import: 'import',
  sync: 'sync',
  system: 'service',
};

export const text = catalogue({
  history: 'History',
  backToNote: 'Back to the note',
  revisions: 'Revisions',
  changes: 'Changes',
  moreInSession: (count: number) => plural(count, '# more in this session', '# more in this session'),
  originAndSize: (origin: Origin, size: string) => `${origins[origin]} · ${size}`,
  olderRevisions: 'Show older revisions',
  from: 'From',
  to: 'To',
  compareFrom: (when: string) => `Compare from ${when}`,
  compareTo: (when: string) => `Compare to ${when}`,
  comparison: (from: string, to: string) => `From ${from} to ${to}`,
  comparisonWithEmpty: (to: string) => `From an empty text to ${to}`,
  viewOptions: 'View options',
  unifiedView: 'Unified view',
  ignoreWhitespace: 'Ignore whitespace',
  titleChange: 'Title: {before} {after}',
  textUnchanged: 'The text is the same.',
  withoutText: 'This revision has no text.',
  unchangedLines: (count: number) => plural(count, '# unchanged line', '# unchanged lines'),
  removed: 'Removed: ',
  added: 'Added: ',
  showMoreLines: (count: number) => plural(count, 'Show # more line', 'Show # more lines'),
  moreCharacters: (count: number) => `… ${number(count)} more characters`,
  tooDifferent: 'These revisions are too different to compare. The later one is shown.',
  noRevision: 'This note has no revision {id}; it may have been deleted. Choose another one from the list.',
  isCurrent: 'This is the current revision.',
  restore: 'Restore this revision',
  restored: 'Restored as a new revision. The previous text stays in the history.',
  undo: 'Undo',
  restoreFailed: (reason: string) => `Not restored: ${reason}`,
});
