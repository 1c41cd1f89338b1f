import type { FileItem, Item } from '../item.js';
import type { NoteTarget } from './enml.js';
import type { NoteSpan } from './scan.js';

/** Note of an export file, before it is read. */
export interface NoteLocation {
  readonly item: Pick<Item, 'path' | 'key' | 'folder' | 'ownId'>;
  readonly file: FileItem;
  readonly span: NoteSpan;
  /** Returns the target of a link to another note. */
  readonly noteTarget: NoteTarget;
}
