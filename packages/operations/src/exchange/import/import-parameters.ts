import type { Input } from '@notes/contract';
import type { Item } from '@notes/note-formats';
import type { Source as Origin } from '@notes/storage';
import type { Library } from '../../platform/context.js';

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

/** Library and parameters of an import. */
export interface ImportTarget {
  readonly library: Library;
  readonly parameters: ImportParameters;
}
