import { openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { checkLibrary, type DataPaths, type Reader } from '@notes/storage';
import type { Context, Library } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { readDrill, writeDrill } from './last-drill.js';
import { findNewestFolder } from './last-exports.js';
import type { ProgressOptions } from './read-archive.js';
import { asRefusal } from './refusal.js';
import { verifyByRestoring } from './restore/verify-by-restoring.js';
import { isInterruption, resolveArchiveFolder, wireReport } from './verify-archive-folder.js';

type Outcome = Output<'drillArchive'>;
type Compared = NonNullable<Outcome['compared']>;

/** Verification level of a drill: every byte is read, and the library is restored. */
const SEMANTIC = 4;
const MAX_LISTED = 100;

/**
 * Restores an archive into a temporary folder, compares some of its notes with the library, and records the success.
 *
 * @throws ServiceError `not_found` without a folder, or when the library was never exported; `conflict` for an archive of
 *   another library
 */
export async function drillArchive(context: Context & ProgressOptions, input: Input<'drillArchive'>): Promise<Outcome> {
  const { library } = context;
  const directory = resolveArchiveFolder(input.directory ?? requireNewestFolder(library));
  const began = performance.now();
  const archive = openArchive(directory);
  let compared: Compared | null = null;
  try {
    const verification = await verifyByRestoring(archive, directory, context, {
      inspect: ({ dataDir }, { snapshot }) => {
        if (snapshot.database_id !== library.databaseId)
          throw new ServiceError('conflict', `The archive in ${directory} belongs to another library`);
        compared = compareNotes(dataDir, library, input.sample);
      },
    });
    const report = wireReport({ directory, level: SEMANTIC, ...verification, began });
    return await conclude(context, report, compared);
  } catch (error) {
    if (!isInterruption(error)) throw asRefusal(error);
    return await conclude(
      context,
      wireReport({ directory, level: SEMANTIC, found: null, findings: null, began }),
      null,
    );
  } finally {
    archive.close();
  }
}

function requireNewestFolder(library: Library): string {
  const directory = findNewestFolder(library);
  if (directory !== undefined) return directory;
  throw new ServiceError('not_found', 'This library was not exported yet. Name the folder of an archive');
}

/** Records a successful drill, and returns the outcome. */
async function conclude(
  { library, now }: Context,
  report: Outcome['report'],
  compared: Compared | null,
): Promise<Outcome> {
  const before = library.store.read(({ meta }) => readDrill(meta));
  const { manifest } = report;
  const ok = report.ok && manifest !== null && compared !== null && compared.differing_count === 0;
  if (ok) await writeDrill(library, { at: now(), commitSha256: manifest.commit_sha256 });
  return {
    directory: report.directory,
    ok,
    interrupted: report.interrupted,
    compared,
    last_success_at: before === undefined ? null : timestamp(before.at),
    report,
  };
}

/** Compares evenly spread notes of a restored library with those of the library in use. */
function compareNotes(dataDir: DataPaths['dataDir'], { store }: Library, sample: number): Compared {
  const outcome = { notes: 0, same: 0, changed: 0, removed: 0 };
  const differing: string[] = [];
  checkLibrary(dataDir, (check) =>
    check.read((restored) => {
      for (const id of chooseNotes(restored, sample)) {
        outcome.notes += 1;
        const found = store.read((reader) => compareNote(id, restored, reader));
        if (found === 'differs') differing.push(id);
        else outcome[found] += 1;
      }
    }),
  );
  return { ...outcome, differing_count: differing.length, differing: differing.slice(0, MAX_LISTED) };
}

/** Returns the ids of evenly spread notes. */
function chooseNotes({ searchFeed }: Reader, sample: number): string[] {
  const last = searchFeed.lastNotePk();
  const count = Math.min(last, sample);
  const keys = Array.from({ length: count }, (_, n) => 1 + Math.floor((n * last) / count));
  return searchFeed.listIds(keys);
}

/** Compares one note: a revision with the same id must have the same title and text in both libraries. */
function compareNote(id: string, restored: Reader, library: Reader): 'same' | 'changed' | 'removed' | 'differs' {
  const archived = restored.documents.getWithBody(id);
  const current = library.documents.getWithBody(id);
  if (archived === undefined) return 'differs';
  if (current === undefined) return 'removed';
  if (current.revisionId === archived.revisionId) return hasSameText(current, archived) ? 'same' : 'differs';
  const kept = library.revisions.get(current.pk, archived.revisionId);
  return kept === undefined || hasSameText(kept, archived) ? 'changed' : 'differs';
}

const hasSameText = (a: { title: string; body: string }, b: { title: string; body: string }) =>
  a.title === b.title && a.body === b.body;
