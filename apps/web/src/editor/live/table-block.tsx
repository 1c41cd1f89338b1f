import type { EditorView } from '@codemirror/view';
import { render } from 'preact';
import { placeImages } from '../../attachments/editor-files.js';
import { getFiles } from '../../attachments/files.js';
import { getDraggedIds } from '../../notes/dragged-notes.js';
import { linkSelection } from '../../paste/link-selection.js';
import { pastesPlainText } from '../../paste/plain-paste.js';
import { type Piece, renderPiece } from '../../reading/piece.js';
import { isAddressText } from '../marks/inline-marks.js';
import { changesBetween } from '../text-changes.js';
import { alignOffset, textBefore } from './align-offset.js';
import { blockAt } from './block-field.js';
import type { BlockContent, BuiltBlock } from './built-block.js';
import { CellEditor } from './cell-editor.js';
import { handleCellKey } from './cell-keys.js';
import { decodeCell } from './cell-text.js';
import type { Caret, EditedTable } from './edited-table.js';
import { readGrid } from './grid-paste.js';
import { INTERACTIVE } from './interactive.js';
import { completePiece, getNoteIndex, isSamePiece, type PieceSource } from './note-index.js';
import { getReferences } from './references.js';
import {
  type CellPosition,
  cellAt,
  changeRow,
  findCell,
  findChangedCell,
  toTextOffset,
  toWrittenOffset,
} from './table-cells.js';
import { TableMenu } from './table-menu.js';
import { findCellElement, findCellPosition } from './table-rows.js';
import { countColumns, fillCells, padRowTo } from './table-text.js';

/** Blanks around the text of a cell, which are not part of it. */
const OUTER_BLANKS = /^[^\S\n]+|[^\S\n]+$/g;

/** A rendered table, which is edited cell by cell. The note is the only state; each change is one of the note. */
class TableBlock implements BuiltBlock, EditedTable {
  readonly element = document.createElement('div');
  readonly #view: EditorView;
  readonly #menu = document.createElement('div');
  readonly #unfollow: readonly (() => void)[];
  #source: string;
  #piece: Piece;
  #content: PieceSource | undefined;
  #cell: CellEditor | undefined;
  /** Cell whose text is being dragged. */
  #dragged: CellEditor | undefined;
  /** Last edited cell, to which the menu applies. */
  #current: CellPosition = { row: 0, column: 0 };
  /** True while a change of the edited cell is dispatched, which is on the screen already. */
  #isOwnChange = false;
  /** True when the last key pressed in a cell pastes plain text. */
  #isPlainPaste = false;

