import { mirrorList } from './mirror-list.js';
import type { CellPosition } from './table-cells.js';
import { text } from './texts.js';

/** Functions that a cell calls while it is edited. */
export interface CellHandlers {
  readonly onInput: (value: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onBlur: () => void;
}

/** Editable text of one cell of a table. Its lines are separated by line breaks. */
export class CellEditor {
  readonly element = document.createElement('div');

  constructor(
    readonly cell: HTMLTableCellElement,
    readonly position: CellPosition,
    value: string,
    handlers: CellHandlers,
  ) {
    const { element } = this;
    element.className = 'cm-cell';
    element.setAttribute('contenteditable', 'plaintext-only');
    // Browsers without the mode for plain text edit it as any; formatting is refused below.
    if (!element.isContentEditable) element.setAttribute('contenteditable', 'true');
    element.role = 'textbox';
    element.ariaMultiLine = 'true';
    element.ariaLabel = text.cell(position.row, position.column + 1);
    this.setValue(value);
    element.addEventListener('input', () => handlers.onInput(this.value));
    element.addEventListener('keydown', handlers.onKey);
    element.addEventListener('paste', handlers.onPaste);
    element.addEventListener('blur', handlers.onBlur);
    element.addEventListener('beforeinput', (event) => {
      if (/^format|^history/.test(event.inputType)) event.preventDefault();
    });
    cell.replaceChildren(element);
    cell.classList.add('cm-cell-edited');
    mirrorList(element);
  }

  /** Text of the cell. In the element, a line break at the end is followed by another, without which it has no height. */
  get value(): string {
    return (this.element.textContent ?? '').replace(/\n$/, '');
  }

  /** Replaces the text, unless it is the same, so that an input method is not interrupted. */
  setValue(value: string): void {
    if (value !== this.value) this.element.textContent = value.endsWith('\n') ? `${value}\n` : value;
  }

  /** Start and end of the selection in the text. */
  get selection(): readonly [start: number, end: number] {
    const selection = document.getSelection();
    if (selection === null || selection.rangeCount === 0) return [0, 0];
    const range = selection.getRangeAt(0);
    if (!this.element.contains(range.commonAncestorContainer)) return [0, 0];
    return [
      this.#measureOffset(range.startContainer, range.startOffset),
      this.#measureOffset(range.endContainer, range.endOffset),
    ];
  }

  select(start: number, end: number): void {
    this.element.focus({ preventScroll: true });
    const node = this.element.firstChild ?? this.element;
    const clamp = (at: number) => Math.min(at, node.textContent?.length ?? 0);
    document.getSelection()?.setBaseAndExtent(node, clamp(start), node, clamp(end));
    this.cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Rectangle of the caret; of an empty cell, that of its text. */
  get caret(): DOMRect {
    const selection = document.getSelection();
    const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    return range?.getClientRects()[0] ?? this.element.getBoundingClientRect();
  }

  /** Returns true when no line of the text is above or below the caret. */
  isAtEdge(direction: -1 | 1): boolean {
    const { caret } = this;
    const { top, bottom } = this.element.getBoundingClientRect();
    const half = caret.height / 2;
    return direction === -1 ? caret.top - top < half : bottom - caret.bottom < half;
  }

  #measureOffset(node: Node, offset: number): number {
    const range = document.createRange();
    range.setStart(this.element, 0);
    range.setEnd(node, offset);
    return range.toString().length;
  }
}
