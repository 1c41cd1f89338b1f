import { type LibraryCheck, SCHEMA_VERSION, StorageError } from '@notes/storage';
import { asCheck, type Check, counted, type Found, ok } from './finding.js';

/** Advice for damage to the library file. */
export const FROM_A_COPY =
  'Stop the service, keep a copy of the data directory, and restore a backup. Notes that can still be read can be exported.';

/** Checks of the library file, in the order of the report. */
const CHECKS: readonly [Check['check'], (library: LibraryCheck) => Found][] = [
  ['schema', schema],
  ['pages', pages],
  ['references', references],
  ['search_index', searchIndex],
  ['texts', texts],
];

/**
 * Checks the library file. A check that fails on damage is a finding, and the other checks continue. With an unknown or
 * unreadable schema no other check runs.
 */
export function databaseChecks(library: LibraryCheck): Check[] {
  const [first, ...others] = CHECKS.map(
    ([name, look]) =>
      () =>
        asCheck(
          name,
          whole(() => look(library)),
        ),
  );
  const schemaCheck = (first as () => Check)();
  return schemaCheck.status === 'ok' ? [schemaCheck, ...others.map((look) => look())] : [schemaCheck];
}

function whole(look: () => Found): Found {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof StorageError && (error.reason === 'damaged' || error.reason === 'failed'))) throw error;
    return {
      status: 'fail',
      message: 'This part of the library cannot be read completely',
      advice: FROM_A_COPY,
      findings: [error.message],
    };
  }
}

function schema(library: LibraryCheck): Found {
  const version = library.schemaVersion();
  if (version === SCHEMA_VERSION) return ok(`Schema ${version}, the current one`);
  if (version < SCHEMA_VERSION)
    return ok(`Schema ${version}; the next start migrates it to ${SCHEMA_VERSION} and keeps a copy in backups`);
  const maker = library.programVersion();
  const message = `Schema ${version}${maker === null ? '' : ` of version ${maker}`}; this version of Notes reads schemas up to ${SCHEMA_VERSION}`;
  return {
    status: 'fail',
    message,
    advice: `Install Notes ${maker === null ? 'in a newer version' : `${maker} or newer`}.`,
  };
}

function pages(library: LibraryCheck): Found {
  const findings = library.pages();
  if (findings.length === 0) return ok('Every page, row and index is intact');
  const message = `SQLite reports ${counted(findings.length, 'fault')} in the library file`;
  return { status: 'fail', message, advice: FROM_A_COPY, findings };
}

function references(library: LibraryCheck): Found {
  const findings = library.danglingTables();
  if (findings.length === 0) return ok('Every reference between rows is intact');
  return { status: 'fail', message: 'Rows refer to missing rows', advice: FROM_A_COPY, findings };
}

function searchIndex(library: LibraryCheck): Found {
  const faults = library.searchIndex();
  const unindexed = library.unindexed();
  const surplus = library.surplusEntries();
  if (faults.length + unindexed.length + surplus === 0) return ok('The full-text index is intact and has every note');
  const findings = [...faults, ...unindexed, ...(surplus > 0 ? [`entries without a note: ${surplus}`] : [])];
  const advice = 'Searches may miss notes. Save a note to index it again. If SQLite reports faults, restore a backup.';
  return { status: 'fail', message: 'The full-text index does not match the notes', advice, findings };
}

function texts(library: LibraryCheck): Found {
  const damaged = library.damagedRevisions();
  const without = library.withoutRevision();
  if (damaged.length + without.length === 0) return ok('Every text matches its digest');
  const findings = [
    ...damaged.map(({ documentId, revisionId }) => `${documentId ?? 'no note'} ${revisionId}`),
    ...without.map((id) => `${id} has no current revision`),
  ];
  const message = `${counted(findings.length, 'text')} damaged or missing`;
  const advice = 'Compare the notes with a backup, or restore an earlier revision that is intact.';
  return { status: 'fail', message, advice, findings };
}
