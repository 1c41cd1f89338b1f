import type { Store } from '@notes/storage';
import type { ImportTarget } from './import-parameters.js';
import type { Entry, FolderWarning } from './ledger.js';
import type { ReportBuilder } from './report.js';

/** Results of a slice of notes, in order. Attachments come before the first note that refers to them. */
export interface ImportedSlice {
  /** Stamps of the notes without their attachments. */
  readonly stamps: readonly string[];
  readonly entries: readonly Entry[];
  /** New warnings about folders. */
  readonly warnings: readonly FolderWarning[];
}

/** Context of a running import. */
export interface ImportRun extends ImportTarget {
  /** Name of the notebook at the top of the source. */
  readonly rootName: string;
  readonly report: ReportBuilder;
  readonly write: Store['write'];
  /** True when writes are rolled back and no bytes are received. */
  readonly dryRun: boolean;
  readonly now: () => number;
  /** Called before each slice with the number of processed notes; false stops the import. */
  readonly shouldContinue: (done: number) => boolean | Promise<boolean>;
  readonly onSlice?: (slice: ImportedSlice) => Promise<void>;
}
