import type { Input } from '@notes/contract';
import type { Item } from '@notes/note-formats';
import type { Source as Origin } from '@notes/storage';
import type { Library } from '../../platform/context.js';
import type { Entry, FolderWarning } from './ledger.js';
import type { ReportBuilder } from './report.js';
import type { SliceOptions } from './slices.js';

/** Parameters of an import. */
export interface ImportParameters extends Pick<Input<'importFolder'>, 'format' | 'on_duplicate'> {
  /** Real path of the folder or file. */
  readonly path: string;
  readonly source: string;
  /** Id of the parent notebook; null for the top level. */
  readonly notebook_id: string | null;
  /** Moves the notes of vanished files to Trash. */
  readonly trash_vanished?: boolean | undefined;
  /** Permits that even when no file of the source is left. */
  readonly allow_empty?: boolean | undefined;
}

/** Returns the source of an item as recorded in the library. */
export const toSource = ({ format, source }: ImportParameters, { key }: Pick<Item, 'key'>): Origin => ({
  kind: format,
  id: `${source}:${key}`,
});

/** Results of a slice of notes, in order. Attachments come before the first note that refers to them. */
export interface ImportedSlice {
  /** Stamps of the notes without their attachments. */
  readonly stamps: readonly string[];
  readonly entries: readonly Entry[];
  /** New warnings about folders. */
  readonly warnings: readonly FolderWarning[];
}

/** Context of a running import. */
export interface ImportRun {
  readonly library: Library;
  readonly parameters: ImportParameters;
  /** Name of the notebook at the top of the source. */
  readonly rootName: string;
  readonly report: ReportBuilder;
  readonly write: SliceOptions['write'];
  /** True when writes are rolled back and no bytes are received. */
  readonly dryRun: boolean;
  readonly now: () => number;
  /** Called before each slice with the number of processed notes; false stops the import. */
  readonly shouldContinue: (done: number) => boolean | Promise<boolean>;
  readonly onSlice?: (slice: ImportedSlice) => Promise<void>;
}
