import type { Input } from '@notes/contract';
import type { Library } from '../context.js';
import type { Outcome } from './apply.js';
import { Attachments } from './attachments/attachments.js';
import type { Entry, FolderWarning, LedgerRecord } from './ledger.js';
import { rejected } from './reasons.js';
import type { ReportBuilder } from './report.js';
import { type Prepared, readSlice, type SliceOptions, settle } from './slices.js';
import type { SourceFolder } from './source.js';
import type { Walk } from './walk.js';

/** What an import is asked to do, whoever runs it. */
export interface ImportParameters extends Pick<Input<'importFolder'>, 'format' | 'on_duplicate'> {
  /** The real path of the folder. */
  readonly path: string;
  readonly source: string;
  /** The notebook it goes below; null: at the top. */
  readonly notebook_id: string | null;
}

/** What became of a slice of files, in their order, each behind the attachments that it was the first to refer to. */
export interface SettledSlice {
  /** Of the files without their attachments. */
  readonly stamps: readonly string[];
  readonly entries: readonly Entry[];
  /** About folders, not told before. */
  readonly warnings: readonly FolderWarning[];
}

export interface ImportRun {
  readonly library: Library;
  readonly parameters: ImportParameters;
  readonly folder: SourceFolder;
  readonly report: ReportBuilder;
  readonly write: SliceOptions['write'];
  /** What is written is undone: bytes are not even received. */
  readonly dryRun: boolean;
  readonly now: () => number;
  /** Called before each slice with how many files are settled; false ends the import there. */
  readonly goesOn: (done: number) => boolean | Promise<boolean>;
  readonly settled?: (slice: SettledSlice) => Promise<void>;
}

/** Where an import begins, or goes on. */
export interface Start {
  /** Files settled before. */
  readonly done: number;
  /** What was recorded of them and of what they refer to. */
  readonly record: LedgerRecord;
}

/** Imports what was found, but for the files settled before, in slices. Answers how many are settled, those included. */
export async function importFiles(run: ImportRun, { files, others }: Walk, start: Start): Promise<number> {
  const attachments = new Attachments(run, others, start.record);
  let { done } = start;
  while (done < files.length && (await run.goesOn(done))) {
    const prepared = await readSlice({ ...run, attachments }, files, done);
    const slice = await settleSlice(run, attachments, prepared);
    for (const entry of slice.entries) run.report.add(entry);
    await run.settled?.(slice);
    done += prepared.length;
  }
  return done;
}

async function settleSlice(
  run: ImportRun,
  attachments: Attachments,
  slice: readonly Prepared[],
): Promise<SettledSlice> {
  const { library, parameters, folder, report, write, now } = run;
  const { format, source, notebook_id, on_duplicate } = parameters;
  const warnings: FolderWarning[] = [];
  const warn = (folderPath: string, message: string) => {
    const warning = { folder: folderPath, message };
    if (report.warn(warning)) warnings.push(warning);
  };
  const placement = { rootName: folder.name, baseId: notebook_id ?? undefined, now, warn };
  const candidates = slice.flatMap(({ found, result }) =>
    'reason' in result
      ? []
      : [{ source: { kind: format, id: `${source}:${found.path}` }, folder: found.folder, note: result }],
  );
  const options = { store: library.store, write, policy: on_duplicate, placement };
  const settled = (await settle(options, candidates)).values();
  const entries: Entry[] = [];
  for (const { found, attached, result } of slice) {
    const outcome = 'reason' in result ? rejected(result) : (settled.next().value as Outcome);
    entries.push(...(await attachments.tell(attached)), { kind: 'note', path: found.path, outcome });
  }
  return { stamps: slice.map(({ stamp }) => stamp), entries, warnings };
}
