import { BLOCKS, findBlockContainers, LINES } from './blocks.js';
import { getCodeLanguage, getCodeText } from './code-text.js';
import { escapeLines, escapeText } from './escape.js';
import { renderLine } from './line.js';
import { collectListItems } from './list-items.js';
import { collectRuns, fenceFor, getTex, isIgnored, PLAIN, type Run, type Style, styleWithin } from './runs.js';
import { formatTableLines, listCaptions, readDataRows } from './table.js';
import { paragraphs, tidy } from './tidy.js';
import { type Element, hasClass, type Node } from './tree.js';
import { Writer } from './writer.js';

export interface ConvertOptions {
  /** Treats each `div` as a line of a paragraph, as note editors write them, instead of a block. */
  readonly divsAreLines: boolean;
  /** Longest Markdown, in UTF-16 code units. */
  readonly maxLength: number;
}

/**
 * Converts HTML to Markdown in linear time: CommonMark with tables, tasks and strikethrough of GFM, `==` for highlights
 * and `$` for formulas with a TeX annotation. Other elements are reduced to their text.
 *
 * @throws HtmlError when the Markdown would exceed its limit
 */
export function toMarkdown(root: Element, options: ConvertOptions): string {
  const converter = new Converter(options, findBlockContainers(root));
  converter.flow(root.children, PLAIN);
  return converter.writer.text;
}

const HEADING = /^h([1-6])$/;
/** Highest number of the first item of a list in CommonMark. */
const MAX_LIST_START = 999_999_999;
const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

type WriteBlock = (element: Element, style: Style) => void;

