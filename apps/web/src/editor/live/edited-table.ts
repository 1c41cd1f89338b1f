import type { EditorView } from '@codemirror/view';
import type { CellEditor } from './cell-editor.js';
import type { CellPosition } from './table-cells.js';

/** Selection within a cell: all of its text, its start or end, or an offset in its Markdown. */
export type Caret = 'all' | 'start' | 'end' | { readonly at: number };

/** Table as keys and menus change it. */
export interface EditedTable {
  readonly view: EditorView;
  readonly element: HTMLElement;
  /** Cell being edited. */
  readonly cell: CellEditor | undefined;
  /** Last edited cell, to which the menu applies. */
  readonly current: CellPosition;
  /** Offset of the table in the note. */
  readonly from: number;
  /** Markdown of the table as it is in the note. */
  readonly written: string;
  /** Number of rows with the head. */
  readonly rows: number;
  readonly columns: number;
  edit(position: CellPosition, caret: Caret): void;
  change(next: string, position: CellPosition, caret?: Caret): void;
  insert(inserted: string): void;
  selectInNote(): void;
  /** Returns true when an offset of the note is in the table as it is on the screen. */
  contains(offset: number): boolean;
}
