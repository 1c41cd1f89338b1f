import type { Output } from '@notes/contract';
import type { JobProgress } from '@notes/storage';
import type { Entry, FolderWarning, LedgerRecord } from './ledger.js';
import type { RejectionReason } from './reasons.js';
import type { Listing } from './source.js';

type Report = Output<'importFolder'>;

const OUTCOMES = ['imported', 'updated', 'unchanged', 'rejected'] as const;

/** Counts outcomes and collects what a person should look at. */
export class ReportBuilder {
  readonly #counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
  readonly #warnings: Report['warnings'] = [];
  readonly #rejections: Report['rejections'] = [];
  readonly #warned = new Set<string>();
  #attachments = 0;
  /** Attachments that are none of the files of the source. */
  #embedded = 0;
  #found: { readonly notes: number; readonly others: number | null } = { notes: 0, others: 0 };
  /** Where the ledger is; none on a dry run. */
  ledger: string | null = null;
  /** What is kept of the source as a whole; nothing before its end. */
  bundle: Report['bundle'] = null;

  /** Whether any note is of the source now. */
  get hasTaken(): boolean {
    const { imported, updated, unchanged } = this.#counts;
    return imported + updated + unchanged > 0;
  }

  /** Counts alone, which name nothing. */
  get summary(): Readonly<Record<string, number>> {
    return { ...this.#counts, attachments: this.#attachments, ignored: this.#ignored };
  }

  /** What notes refer to was among the others. */
  get #ignored(): number {
    const { others } = this.#found;
    return others === null ? 0 : others - (this.#attachments - this.#embedded);
  }

  /** Says what the source holds. */
  found({ notes, others, skipped }: Pick<Listing, 'notes' | 'others' | 'skipped'>): void {
    this.#found = { notes: notes.length, others: others === null ? null : others + skipped };
  }

  add({ kind, path, outcome }: Entry): void {
    if (kind !== 'note') this.#attachments += 1;
    if (kind === 'embedded') this.#embedded += 1;
    this.#counts[outcome.status] += 1;
    for (const message of outcome.warnings) this.#warnings.push({ path, message });
    if (outcome.status !== 'rejected') return;
    const { reason, message } = outcome;
    this.#rejections.push({ path, reason: reason as RejectionReason, message: message ?? '' });
  }

  /** Adds a warning about a folder, once however often it is met; false when it was there. */
  warn({ folder, message }: FolderWarning): boolean {
    const key = `${folder}\n${message}`;
    if (this.#warned.has(key)) return false;
    this.#warned.add(key);
    this.#warnings.push({ path: folder, message });
    return true;
  }

  /** Tells no more than what the job has stored: a run that was ended at once may have seen more. */
  asStored({ total, summary }: Pick<JobProgress, 'total' | 'summary'>): void {
    const stored = (count: string) => summary[count] ?? 0;
    for (const status of OUTCOMES) this.#counts[status] = stored(status);
    this.#attachments = stored('attachments');
    this.#embedded = 0;
    this.#found = { notes: total ?? 0, others: stored('ignored') + this.#attachments };
    this.#rejections.splice(this.#counts.rejected);
  }

  /** Takes over what an earlier run of the same import recorded. */
  replay(record: LedgerRecord): void {
    for (const line of record) {
      if ('folder' in line) this.warn(line);
      else this.add(line);
    }
  }

  finish(facts: Pick<Report, 'source' | 'dry_run' | 'interrupted' | 'job'>): Report {
    const [attachments, ignored] = [this.#attachments, this.#ignored];
    const files = this.#found.notes + attachments;
    const [warnings, rejections] = [this.#warnings, this.#rejections];
    return {
      ...facts,
      files,
      ...this.#counts,
      attachments,
      ignored,
      warnings,
      rejections,
      ledger: this.ledger,
      bundle: this.bundle,
    };
  }
}