class Converter {
  readonly writer: Writer;
  readonly #options: ConvertOptions;
  readonly #withBlocks: ReadonlySet<Element>;
  /** Pieces of the current paragraph. */
  #line: Run[] = [];
  /** True when the next piece of the paragraph starts a new line. */
  #lineEnded = false;
  /** Checkbox of a task whose text has not been reached. */
  #box: string | undefined;
  readonly #blocks: ReadonlyMap<string, WriteBlock> = new Map(
    Object.entries<WriteBlock>({
      blockquote: (quote, style) => this.#quote(quote, style),
      dd: (definition, style) => this.#item('-', definition.children, style),
      dt: (term, style) => this.flow(term.children, bold(style)),
      hr: () => this.writer.block([this.writer.isEmpty ? '***' : '---']),
      li: (item, style) => this.#item('-', item.children, style),
      ol: (list, style) => this.#list(list, style),
      pre: (code) => this.#code(code),
      summary: (summary, style) => this.flow(summary.children, bold(style)),
      table: (table, style) => this.#table(table, style),
      ul: (list, style) => this.#list(list, style),
    }),
  );

  constructor(options: ConvertOptions, blocks: ReadonlySet<Element>) {
    this.writer = new Writer(options.maxLength);
    this.#options = options;
    this.#withBlocks = blocks;
  }

  /** Converts consecutive nodes and collects inline nodes into paragraphs. */
  flow(nodes: readonly Node[], style: Style): void {
    for (const node of nodes) {
      if (typeof node === 'string' || !this.#isBlock(node)) this.#addRuns(collectRuns([node], style));
      else if (!isIgnored(node)) this.#block(node, style);
    }
    this.#endParagraph();
  }

  #block(element: Element, style: Style): void {
    const { name, children } = element;
    if (this.#options.divsAreLines && LINES.has(name) && !this.#hasBlocks(element)) {
      this.#textLine(children, style);
      return;
    }
    this.#endParagraph();
    const level = HEADING.exec(name)?.[1];
    const formula = hasClass(element, 'equation') ? getTex(element) : undefined;
    if (level !== undefined) this.#heading(Number(level), element, style);
    else if (formula !== undefined) this.writer.block(['$$', ...splitLines(formula), '$$']);
    else (this.#blocks.get(name) ?? (() => this.flow(children, styleWithin(element, style))))(element, style);
  }

  #isBlock(element: Element): boolean {
    return BLOCKS.has(element.name) || this.#withBlocks.has(element);
  }

  #hasBlocks({ children }: Element): boolean {
    return children.some((child) => typeof child !== 'string' && this.#isBlock(child));
  }

  /** Adds a line to the paragraph. An empty line ends the paragraph. */
  #textLine(children: readonly Node[], style: Style): void {
    const tidied = tidy(collectRuns(children, style));
    const isTask = tidied[0]?.kind === 'task';
    if (tidied.length === 0 || isTask) this.#endParagraph();
    if (tidied.length === 0) return;
    this.#lineEnded = this.#line.length > 0;
    this.#addRuns(tidied);
    this.#lineEnded = true;
    if (isTask) this.#endParagraph();
  }

  #addRuns(runs: readonly Run[]): void {
    if (this.#lineEnded && runs.every((run) => run.kind === 'text' && run.text.trim() === '')) return;
    if (this.#lineEnded) this.#line.push({ ...PLAIN, kind: 'break' });
    for (const run of runs) this.#line.push(run);
    this.#lineEnded = false;
  }

  #endParagraph(): void {
    const line = this.#line;
    this.#line = [];
    this.#lineEnded = false;
    for (const runs of paragraphs(line)) this.#paragraph(runs);
  }

  #paragraph(tidied: readonly Run[]): void {
    const [first] = tidied;
    const box = first?.kind === 'task' ? (first.isDone ? '[x]' : '[ ]') : this.#box;
    const runs = first?.kind === 'task' ? tidy(tidied.slice(1)) : tidied;
    this.#box = undefined;
    if (box === undefined) this.#write(runs, '');
    else if (runs.length === 0) this.#box = box;
    else if (this.writer.isAtStart) this.#write(runs, `${box} `);
    else this.#writeListItem(box, runs);
  }

  /** Writes a task outside a list as a list item. */
  #writeListItem(box: string, runs: readonly Run[]): void {
    if (this.writer.endedList === '-') this.writer.tighten();
    this.writer.within('- ', '  ', () => this.#write(runs, `${box} `));
    this.writer.endList('-');
  }

  #write(runs: readonly Run[], lead: string): void {
    const text = escapeLines(renderLine(runs, { lineBreak: '  \n' }));
    if (text.trim() !== '') this.writer.block((lead + text).split('\n'));
  }

  #heading(level: number, heading: Element, style: Style): void {
    const runs = tidy(collectRuns([{ ...heading, name: 'span' }], style));
    const text = renderLine(runs, { lineBreak: ' ' })
      .replace(/\s*\n\s*/g, ' ')
      .replace(/(#+)$/, '\\$1');
    if (text.trim() !== '') this.writer.block([`${'#'.repeat(level)} ${text.trim()}`]);
  }

  #list({ name, attributes, children }: Element, style: Style): void {
    const first = children.find((child): child is Element => typeof child !== 'string' && child.name === 'li');
    const start = Number.parseInt(first?.attributes.value ?? attributes.start ?? '1', 10);
    const [usual, other] = name === 'ol' ? ['.', ')'] : ['-', '*'];
    const marker = this.writer.endedList === usual ? (other as string) : (usual as string);
    if (this.writer.isInItem) this.writer.tighten();
    let number = start >= 0 && start <= MAX_LIST_START ? start : 1;
    for (const item of collectListItems(children)) {
      this.#item(name === 'ol' ? `${number}${marker}` : marker, item, style);
      this.writer.tighten();
      number += 1;
    }
    this.writer.loosen();
    this.writer.endList(marker);
  }

  #item(marker: string, children: readonly Node[], style: Style): void {
    this.writer.within(`${marker} `, ' '.repeat(marker.length + 1), () => {
      this.flow(children, style);
      if (this.#box === undefined) return;
      if (this.writer.isAtStart) this.writer.block([this.#box]);
      this.#box = undefined;
    });
  }

  /** Writes a quotation. With `data-callout` it becomes a callout of that kind with its `title` on the first line. */
  #quote({ attributes, children }: Element, style: Style): void {
    const { 'data-callout': kind, title = '' } = attributes;
    this.writer.within('> ', '> ', () => {
      if (kind !== undefined) {
        this.writer.block([`[!${kind}] ${escapeText(title, { formulas: true })}`.trim()]);
        this.writer.tighten();
      }
      this.flow(children, style);
    });
    this.writer.loosen();
  }

  #code(pre: Element): void {
    const lines = getCodeText(pre)
      .replace(/^\n|\n$/g, '')
      .split('\n');
    const fence = fenceFor(lines.join('\n'), 3);
    this.writer.block([`${fence}${getCodeLanguage(pre)}`, ...lines, fence]);
  }

  #table(table: Element, style: Style): void {
    const rows = readDataRows(table);
    if (rows === undefined) this.flow(table.children, style);
    else {
      for (const caption of listCaptions(table)) this.flow(caption.children, style);
      this.writer.block([...formatTableLines(rows, style, this.#options.maxLength)]);
    }
  }
}

const bold = (style: Style): Style => ({ ...style, marks: new Set([...style.marks, 'strong']) });
