import type { Input } from '@notes/contract';
import type { Library } from '../context.js';
import type { Outcome } from './apply.js';
import type { Entry, FolderWarning } from './ledger.js';
import type { Rejection } from './reasons.js';
import type { ReportBuilder } from './report.js';
import { type Prepared, readSlice, type SliceOptions, settle } from './slices.js';
import type { SourceFolder } from './source.js';
import type { Found } from './walk.js';

/** What an import is asked to do, whoever runs it. */
export interface ImportParameters extends Pick<Input<'importFolder'>, 'format' | 'on_duplicate'> {
  /** The real path of the folder. */
  readonly path: string;
  readonly source: string;
  /** The notebook it goes below; null: at the top. */
  readonly notebook_id: string | null;
}

/** What became of a slice of files, in their order. */
export interface SettledSlice {
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
  readonly now: () => number;
  /** Called before each slice with how many files are settled; false ends the import there. */
  readonly goesOn: (done: number) => boolean | Promise<boolean>;
  readonly settled?: (slice: SettledSlice) => Promise<void>;
}

/** Imports files from the one at `from` on, in slices. Answers how many are settled, those before included. */
export async function importFiles(run: ImportRun, files: readonly Found[], from: number): Promise<number> {
  const { library, report, now } = run;
  let done = from;
  while (done < files.length && (await run.goesOn(done))) {
    const slice = await settleSlice(run, await readSlice(library, files, done, now()));
    for (const entry of slice.entries) report.add(entry);
    await run.settled?.(slice);
    done += slice.entries.length;
  }
  return done;
}

async function settleSlice(run: ImportRun, slice: readonly Prepared[]): Promise<SettledSlice> {
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
  const entries = slice.map(({ found, result }) => ({
    path: found.path,
    outcome: 'reason' in result ? rejected(result) : (settled.next().value as Outcome),
  }));
  return { stamps: slice.map(({ stamp }) => stamp), entries, warnings };
}

const rejected = ({ reason, message }: Rejection): Outcome => ({ status: 'rejected', reason, message, warnings: [] });
