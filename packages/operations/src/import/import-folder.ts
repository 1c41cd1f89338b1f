import type { Input, Output } from '@notes/contract';
import { writableNotebook } from '../access.js';
import type { Context } from '../context.js';
import { resolveNotebook } from '../naming/notebook.js';
import type { Candidate, Outcome } from './apply.js';
import { type Ledger, openLedger } from './ledger.js';
import type { Rejection } from './reasons.js';
import { ReportBuilder } from './report.js';
import { type Prepared, readSlice, type SliceOptions, settle } from './slices.js';
import { defaultSource, openFolder } from './source.js';
import { walk } from './walk.js';

/**
 * Imports a folder in slices; `context.signal` ends it between two, and what was done stays. A second run writes only
 * what changed.
 */
export async function importFolder(context: Context, input: Input<'importFolder'>): Promise<Output<'importFolder'>> {
  const { store } = context.library;
  const folder = await openFolder(input.path);
  const source = input.source ?? defaultSource(folder);
  const baseId = input.notebook === undefined ? undefined : baseOf(context, input.notebook);
  const { files, ignored, complete } = await walk(folder.path, context.signal);
  const report = new ReportBuilder();
  const placement = { rootName: folder.name, baseId, now: context.now, warn: report.warn.bind(report) };
  const options = { store, policy: input.on_duplicate, placement, dryRun: input.dry_run };
  const ledger = input.dry_run ? undefined : await openLedger(store.paths.dataDir, source, context.now());
  try {
    const identify = (path: string) => ({ kind: input.format, id: `${source}:${path}` });
    let done = 0;
    while (done < files.length && !context.signal?.aborted) {
      context.progress?.(done, files.length);
      done += await importSlice(await readSlice(context.library, files, done, context.now()), {
        options,
        identify,
        report,
        ledger,
      });
    }
    context.progress?.(done, files.length);
    const interrupted = !complete || done < files.length;
    const facts = { source, dry_run: input.dry_run, interrupted, files: files.length, ignored };
    return report.finish({ ...facts, ledger: ledger?.path ?? null });
  } finally {
    await ledger?.close();
  }
}

/** Refuses a notebook that takes no notes before anything is read. */
function baseOf({ library }: Context, notebook: string): string {
  return library.store.read((reader) => writableNotebook(reader, resolveNotebook(reader, notebook).id).id);
}

interface Run {
  readonly options: SliceOptions;
  readonly identify: (path: string) => Candidate['source'];
  readonly report: ReportBuilder;
  readonly ledger: Ledger | undefined;
}

/** Answers how many files it settled. */
async function importSlice(slice: readonly Prepared[], { options, identify, report, ledger }: Run): Promise<number> {
  const candidates = slice.flatMap(({ found, result }) =>
    'reason' in result ? [] : [{ source: identify(found.path), folder: found.folder, note: result }],
  );
  const settled = (await settle(options, candidates)).values();
  const entries = slice.map(({ found, result }) => ({
    path: found.path,
    outcome: 'reason' in result ? rejected(result) : (settled.next().value as Outcome),
  }));
  for (const { path, outcome } of entries) report.add(path, outcome);
  await ledger?.append(entries);
  return entries.length;
}

const rejected = ({ reason, message }: Rejection): Outcome => ({ status: 'rejected', reason, message, warnings: [] });
