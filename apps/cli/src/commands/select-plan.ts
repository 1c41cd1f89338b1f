import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { repeated } from '../repeated.js';
import { section } from '../table.js';
import { number } from '../text.js';

type Plan = Result<'planSelection'>;

/** Flags that select notes. */
export const selectionFlags = {
  tags: repeated('-t, --tag <tag>', 'take the notes with this tag, or one below it'),
  notebooks: repeated('-n, --notebook <notebook>', 'take the notes in this notebook: an id, a name or a path'),
  query: { flags: '--query <query>', description: 'take the notes a search finds' },
  document_ids: repeated('--id <id>', 'take the note with this id'),
  include_trashed: { flags: '--include-trashed', description: 'take notes in Trash too' },
  all_revisions: { flags: '--all-revisions', description: 'take every revision of the notes' },
  descendants: { flags: '--no-descendants', description: 'leave out the notebooks below those named' },
};

export const targetFlag = {
  flags: '--target <choice>',
  description: 'what it is for (default: subset_transfer with a selection, else full_archive)',
};

/** `notes select plan` */
export const selectPlan: Presentation<'planSelection'> = {
  inputs: {
    target: targetFlag,
    selection: null,
    policy: null,
    detail_limit: { flags: '--detail <number>', description: 'rows of each list with --json, at most 200' },
  },
  extra: selectionFlags,
  run,
  render: { table },
};

function run(call: Call, values: Values): Promise<Plan> {
  return call.invoke('planSelection', selected(call, values));
}

/** Returns the input for the selection flags, merged with the other values. */
export function selected(call: Call, values: Values): Values {
  const { target, tags, notebooks, query, document_ids, ...more } = values;
  const { include_trashed, all_revisions, descendants, ...rest } = more;
  const selection = given({
    tags,
    query,
    document_ids,
    notebooks: (notebooks as readonly string[] | undefined)?.map((name) => call.findNotebook(name)),
  });
  const isEmpty = Object.keys(selection).length === 0;
  const policy = given({ include_trashed, all_revisions, include_descendant_notebooks: descendants });
  return {
    ...rest,
    target: target ?? (isEmpty ? 'full_archive' : 'subset_transfer'),
    policy,
    ...(!isEmpty && { selection }),
  };
}

const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function table({ target, counts, privacy, exclusions, warnings, totals, manifest_sha256 }: Plan, out: Output): void {
  section(
    target,
    Object.entries(counts).map(([name, count]) => [name, number(count)]),
    out,
  );
  section(
    'Told, or not',
    privacy.map(({ subject, decision, count }) => [subject, decision, number(count)]),
    out,
  );
  section(
    `Left out: ${number(totals.exclusions)}`,
    exclusions.map(({ kind, id, fingerprint_sha256, reason }) => [kind, id ?? fingerprint_sha256 ?? '', reason]),
    out,
  );
  section(
    'Warnings',
    warnings.map(({ code, count }) => [code, number(count)]),
    out,
  );
  out.line(`Digest of the selection: ${manifest_sha256}`);
}
