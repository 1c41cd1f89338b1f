import type { Output } from '@notes/contract';
import type { Outcome } from './apply.js';
import type { RejectionReason } from './reasons.js';

type Report = Output<'importFolder'>;

/** Counts outcomes and collects what a person should look at. */
export class ReportBuilder {
  readonly #counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
  readonly #warnings: Report['warnings'] = [];
  readonly #rejections: Report['rejections'] = [];
  readonly #warned = new Set<string>();

  add(path: string, outcome: Outcome): void {
    this.#counts[outcome.status] += 1;
    for (const message of outcome.warnings) this.#warnings.push({ path, message });
    if (outcome.status !== 'rejected') return;
    const { reason, message } = outcome;
    this.#rejections.push({ path, reason: reason as RejectionReason, message: message ?? '' });
  }

  /** Adds a warning about a folder, once however often it is met. */
  warn(path: string, message: string): void {
    const key = `${path}\n${message}`;
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#warnings.push({ path, message });
  }

  finish(facts: Pick<Report, 'source' | 'dry_run' | 'interrupted' | 'files' | 'ignored' | 'ledger'>): Report {
    const { ignored, ledger, ...rest } = facts;
    const [warnings, rejections] = [this.#warnings, this.#rejections];
    return { ...rest, ...this.#counts, ignored, warnings, rejections, ledger };
  }
}
