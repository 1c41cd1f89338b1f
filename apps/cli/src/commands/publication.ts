import type { Output as Result } from '@notes/contract';
import { yesFlag } from '../confirm.js';
import { INTERRUPTED } from '../interrupt.js';
import type { Output } from '../output.js';
import { planFlag } from '../planned.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { replacing } from '../replace-folder.js';
import { keepMemorySteady } from '../steady-memory.js';
import { section } from '../table.js';
import { counted, number, oneLine } from '../text.js';
import { selected, selectionFlags } from './select-plan.js';

type Plan = Result<'planPublication'>;
type Built = Result<'buildPublication'>;

const { tags, notebooks, query, document_ids, descendants } = selectionFlags;
const selectionOnly = { tags, notebooks, query, document_ids, descendants };
const unit = 'notes and attachments';

const WARNINGS: Record<Plan['warnings'][number]['code'], (count: number) => string> = {
  links_leave_export: (count) => `${counted(count, 'link')} to notes that stay private become text`,
  remote_media: (count) => `${counted(count, 'note')} show images from elsewhere, for which there are links`,
  notes_partly_read: (count) => `${counted(count, 'note')} could not be read in full: look at them before others do`,
  selectors_not_found: (count) =>
    `${counted(count, 'notebook, tag or note', 'notebooks, tags and notes')} asked for are not there`,
  query_parts_as_words: (count) =>
    `${counted(count, 'part')} of the query searched as plain words: see the warnings of notes search`,
};

const FOLDERS: Record<NonNullable<Plan['folder']>, string> = {
  free: 'The folder is free.',
  replaceable: 'The folder has an earlier site, which would be replaced.',
  changed: 'The folder has a site that was changed since it was written: it would be left alone.',
  foreign: 'The folder has something else in it: it would be left alone.',
};

/** `notes publication plan` */
export const publicationPlan: Presentation<'planPublication'> = {
  positional: { directory: '[dir]' },
  inputs: { selection: null, policy: null },
  extra: selectionOnly,
  run: (call, values) => call.invoke('planPublication', asked(call, values)),
  render: {
    table: (plan, out) => {
      showPlan(plan, out);
      for (const { path } of plan.pages) out.line(`  ${oneLine(path)}`);
      if (plan.truncated) out.line(`  … and ${number(plan.counts.notes - plan.pages.length)} more`);
      showPlaces(plan, out);
      out.line(`Digest of the plan: ${plan.plan_sha256}`);
      if (plan.folder !== null) out.notice(FOLDERS[plan.folder]);
    },
  },
};

/** `notes publication build` */
export const publicationBuild: Presentation<'buildPublication'> = {
  positional: { directory: '<dir>' },
  inputs: { selection: null, policy: null, replace: null, plan: planFlag },
  extra: { ...selectionOnly, yes: { ...yesFlag, description: 'replace an earlier site' } },
  long: 'publication',
  unit,
  onInterrupt: 'Stopping; nothing is written',
  run: (call, { yes, ...values }) => {
    keepMemorySteady();
    return replacing(call, yes === true, (replace) =>
      call.invoke('buildPublication', { ...asked(call, values), replace }),
    );
  },
  render: { table: showBuilt },
  exitCode: ({ interrupted }) => (interrupted ? INTERRUPTED : 0),
};

function asked(call: Call, values: Values): Values {
  const { target: _, ...rest } = selected(call, values);
  return rest;
}

function showPlan(
  { site, counts, links, warnings }: Pick<Plan, 'site' | 'counts' | 'links' | 'warnings'>,
  out: Output,
): void {
  const rows = [
    ...Object.entries(counts),
    ...Object.entries(links).map(([name, count]) => [`links ${name}`, count] as const),
  ];
  section(
    oneLine(site.title),
    rows.map(([name, count]) => [name.replaceAll('_', ' '), number(count)]),
    out,
  );
  for (const { code, count } of warnings) out.notice(WARNINGS[code](count));
  if (links.titles_shown > 0)
    out.notice(
      `${counted(links.titles_shown, 'of these says', 'of these say')} the title of a private note: the site shows “private note” instead`,
    );
}

function showPlaces({ images_with_place: { count, examples } }: Plan, out: Output): void {
  if (count === 0) return;
  const names = examples.map(({ filename }) => oneLine(filename)).join(', ');
  const more = count > examples.length ? ', …' : '';
  out.notice(`${counted(count, 'image says', 'images say')} where it was taken, which is left out: ${names}${more}`);
}

function showBuilt(built: Built, out: Output): void {
  if (built.interrupted) {
    out.notice('Stopped before the end: nothing was written.');
    return;
  }
  showPlan(built, out);
  const { published = 0, left_out = 0, cleaned = 0 } = built.attachments ?? {};
  out.line(`Attachments: ${number(published)}`);
  if (left_out > 0)
    out.notice(
      `${counted(left_out, 'attachment')} left out: their types could run something in a browser, or they are images of more than 64 MiB`,
    );
  if (cleaned > 0) out.notice(`${counted(cleaned, 'image')} without place, time, camera and other metadata`);
  out.line(`Published to ${oneLine(built.directory)}`);
  out.line(`Digest of the plan: ${built.plan_sha256}`);
}
