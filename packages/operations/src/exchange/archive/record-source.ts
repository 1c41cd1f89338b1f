import { LINES_BUFFER_BYTES } from '@notes/archive-manifest';
import type { LibrarySnapshot } from '@notes/storage';
import { Pacer } from '@notes/storage';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import { RecordBoard } from './record-board.js';
import { listWholeParts, type PartLines, PartMaker, type RecordPart, splitIntoParts } from './record-parts.js';
import { RecordThread, type RecordThreadOptions } from './record-thread.js';

/** Line buffers made ahead of their turn on this thread. */
const MAX_BUFFERS_AHEAD = 8;

/** Notes in one part. */
const NOTES_PER_PART = 512;
/**
 * Fewest notes for a second thread. Below this number, the records are done before another thread starts and warms up.
 */
const MIN_NOTES_FOR_THREAD = 8_000;

interface RecordSourceOptions {
  readonly maker: PartMaker;
  readonly parts: readonly RecordPart[];
  readonly board: RecordBoard;
  /** Makes some of the parts; null when this thread makes all of them. */
  readonly thread: RecordThread | null;
}

/** A part begun before its turn, with the lines that are made and those that remain. */
interface AheadPart {
  readonly part: number;
  readonly made: PartLines[];
  rest: Generator<PartLines, void, undefined>;
  readonly isWhole: boolean;
}

/**
 * Returns the records of a complete selection. For many notes a second thread makes some of them, unless the library is
 * written to while that thread starts.
 *
 * @param notes number of selected notes
 */
export function createRecordSource(
  { reader, isCurrent }: LibrarySnapshot,
  plan: SelectionTask,
  notes: number,
): RecordSource {
  const { target } = plan;
  const board = new RecordBoard();
  const alone = { maker: new PartMaker(reader, target), parts: listWholeParts(target), board, thread: null };
  if (notes < MIN_NOTES_FOR_THREAD) return new RecordSource(alone);
  const parts = splitIntoParts(reader, target, NOTES_PER_PART);
  return new RecordSource({ ...alone, parts, thread: startThread({ plan, parts, board, isUnchanged: isCurrent }) });
}

/** Returns null when the system cannot start a thread, which only makes the export slower. */
function startThread(options: RecordThreadOptions): RecordThread | null {
  try {
    return new RecordThread(options);
  } catch {
    return null;
  }
}

/**
 * The records of an archive in its order, to be read once. This thread and a second one make them, each claiming the
 * next free part. This thread makes the lines that the second one leaves when it ends. Both hold a bounded number of
 * lines. The caller must call `close`.
 */
export class RecordSource implements AsyncIterable<PartLines> {
  readonly #maker: PartMaker;
  readonly #parts: readonly RecordPart[];
  readonly #board: RecordBoard;
  readonly #thread: RecordThread | null;
  /** Free memory for lines made here. */
  readonly #free: Uint8Array[] = [];
  readonly #pacer = new Pacer();
  readonly #ahead: AheadPart[] = [];

  constructor({ maker, parts, board, thread }: RecordSourceOptions) {
    this.#maker = maker;
    this.#parts = parts;
    this.#board = board;
    this.#thread = thread;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PartLines, void, undefined> {
    try {
      for (let part = 0; part < this.#parts.length; part += 1) yield* this.#readLines(part);
    } finally {
      for (const { rest } of this.#ahead) rest.return(undefined);
    }
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  async *#readLines(part: number): AsyncGenerator<PartLines, void, undefined> {
    for (let taken = 0; ; ) {
      const [begun] = this.#ahead;
      if (begun?.part === part) {
        yield* this.#yieldAndRelease(begun.made);
        yield* this.#yieldAndRelease(begun.rest);
        this.#ahead.shift();
        return;
      }
      const made = this.#thread?.next(part) ?? null;
      if (made === 'whole') return;
      if (made !== null) {
        yield made;
        this.#thread?.releaseSlot();
        taken += 1;
      } else if (this.#thread?.hasEnded && this.#board.isClaimed(part)) {
        this.#restartAheadParts();
        yield* this.#yieldAndRelease(this.#remakeLines(part, taken));
        return;
      } else if (this.#beginNext(part)) await this.#pacer.step();
      else await this.#thread?.waitForMessage();
    }
  }

  /**
   * Claims a part and makes its first lines when its turn is later. Returns false when no part is left or enough lines
   * are held.
   */
  #beginNext(turn: number): boolean {
    const held = this.#ahead.reduce((sum, { made }) => sum + made.length, 0);
    if (held >= MAX_BUFFERS_AHEAD || this.#ahead.at(-1)?.isWhole === false) return false;
    const part = this.#board.claim();
    if (part >= this.#parts.length) return false;
    const rest = this.#make(part);
    const made: PartLines[] = [];
    let isWhole = false;
    while (part > turn && !isWhole && held + made.length < MAX_BUFFERS_AHEAD) {
      const next = rest.next();
      if (next.done) isWhole = true;
      else made.push(next.value);
    }
    this.#ahead.push({ part, made, rest, isWhole });
    return true;
  }

  /**
   * Restarts the incomplete parts ahead at their turn, since the rows of an entity can only be read by one cursor at a
   * time.
   */
  #restartAheadParts(): void {
    for (const begun of this.#ahead) {
      if (begun.isWhole) continue;
      begun.rest.return(undefined);
      begun.rest = this.#remakeLines(begun.part, begun.made.length);
    }
  }

  #make(part: number): Generator<PartLines, void, undefined> {
    return this.#maker.makeLines(
      this.#parts[part] as RecordPart,
      () => this.#free.pop() ?? new Uint8Array(LINES_BUFFER_BYTES),
    );
  }

  /** Makes a part again and skips its first `after` line buffers. */
  *#remakeLines(part: number, after: number): Generator<PartLines, void, undefined> {
    let left = after;
    for (const made of this.#make(part)) {
      if (left === 0) yield made;
      else this.#release(made);
      left = Math.max(0, left - 1);
    }
  }

  /** Yields lines made here and frees their memory once the consumer has used them. */
  *#yieldAndRelease(lines: Iterable<PartLines>): Generator<PartLines, void, undefined> {
    for (const made of lines) {
      yield made;
      this.#release(made);
    }
  }

  #release({ lines }: PartLines): void {
    this.#free.push(new Uint8Array(lines.bytes.buffer));
  }
}
