import type { Input } from '@notes/contract';
import type { Source as Origin } from '@notes/storage';
import type { Library } from '../context.js';
import type { Item } from './item.js';
import type { Entry, FolderWarning } from './ledger.js';
import type { ReportBuilder } from './report.js';
import type { SliceOptions } from './slices.js';

/** What an import is asked to do, whoever runs it. */
export interface ImportParameters extends Pick<Input<'importFolder'>, 'format' | 'on_duplicate'> {
  /** The real path of the folder or file. */
  readonly path: string;
  readonly source: string;
  /** The notebook it goes below; null: at the top. */
  readonly notebook_id: string | null;
}

/** Where an item came from, as the library remembers it. */
export const sourceOf = ({ format, source }: ImportParameters, { key }: Pick<Item, 'key'>): Origin => ({
  kind: format,
  id: `${source}:${key}`,
});

/** What became of a slice of notes, in their order, each behind the attachments that it was the first to refer to. */
export interface SettledSlice {
  /** Of the notes without their attachments. */
  readonly stamps: readonly string[];
  readonly entries: readonly Entry[];
  /** About folders, not told before. */
  readonly warnings: readonly FolderWarning[];
}

export interface ImportRun {
  readonly library: Library;
  readonly parameters: ImportParameters;
  /** What the notebook at the top of the source is called. */
  readonly rootName: string;
  readonly report: ReportBuilder;
  readonly write: SliceOptions['write'];
  /** What is written is undone: bytes are not even received. */
  readonly dryRun: boolean;
  readonly now: () => number;
  /** Called before each slice with how many notes are settled; false ends the import there. */
  readonly goesOn: (done: number) => boolean | Promise<boolean>;
  readonly settled?: (slice: SettledSlice) => Promise<void>;
}