  constructor(view: EditorView, { source, isReadOnly }: BlockContent) {
    this.#view = view;
    this.#source = source;
    const references = getReferences(view);
    this.#piece = this.#render();
    this.#unfollow = [
      references.follow(() => this.#piece.refresh(references.context)),
      getNoteIndex(view).follow(() => this.#refreshContent()),
    ];
    this.element.append(this.#piece.element);
    tables.set(this.element, this);
    if (isReadOnly) return;
    this.#menu.className = 'cm-table-menu';
    this.element.prepend(this.#menu);
    render(<TableMenu table={this} />, this.#menu);
    this.element.addEventListener('mousedown', (event) => this.#press(event));
    this.element.addEventListener('dragstart', ({ dataTransfer }) => {
      this.#dragged = this.#cell;
      // Markdown is dragged from an edited cell.
      if (this.#cell !== undefined) dataTransfer?.clearData('text/html');
    });
    this.element.addEventListener('dragend', () => {
      this.#dragged = undefined;
    });
    this.element.addEventListener('dragover', (event) => {
      if (findDropTarget(event) !== undefined) event.preventDefault();
    });
    this.element.addEventListener('drop', (event) => this.#drop(event));
  }

  readonly update = ({ source }: BlockContent): boolean => {
    const before = this.#source;
    const isShown = this.#isOwnChange || source === before;
    this.#source = source;
    if (!isShown && !this.#updateCell(before, source)) this.#rebuild();
    return true;
  };

  readonly findCaret = (): DOMRect | undefined => this.#cell?.caret;

  readonly release = (): void => {
    for (const end of this.#unfollow) end();
    this.#piece.release();
    render(null, this.#menu);
  };

  get view(): EditorView {
    return this.#view;
  }

  get cell(): CellEditor | undefined {
    return this.#cell;
  }

  get current(): CellPosition {
    return this.#current;
  }

  get from(): number {
    return this.#view.posAtDOM(this.element);
  }

  /** Markdown of the table as it is in the note, with the indentation of a list. */
  get written(): string {
    const { state } = this.#view;
    const { from } = this;
    return state.sliceDoc(from, blockAt(state, from)?.to ?? from);
  }

  get rows(): number {
    return this.written.split('\n').length - 1;
  }

  get columns(): number {
    return countColumns(this.written);
  }

  /** Changes the table, and edits a cell of the result. */
  change(next: string, position: CellPosition, caret: Caret = 'all'): void {
    const { from } = this;
    const changes = changesBetween(this.written, next).map((change) => ({
      from: change.from + from,
      to: change.to + from,
      insert: change.insert,
    }));
    this.#end();
    this.#view.dispatch({ changes, userEvent: 'input.table' });
    tableAt(this.#view, from)?.edit(position, caret);
  }

  /** Edits a cell. */
  edit(position: CellPosition, caret: Caret): void {
    const row = Math.min(position.row, this.rows - 1);
    const column = Math.min(position.column, this.columns - 1);
    const range = findCell(this.#view.state.doc, this.from, { row, column });
    if (range === undefined) {
      const padded = padRowTo(this.written, row, column);
      if (padded !== this.written) this.change(padded, { row, column }, caret);
      return;
    }
    this.#end();
    const target = findCellElement(this.#piece.element, { row, column });
    if (target === undefined) return;
    const written = this.#view.state.sliceDoc(range.from, range.to);
    const value = decodeCell(written);
    this.#current = { row, column };
    const cell = new CellEditor(target, this.#current, value, {
      onInput: (next) => this.#write(next),
      onKey: (event) => {
        this.#isPlainPaste = pastesPlainText(event);
        handleCellKey(this, event);
      },
      onPaste: (event) => this.#paste(event),
      // A window that loses focus keeps its active element.
      onBlur: () => this.#cell === cell && document.activeElement !== cell.element && this.#end(),
    });
    this.#cell = cell;
    if (caret === 'all') cell.select(0, value.length);
    else {
      const at = caret === 'start' ? 0 : caret === 'end' ? value.length : toTextOffset(written, caret.at);
      cell.select(at, at);
    }
    this.selectInNote();
  }

  /** Edits the cell at an offset of the note. */
  editAt(offset: number): void {
    const position = cellAt(this.#view.state.doc, this.from, offset);
    const range = findCell(this.#view.state.doc, this.from, position);
    this.edit(position, { at: offset - (range?.from ?? offset) });
  }

  /** Sets the selection of the note to that of the edited cell, to which commands then apply. */
  selectInNote(): void {
    const selected = this.#selectedRange();
    if (selected === undefined) return;
    const { anchor, head } = this.#view.state.selection.main;
    if (anchor === selected.anchor && head === selected.head) return;
    this.#isOwnChange = true;
    this.#view.dispatch({ selection: selected });
    this.#isOwnChange = false;
  }

  contains(offset: number): boolean {
    return tableAt(this.#view, offset) === this;
  }

  /** Inserts text at the caret of the edited cell. */
  insert(inserted: string): void {
    if (this.#cell === undefined) return;
    const { value, selection } = this.#cell;
    const [start, end] = selection;
    const next = value.slice(0, start) + inserted + value.slice(end);
    this.#cell.setValue(next);
    this.#cell.select(start + inserted.length, start + inserted.length);
    this.#write(next);
  }

  #selectedRange(): { anchor: number; head: number } | undefined {
    const range = this.#cell && findCell(this.#view.state.doc, this.from, this.#cell.position);
    if (this.#cell === undefined || range === undefined) return undefined;
    const written = this.#view.state.sliceDoc(range.from, range.to);
    const [anchor, head] = this.#cell.selection.map((at) => range.from + toWrittenOffset(written, at));
    return { anchor: anchor as number, head: head as number };
  }

  /** Writes the text of the edited cell into the note; nothing else changes there but outer pipes that it needs. */
  #write(value: string): void {
    const cell = this.#cell;
    const { from: tableFrom } = this;
    const { state } = this.#view;
    const range = cell && findCell(state.doc, tableFrom, cell.position);
    if (cell === undefined || range === undefined) return;
    const text = value.replace(OUTER_BLANKS, '');
    const changes = state.changes(changeRow(state.doc, range, cell.position.column, text));
    const doc = changes.apply(state.doc);
    const after = findCell(doc, tableFrom, cell.position) ?? range;
    const written = doc.sliceString(after.from, after.to);
    const lead = value.search(/[\S\n]|$/);
    const [start, end] = cell.selection.map((at) => after.from + toWrittenOffset(written, at - lead));
    this.#isOwnChange = true;
    this.#view.dispatch({
      changes,
      selection: { anchor: start as number, head: end as number },
      userEvent: 'input.type',
    });
    this.#isOwnChange = false;
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    this.#insertTransfer(event.clipboardData);
  }

  /** Inserts what is dropped on a cell at that point. The browser moves text within a cell. */
  #drop(event: DragEvent): void {
    const { clientX, clientY, dataTransfer } = event;
    const target = findDropTarget(event);
    const isInEditedCell = target !== undefined && target === this.#cell?.cell;
    if (target === undefined || (isInEditedCell && this.#dragged === this.#cell)) return;
    event.preventDefault();
    if (isInEditedCell) {
      const at = textBefore(target, clientX, clientY).length;
      this.#cell?.select(at, at);
    } else if (!this.#editAtPoint(target, clientX, clientY)) return;
    const noteIds = getDraggedIds(dataTransfer);
    this.#isPlainPaste = false;
    if (noteIds.length > 0) void this.#insertLinks(noteIds);
    else this.#insertTransfer(dataTransfer);
  }

  /** Inserts links to notes, unless the cell or the note was left meanwhile, or can no longer be changed. */
  async #insertLinks(documentIds: readonly string[]): Promise<void> {
    const cell = this.#cell;
    const { buildLinks } = await import('../../mentions/insert-links.js');
    const links = await buildLinks(documentIds);
    const canInsert = this.#cell === cell && this.#view.dom.isConnected && !this.#view.state.readOnly;
    if (links.length > 0 && canInsert) this.insert(links.join('\n'));
  }

  #insertTransfer(transfer: DataTransfer | null): void {
    if (transfer?.types.includes('text/plain') === false) {
      const at = this.#selectedRange()?.head ?? this.from;
      placeImages(
        this.#view,
        getFiles(transfer).map((file) => ({ file, at, alt: '' })),
      );
      return;
    }
    const grid = readGrid(transfer);
    const { row, column } = this.#current;
    if (grid === undefined) {
      // Spreadsheets end the text of a single cell with a line break.
      const plain = (transfer?.getData('text/plain') ?? '').replace(/\r\n?/g, '\n').replace(/\n+$/, '');
      const html = transfer?.getData('text/html') ?? '';
      if (!this.#isPlainPaste && this.#link(plain.trim())) return;
      this.insert(plain);
      if (html !== '' && !this.#isPlainPaste) void this.#format(plain, html);
      return;
    }
    const last = { row: row + grid.length - 1, column: column + (grid[0]?.length ?? 1) - 1 };
    this.change(fillCells(this.written, row, column, grid), last, 'end');
  }

  /** Makes the selected text of the cell a link to a pasted address. Returns false when either is anything else. */
  #link(pasted: string): boolean {
    if (!isAddressText(pasted)) return false;
    this.selectInNote();
    // A pipe would end the cell.
    return linkSelection(pasted.replaceAll('|', '%7C'))(this.#view);
  }

  /** Replaces pasted text by Markdown with its links and emphasis, unless the cell was left or changed meanwhile. */
  async #format(plain: string, html: string): Promise<void> {
    const cell = this.#cell;
    const value = cell?.value;
    const end = cell?.selection[1] ?? 0;
    const converter = await import('../../paste/fit-paste.js').catch(() => undefined);
    const answer = await converter?.convertInWorker(html);
    const isSame = this.#cell === cell && cell?.value === value && cell?.selection.every((at) => at === end);
    const markdown = answer ? converter?.toInline(answer, plain) : undefined;
    if (markdown === undefined || cell === undefined || !isSame) return;
    cell.select(end - plain.length, end);
    this.insert(markdown);
  }

  /** Shows a change within the edited cell, as a completed link is; false for any other change. */
  #updateCell(before: string, source: string): boolean {
    const cell = this.#cell;
    const value = cell && findChangedCell(before, source, cell.position);
    if (cell === undefined || value === undefined) return false;
    cell.setValue(decodeCell(value));
    // The selection of the note says where the caret is, once the change is complete.
    queueMicrotask(() => {
      const { head } = this.#view.state.selection.main;
      const range = this.#cell === cell ? findCell(this.#view.state.doc, this.from, cell.position) : undefined;
      if (range === undefined || head < range.from || head > range.to) return;
      const at = toTextOffset(value, head - range.from);
      cell.select(at, at);
    });
    return true;
  }

  /** Renders the table again, and continues editing its cell. */
  #rebuild(): void {
    const edited = this.#cell?.position;
    this.#cell = undefined;
    this.#piece.release();
    const before = this.#piece.element;
    this.#piece = this.#render();
    before.replaceWith(this.#piece.element);
    if (edited === undefined) return;
    // The selection of the note says where the caret is; it may have left the table.
    const { view } = this;
    setTimeout(() => {
      const { main } = view.state.selection;
      const table = tableAt(view, main.head);
      if (table === undefined) view.focus();
      else table.editAt(main.head);
    });
  }

  /** Shows the edited cell rendered. */
  #end(): void {
    const cell = this.#cell;
    if (cell === undefined) return;
    this.#cell = undefined;
    const piece = this.#render();
    const before = this.#piece;
    this.#piece = piece;
    before.element.replaceWith(piece.element);
    before.release();
  }

  /** Renders the table again when what it refers to in the note has changed; an edited cell first ends. */
  #refreshContent(): void {
    const isSame = this.#content && isSamePiece(this.#content, completePiece(this.#view, this.#source));
    if (isSame === false && this.#cell === undefined) this.#rebuild();
  }

  #render(): Piece {
    this.#content = completePiece(this.#view, this.#source);
    const { written, numbers } = this.#content;
    return renderPiece(written, getReferences(this.#view).context, numbers);
  }

  #press(event: MouseEvent): void {
    const { target, button, clientX, clientY } = event;
    const element = target as Element;
    const cell = element.closest<HTMLTableCellElement>('th, td');
    if (button !== 0 || cell === null || element.closest(`${INTERACTIVE}, .cm-cell`) !== null) return;
    event.preventDefault();
    this.#editAtPoint(cell, clientX, clientY);
  }

  /** Edits a cell, with the caret at a point of the screen. Returns false when the cell cannot be edited. */
  #editAtPoint(cell: HTMLTableCellElement, x: number, y: number): boolean {
    const position = findCellPosition(this.#piece.element, cell);
    if (position === undefined) return false;
    const range = findCell(this.#view.state.doc, this.from, position);
    const written = range === undefined ? '' : this.#view.state.sliceDoc(range.from, range.to);
    const at = alignOffset(written, textBefore(cell, x, y));
    const before = this.#cell;
    this.edit(position, { at });
    return this.#cell !== undefined && this.#cell !== before;
  }
}

/** Returns the cell over which something is dragged. */
const findDropTarget = ({ target }: DragEvent): HTMLTableCellElement | undefined =>
  (target as Element).closest<HTMLTableCellElement>('th, td') ?? undefined;

const tables = new WeakMap<Element, TableBlock>();

/** Returns the table around an offset of the note, if it is on the screen. */
export function tableAt(view: EditorView, offset: number): TableBlock | undefined {
  const block = blockAt(view.state, offset);
  if (block?.value.kind !== 'table') return undefined;
  for (const element of view.contentDOM.querySelectorAll('.cm-block-table'))
    if (view.posAtDOM(element) === block.from) return tables.get(element);
  return undefined;
}

export const buildTable = (view: EditorView, widget: BlockContent): BuiltBlock => new TableBlock(view, widget);
