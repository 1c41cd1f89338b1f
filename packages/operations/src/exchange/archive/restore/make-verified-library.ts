import { ArchiveError, type VerifyReport } from '@notes/archive-manifest';
import { StorageError } from '@notes/storage';
import { archiveWorker } from '../../../platform/workers.js';
import type { VerifyAnswer, VerifyTask } from '../verify-task.js';
import type { Findings } from './findings.js';
import { type MakeLibraryOptions, makeLibrary } from './make-library.js';

const TASK = new URL('../../../../dist/exchange/archive/verify-task.js', import.meta.url);

export interface Verification {
  /** Report of level 3. */
  readonly found: VerifyReport;
  /** Null when level 3 found problems. */
  readonly findings: Findings | null;
}

/**
 * Builds the library of an archive while another thread verifies every byte. The result is only valid when no problem
 * was found.
 *
 * @param signal stops both
 * @throws ArchiveError `archive_interrupted`, and the errors of {@link makeLibrary}
 */
export async function makeVerifiedLibrary(
  making: MakeLibraryOptions,
  task: VerifyTask,
  signal?: AbortSignal,
): Promise<Verification> {
  // A signal that has aborted fires no event any more.
  if (signal?.aborted) throw createInterruption();
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener('abort', end, { once: true });
  let isWrong = false;
  const verifying = verifyInWorker(task, ending.signal).then((found) => {
    isWrong = !found.ok;
    return found;
  });
  const stopWhenInvalid = () => {
    if (isWrong) throw new ArchiveError('archive_interrupted', 'The archive has problems');
    making.onRecord();
  };
  try {
    const made = makeLibrary({ ...making, onRecord: stopWhenInvalid });
    const [verified, library] = await Promise.allSettled([verifying, made]);
    if (verified.status === 'rejected') throw signal?.aborted ? createInterruption() : verified.reason;
    const found = verified.value;
    if (!found.ok) return { found, findings: null };
    if (library.status === 'rejected') throw library.reason;
    if (found.manifest?.commit_sha256 !== making.manifest.commit_sha256)
      throw new ArchiveError('archive_commit_mismatch', 'The manifest was changed while it was read');
    return { found, findings: library.value };
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

const createInterruption = () => new ArchiveError('archive_interrupted', 'The work was stopped');

async function verifyInWorker(task: VerifyTask, signal: AbortSignal): Promise<VerifyReport> {
  const answer = await archiveWorker.run<VerifyAnswer, null>({ module: TASK, task, signal }, null);
  if (answer === null) throw createInterruption();
  if ('found' in answer) return answer.found;
  if ('archive' in answer) throw new ArchiveError(answer.archive, answer.message);
  if ('storage' in answer) throw new StorageError(answer.storage, answer.message);
  throw Object.assign(new Error(answer.message), answer.system);
}
