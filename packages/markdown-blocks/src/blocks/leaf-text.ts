import type { NodeTable } from './node-table.js';
import type { Segments } from './segments.js';

/** Text that inline Markdown is read from, and where its characters are in the body. */
export interface LeafText {
  readonly text: string;
  /** The body's offset of the character at `offset`, of the end of the text for its length. */
  toBody(offset: number): number;
}

/** The body's range of what stands between two offsets of a text: what lies between its pieces is left out at the end. */
export function bodyRange(leaf: LeafText, from: number, to: number): [start: number, end: number] {
  const start = leaf.toBody(from);
  return [start, to > from ? leaf.toBody(to - 1) + 1 : start];
}

/** Text that the body holds in one piece. */
export function bodyText(body: string, start: number, end: number): LeafText {
  return { text: body.slice(start, end), toBody: (offset) => start + offset };
}

/** The text of a node between two offsets: as the body has it or, in a quote, without what stands before its lines. */
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

/** Pieces of a body put together. Offsets are best asked for in ascending order. */
export class Pieces implements LeafText {
  readonly #body: string;
  readonly #texts: string[] = [];
  /** Where each piece starts in the text, and in the body. */
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];
  #length = 0;
  #end = 0;
  #joined: string | null = null;

  constructor(body: string) {
    this.#body = body;
  }

  /** Adds a piece of the body, behind `separator` unless it is the first. */
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
