import type { Output } from '@notes/contract';
import type { Listing } from '@notes/note-formats';
import type { JobProgress } from '@notes/storage';
import type { Entry, FolderWarning, LedgerRecord } from './ledger.js';
import type { Likeness, RejectionReason } from './outcome.js';

type Report = Output<'importFolder'>;

const MAX_LIKENESSES = 20;
const MAX_IGNORED_LISTED = 1_000;
const OUTCOMES = ['imported', 'updated', 'unchanged', 'rejected'] as const;

/** Counts outcomes and collects warnings and rejections. */
export class ReportBuilder {
  readonly #counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
  readonly #warnings: Report['warnings'] = [];
  readonly #rejections: Report['rejections'] = [];
  readonly #warned = new Set<string>();
  /** Ids of the notes that exist in the source. */
  readonly #seen = new Set<string>();
  /** Notes that seem to be imported already, by format and name of the earlier source. */
  readonly #likeness = new Map<string, Report['looks_imported'][number]>();
  #attachments = 0;
  #hasUnknown = false;
  readonly #attachmentPaths = new Set<string>();
  /** Paths of the other files and of what was skipped. */
  #otherPaths: readonly string[] = [];
  /** Attachments that are not files of the source. */
  #embedded = 0;
  #listing: { readonly notes: number; readonly others: number | null } = { notes: 0, others: 0 };
  /** Path of the ledger; null on a dry run. */
  ledger: string | null = null;
  /** Stored bundle of the source; null before the end. */
  bundle: Report['bundle'] = null;
  /** Notes whose files are gone; unknown before the end. */
  vanished: Report['vanished'] = {
    is_known: false,
    count: 0,
    trashed: 0,
    edited: 0,
    withheld: null,
    unlisted: 0,
    unread_paths: [],
    notes: [],
  };

  /** True when at least one note of the source is in the library. */
  get hasImported(): boolean {
    const { imported, updated, unchanged } = this.#counts;
    return imported + updated + unchanged > 0;
  }

  /** True when a note, folder or entry was rejected, so that the notes in it are unknown. */
  get hasUnknown(): boolean {
    return this.#hasUnknown;
  }

  /** Returns true when an item of the source is this note. */
  hasSeen(documentId: string): boolean {
    return this.#seen.has(documentId);
  }

  /** Counts without any names. */
  get summary(): Readonly<Record<string, number>> {
    return { ...this.#counts, attachments: this.#attachments, ignored: this.#ignored };
  }

  /** Other files that no note refers to. */
  get #ignored(): number {
    const { others } = this.#listing;
    return others === null ? 0 : others - (this.#attachments - this.#embedded);
  }

  /** Records the number of notes and other files in the source. */
  recordListing({ notes, others, otherPaths, skipped }: Listing): void {
    this.#listing = { notes: notes.length, others: others === null ? null : others + skipped.length };
    this.#otherPaths = others === null ? [] : [...otherPaths, ...skipped].sort();
  }

  add({ kind, path, title, outcome }: Entry): void {
    if (kind !== 'note') this.#attachments += 1;
    if (kind === 'embedded') this.#embedded += 1;
    if (kind === 'attachment') this.#attachmentPaths.add(path);
    this.#counts[outcome.status] += 1;
    const { documentId, looksImportedFrom: from } = outcome;
    if (documentId !== undefined) this.#seen.add(documentId);
    if (from !== undefined) this.#addLikeness(from);
    const name = title === undefined ? { path } : { path, title };
    for (const message of outcome.warnings) this.#warnings.push({ ...name, message });
    if (outcome.status !== 'rejected') return;
    const { reason, message } = outcome;
    if (reason === 'unreadable' || (kind === 'note' && documentId === undefined)) this.#hasUnknown = true;
    this.#rejections.push({ ...name, reason: reason as RejectionReason, message: message ?? '' });
  }

  #addLikeness({ format, source, isRecognised }: Likeness): void {
    const key = `${format ?? ''}:${source}`;
    const { notes, at_other_paths } = this.#likeness.get(key) ?? { notes: 0, at_other_paths: 0 };
    this.#likeness.set(key, {
      ...(format !== undefined && { format }),
      source,
      notes: notes + 1,
      at_other_paths: at_other_paths + (isRecognised ? 0 : 1),
    });
  }

  /**
   * Adds a warning about a folder.
   *
   * @returns false when the warning was already there
   */
  warn({ folder, message }: FolderWarning): boolean {
    const key = `${folder}\n${message}`;
    if (this.#warned.has(key)) return false;
    this.#warned.add(key);
    this.#warnings.push({ path: folder, message });
    return true;
  }

  /** Limits the report to what the job has stored, since a run that was stopped may have processed more. */
  limitToStored({ total, summary }: Pick<JobProgress, 'total' | 'summary'>): void {
    const getStoredCount = (count: string) => summary[count] ?? 0;
    for (const status of OUTCOMES) this.#counts[status] = getStoredCount(status);
    this.#attachments = getStoredCount('attachments');
    this.#embedded = 0;
    this.#listing = { notes: total ?? 0, others: getStoredCount('ignored') + this.#attachments };
    this.#rejections.splice(this.#counts.rejected);
  }

  /** Adds the entries that an earlier run of the same import recorded. */
  replay(record: LedgerRecord): void {
    for (const line of record) {
      if ('folder' in line) this.warn(line);
      else this.add(line);
    }
  }

  get #looksImported(): Report['looks_imported'] {
    return [...this.#likeness.values()].sort((a, b) => b.notes - a.notes).slice(0, MAX_LIKENESSES);
  }

  get #ignoredPaths(): string[] {
    const isIgnored = (path: string) => !this.#attachmentPaths.has(path);
    return this.#otherPaths.filter(isIgnored).slice(0, MAX_IGNORED_LISTED);
  }

  finish(facts: Pick<Report, 'source' | 'dry_run' | 'interrupted' | 'job'>): Report {
    const [attachments, ignored] = [this.#attachments, this.#ignored];
    const files = this.#listing.notes + attachments;
    const [warnings, rejections] = [this.#warnings, this.#rejections];
    return {
      ...facts,
      files,
      ...this.#counts,
      attachments,
      ignored,
      ignored_paths: facts.interrupted ? [] : this.#ignoredPaths,
      looks_imported: this.#looksImported,
      vanished: this.vanished,
      warnings,
      rejections,
      ledger: this.ledger,
      bundle: this.bundle,
    };
  }
}
