import type { Output as Result } from '@notes/contract';
import { yesFlag } from '../confirm.js';
import { INTERRUPTED_EXIT } from '../failures.js';
import type { Output } from '../output.js';
import { planFlag } from '../planned.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { replaceFolder } from '../replace-folder.js';
import { keepMemorySteady } from '../steady-memory.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';
import { buildSelectionInput, getSelectionExit, selectionFlags, selectionNames } from './select-plan.js';
import { selectionWarnings } from './selection-warnings.js';

type Plan = Result<'planPublication'>;
type BuildResult = Result<'buildPublication'>;

const { tags, notebooks, query, document_ids, descendants } = selectionFlags;
const selectionOnly = { tags, notebooks, query, document_ids, descendants };
const unit = 'notes and attachments';

const WARNINGS: Record<Plan['warnings'][number]['code'], (count: number) => string> = {
  links_leave_export: (count) => `${formatCount(count, 'link')} to private notes turned into plain text`,
  remote_media: (count) => `${formatCount(count, 'note shows', 'notes show')} remote images, which become links`,
  notes_partly_read: (count) =>
    `${formatCount(count, 'note')} could not be read in full: check the pages before you publish them`,
  ...selectionWarnings,
};

const FOLDERS: Record<NonNullable<Plan['folder']>, string> = {
  free: 'The folder is new or empty.',
  replaceable: 'The folder has an earlier site, which a build would replace.',
  changed: 'The folder has a site that was changed after it was built. A build would refuse to replace it.',
  foreign: 'The folder has other contents. A build would refuse to replace them.',
};

/** Names of the kinds of links for people. */
const LINKS: Readonly<Record<keyof Plan['links'], string>> = {
  kept: 'links kept',
  turned_into_text: 'links turned into text',
  titles_shown: 'of these with the title of a private note',
  external: 'links to other addresses',
};

/** `notes publication plan` */
export const publicationPlan: Presentation<'planPublication'> = {
  positional: { directory: '[dir]' },
  inputs: { selection: null, policy: null },
  extra: selectionOnly,
  inputNames: selectionNames,
  run: (call, values) => call.invoke('planPublication', buildInput(call, values)),
  render: {
    table: (plan, out) => {
      showPlan(plan, out);
      for (const { path } of plan.pages) out.line(`  ${toOneLine(path)}`);
      if (plan.truncated) out.line(`  … and ${formatNumber(plan.counts.notes - plan.pages.length)} more`);
      printPhotoLocations(plan, out);
      out.line(`Digest of the plan: ${plan.plan_sha256}`);
      if (plan.folder !== null) out.notice(FOLDERS[plan.folder]);
    },
  },
  exitCode: getSelectionExit,
};

/** `notes publication build` */
export const publicationBuild: Presentation<'buildPublication'> = {
  positional: { directory: '<dir>' },
  inputs: { selection: null, policy: null, replace: null, plan: planFlag },
  inputNames: selectionNames,
  extra: { ...selectionOnly, yes: { ...yesFlag, description: 'Replace an earlier site.' } },
  long: 'publication',
  unit,
  onInterrupt: 'Stopping. Nothing is written',
  run: (call, { yes, ...values }) => {
    keepMemorySteady();
    return replaceFolder(call, yes === true, (replace) =>
      call.invoke('buildPublication', { ...buildInput(call, values), replace }),
    );
  },
  render: { table: showBuilt },
  exitCode: (report) => (report.interrupted ? INTERRUPTED_EXIT : getSelectionExit(report)),
};

function buildInput(call: Call, values: Values): Values {
  const { target: _, ...rest } = buildSelectionInput(call, values);
  return rest;
}

function showPlan(
  { site, counts, links, warnings }: Pick<Plan, 'site' | 'counts' | 'links' | 'warnings'>,
  out: Output,
): void {
  const rows = [
    ...Object.entries(counts),
    ...Object.entries(links).map(([kind, count]) => [LINKS[kind as keyof Plan['links']], count] as const),
  ];
  printSection(
    toOneLine(site.title),
    rows.map(([name, count]) => [name, formatNumber(count)]),
    out,
  );
  for (const { code, count } of warnings) {
    out.notice(WARNINGS[code](count));
    if (code === 'links_leave_export' && links.titles_shown > 0) out.notice(describeShownTitles(links.titles_shown));
  }
}

const describeShownTitles = (count: number): string =>
  `${formatCount(count, 'of these links contains', 'of these links contain')} the title of a private note. The site shows “private note” instead`;

function printPhotoLocations({ images_with_place: { count, examples } }: Plan, out: Output): void {
  if (count === 0) return;
  const names = examples.map(({ filename }) => toOneLine(filename)).join(', ');
  const more = count > examples.length ? ', …' : '';
  out.notice(`${formatCount(count, 'image')} with location data, which the site leaves out: ${names}${more}`);
}

function showBuilt(built: BuildResult, out: Output): void {
  if (built.interrupted) {
    out.notice('Stopped before the end. Nothing was written.');
    return;
  }
  showPlan(built, out);
  const { published = 0, left_out = 0, cleaned = 0 } = built.attachments ?? {};
  out.line(`Attachments: ${formatNumber(published)}`);
  if (left_out > 0)
    out.notice(
      `${formatCount(left_out, 'attachment')} left out: types that a browser could execute, or images of more than 64 MiB`,
    );
  if (cleaned > 0)
    out.notice(`Metadata such as location, time and camera removed from ${formatCount(cleaned, 'image')}`);
  out.line(`Published to ${toOneLine(built.directory)}`);
  out.line(`Digest of the plan: ${built.plan_sha256}`);
}
