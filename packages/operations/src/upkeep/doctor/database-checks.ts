import { type LibraryCheck, SCHEMA_VERSION, StorageError } from '@notes/storage';
import { asCheck, type Check, counted, type Found, ok } from './finding.js';

/** Advice for damage to the library file. */
export const FROM_A_COPY =
  'Stop the service, keep a copy of the data directory, and go back to a backup; what can still be read can be exported.';

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
    return { status: 'fail', message: 'cannot be read to the end', advice: FROM_A_COPY, findings: [error.message] };
  }
}

function schema(library: LibraryCheck): Found {
  const version = library.schemaVersion();
  if (version === SCHEMA_VERSION) return ok(`schema ${version}, as this program has it`);
  if (version < SCHEMA_VERSION)
    return ok(`schema ${version}; the next start brings it to ${SCHEMA_VERSION} and keeps a copy in backups`);
  const maker = library.programVersion();
  const message = `schema ${version}${maker === null ? '' : ` of version ${maker}`}; this program reads schemas up to ${SCHEMA_VERSION}`;
  return {
    status: 'fail',
    message,
    advice: `Install Notes ${maker === null ? 'in a newer version' : `${maker} or newer`}.`,
  };
}

function pages(library: LibraryCheck): Found {
  const findings = library.pages();
  if (findings.length === 0) return ok('every page, row and index is sound');
  const message = `SQLite finds ${counted(findings.length, 'fault')} in the library file`;
  return { status: 'fail', message, advice: FROM_A_COPY, findings };
}

function references(library: LibraryCheck): Found {
  const findings = library.danglingTables();
  if (findings.length === 0) return ok('every row refers to rows that are there');
  return { status: 'fail', message: 'rows refer to rows that are gone', advice: FROM_A_COPY, findings };
}

function searchIndex(library: LibraryCheck): Found {
  const faults = library.searchIndex();
  const unindexed = library.unindexed();
  const surplus = library.surplusEntries();
  if (faults.length + unindexed.length + surplus === 0) return ok('the full-text index is sound and has every note');
  const findings = [...faults, ...unindexed, ...(surplus > 0 ? [`entries of no note: ${surplus}`] : [])];
  const advice = 'Searches may miss notes; saving a note indexes it anew. If SQLite finds faults, go back to a backup.';
  return { status: 'fail', message: 'the full-text index is not that of the notes', advice, findings };
}

function texts(library: LibraryCheck): Found {
  const damaged = library.damagedRevisions();
  const without = library.withoutRevision();
  if (damaged.length + without.length === 0) return ok('every text is what was written');
  const findings = [
    ...damaged.map(({ documentId, revisionId }) => `${documentId ?? 'no note'} ${revisionId}`),
    ...without.map((id) => `${id} has no current revision`),
  ];
  const message = `${counted(findings.length, 'text')} not as written`;
  const advice = 'Compare the notes with a backup; an earlier revision that is sound can be gone back to.';
  return { status: 'fail', message, advice, findings };
}
