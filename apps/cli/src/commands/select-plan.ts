import type { Output as Result } from '@notes/contract';
import { FINDINGS_EXIT } from '../failures.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { createRepeatableFlag } from '../repeatable-flag.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber } from '../text.js';
import { selectionWarnings } from './selection-warnings.js';
import { showContents } from './show-export.js';

type Plan = Result<'planSelection'>;

/** Flags that select notes. */
export const selectionFlags = {
  tags: createRepeatableFlag('-t, --tag <tag>', 'Select notes with this tag or a tag below it.'),
  notebooks: createRepeatableFlag(
    '-n, --notebook <notebook>',
    'Select notes in this notebook: an id, a name or a path.',
  ),
  query: { flags: '--query <query>', description: 'Select notes that match this search.' },
  document_ids: createRepeatableFlag('--id <id>', 'Select the note with this id.'),
  include_trashed: { flags: '--include-trashed', description: 'Include notes in Trash.' },
  all_revisions: { flags: '--all-revisions', description: 'Include every revision of the notes.' },
  descendants: { flags: '--no-descendants', description: 'Exclude the notebooks below the selected ones.' },
};

/** Name of the selection in messages: the flags that make one. */
export const selectionNames = { selection: '--notebook, --tag, --query or --id' };

export const targetFlag = {
  flags: '--target <choice>',
  description: 'Purpose. Default: subset_transfer with a selection, otherwise full_archive.',
};

/** `notes select plan` */
export const selectPlan: Presentation<'planSelection'> = {
  inputs: {
    target: targetFlag,
    selection: null,
    policy: null,
    detail_limit: { flags: '--detail <number>', description: 'Maximum rows per list with --json, at most 200.' },
  },
  extra: selectionFlags,
  inputNames: selectionNames,
  run,
  render: { table },
};

function run(call: Call, values: Values): Promise<Plan> {
  return call.invoke('planSelection', buildSelectionInput(call, values));
}

/** Returns the input for the selection flags, merged with the other values. */
export function buildSelectionInput(call: Call, values: Values): Values {
  const { target, tags, notebooks, query, document_ids, ...more } = values;
  const { include_trashed, all_revisions, descendants, ...rest } = more;
  const selection = omitUndefined({
    tags,
    query,
    document_ids,
    notebooks: (notebooks as readonly string[] | undefined)?.map((name) => call.findNotebook(name)),
  });
  const isEmpty = Object.keys(selection).length === 0;
  const policy = omitUndefined({ include_trashed, all_revisions, include_descendant_notebooks: descendants });
  return {
    ...rest,
    target: target ?? (isEmpty ? 'full_archive' : 'subset_transfer'),
    policy,
    ...(!isEmpty && { selection }),
  };
}

/** Returns the exit code of a report: that of findings when a notebook, tag or note of the selection does not exist. */
export const getSelectionExit = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }): number =>
  warnings.some(({ code }) => code === 'selectors_not_found') ? FINDINGS_EXIT : 0;

const omitUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Writes a code as words. */
const toWords = (code: string) => code.replaceAll('_', ' ');

/** Kinds of information in a plan, for people, where the words of the code are terms of the archive format. */
const PRIVACY: Readonly<Record<string, string>> = { trashed_notes: 'notes in Trash', provenance: 'import records' };

/** Kinds of excluded records, and reasons, for people. */
const EXCLUDED: Readonly<Record<string, string>> = {
  documents: 'note',
  notebooks: 'notebook',
  tags: 'tag',
  builtin_readonly: 'in Help or Reports',
  trashed: 'in Trash',
  not_found: 'does not exist',
};

const WARNINGS: Readonly<Record<Plan['warnings'][number]['code'], (count: number) => string>> = {
  empty_selection: () => 'The selection has no notes',
  links_leave_selection: (count) => `${formatCount(count, 'link')} to notes that are not included`,
  links_unresolved: (count) => `${formatCount(count, 'link')} to no note, or to several notes`,
  remote_media: (count) => `${formatCount(count, 'note shows', 'notes show')} remote images, which are not included`,
  unparsed_documents: (count) => `${formatCount(count, 'note')} not read yet: the counts of links are incomplete`,
  partly_read_documents: (count) => `${formatCount(count, 'note')} too long or too complex to be read in full`,
  ...selectionWarnings,
};

function table({ target, counts, privacy, exclusions, warnings, totals, manifest_sha256 }: Plan, out: Output): void {
  showContents(target, counts, out);
  printSection(
    'Privacy',
    privacy.map(({ subject, decision, count }) => [
      PRIVACY[subject] ?? toWords(subject),
      toWords(decision),
      formatNumber(count),
    ]),
    out,
  );
  printSection(
    `Excluded: ${formatNumber(totals.exclusions)}`,
    exclusions.map(({ kind, id, fingerprint_sha256, reason }) => [
      EXCLUDED[kind] ?? toWords(kind),
      id ?? fingerprint_sha256 ?? '',
      EXCLUDED[reason] ?? toWords(reason),
    ]),
    out,
  );
  printSection(
    'Warnings',
    warnings.map(({ code, count }) => [WARNINGS[code](count)]),
    out,
  );
  out.line(`Digest of the selection: ${manifest_sha256}`);
}
