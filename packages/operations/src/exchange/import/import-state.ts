import type { NoteItem } from '@notes/note-formats';
import type { ImportedSlice } from './import-run.js';
import { type Fence, Ledger, type LedgerMark, type LedgerRecord } from './ledger.js';
import type { ReportBuilder } from './report.js';
import { digestStamps, EMPTY_DIGEST, extendDigest } from './stamp-digest.js';

/** Progress of an import, from which another run can resume. */
export interface Checkpoint {
  /** Number of processed notes from the start of the listing. */
  readonly done: number;
  /** Digest of the stamps of those notes. When it no longer matches, the import starts over. */
  readonly seal: string;
  readonly ledger: LedgerMark;
}

export interface ImportStateOptions {
  readonly dataDir: string;
  readonly source: string;
  readonly notes: readonly NoteItem[];
  readonly report: ReportBuilder;
  readonly at: number;
  readonly fence: Fence;
}

/** Persistent state of an import: its ledger and checkpoints. */
export class ImportState {
  readonly #ledger: Ledger;
  /** Entries that an earlier run recorded. */
  readonly record: LedgerRecord;
  #done: number;
  #seal: string;

  private constructor(ledger: Ledger, record: LedgerRecord, done: number, seal: string) {
    this.#ledger = ledger;
    this.record = record;
    this.#done = done;
    this.#seal = seal;
  }

  /** Resumes from a checkpoint that is still valid and replays its report; otherwise starts over. */
  static async open(checkpoint: Checkpoint | null, options: ImportStateOptions): Promise<ImportState> {
    const { dataDir, source, report, at, fence } = options;
    const resumed = checkpoint && (await ImportState.#resume(checkpoint, options));
    const trail = resumed ?? new ImportState(await Ledger.begin(dataDir, source, at, fence), [], 0, EMPTY_DIGEST);
    report.ledger = trail.#ledger.path;
    return trail;
  }

  static async #resume(
    { done, seal, ledger }: Checkpoint,
    { dataDir, notes, report, fence }: ImportStateOptions,
  ): Promise<ImportState | undefined> {
    if (done > notes.length || (await digestStamps(notes.slice(0, done))) !== seal) return undefined;
    const resumed = await Ledger.resume(dataDir, ledger, fence);
    if (resumed === undefined) return undefined;
    report.replay(resumed.record);
    return new ImportState(resumed.ledger, resumed.record, done, seal);
  }

  get checkpoint(): Checkpoint {
    return { done: this.#done, seal: this.#seal, ledger: this.#ledger.mark };
  }

  async add({ stamps, entries, warnings }: ImportedSlice): Promise<void> {
    await this.#ledger.append(entries, warnings);
    this.#seal = stamps.reduce(extendDigest, this.#seal);
    this.#done += stamps.length;
  }

  close(): Promise<void> {
    return this.#ledger.close();
  }
}
