import type { NodeTable } from './node-table.js';
import type { Segments } from './segments.js';

/** Source of inline Markdown, with a mapping of offsets to the body. */
export interface LeafText {
  readonly text: string;
  /** Maps an offset of the text (0 to its length) to an offset of the body. */
  toBody(offset: number): number;
}

/** Maps a range of a text to a range of the body. A gap after the last piece of the range is left out. */
export function bodyRange(leaf: LeafText, from: number, to: number): [start: number, end: number] {
  const start = leaf.toBody(from);
  return [start, to > from ? leaf.toBody(to - 1) + 1 : start];
}

/** Makes a LeafText of a contiguous range of the body. */
export function bodyText(body: string, start: number, end: number): LeafText {
  return { text: body.slice(start, end), toBody: (offset) => start + offset };
}

/** Makes a LeafText of a node between two offsets. In a quote, the marks before its lines are left out. */
export function nodeText(
  { body, nodes, segments }: { body: string; nodes: NodeTable; segments: Segments },
  node: number,
  start = nodes.start(node),
  end = nodes.end(node),
): LeafText {
  const first = nodes.segment(node);
  if (first === -1) return bodyText(body, start, end);
  const pieces = new Pieces(body);
  for (let at = first; at < segments.length && segments.start(at) < end; at++) {
    if (segments.end(at) < start) continue;
    pieces.add(Math.max(start, segments.start(at)), Math.min(end, segments.end(at)), '\n');
  }
  return pieces;
}

/** LeafText made of several pieces of a body. Lookups in ascending order are fastest. */
export class Pieces implements LeafText {
  readonly #body: string;
  readonly #texts: string[] = [];
  /** Start of each piece in the text, and in the body. */
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];
  #length = 0;
  #end = 0;
  #joined: string | null = null;

  constructor(body: string) {
    this.#body = body;
  }

  /** Adds a piece of the body, behind `separator` unless it is the first piece. */
  add(start: number, end: number, separator: string): void {
    const piece = this.#texts.length === 0 ? '' : separator;
    this.#texts.push(piece + this.#body.slice(start, end));
    this.#starts.push(this.#length + piece.length);
    this.#origins.push(start);
    this.#length += piece.length + end - start;
    this.#end = end;
  }

  get text(): string {
    this.#joined ??= this.#texts.join('');
    return this.#joined;
  }

  toBody(offset: number): number {
    if (offset >= this.#length) return this.#end;
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return this.#origins[low]! + offset - this.#starts[low]!;
  }
}
